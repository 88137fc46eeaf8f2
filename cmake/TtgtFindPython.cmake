# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0

# Accepts a Python that has the module ${ttgt_wanted_module}; find_program calls it for each.
function(ttgt_has_wanted_module result python)
    execute_process(COMMAND "${python}" -c "import ${ttgt_wanted_module}"
                    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

# ttgt_find_python_with(<variable> <module> <what for>): the first python3 that has the module.
function(ttgt_find_python_with variable ttgt_wanted_module doc)
    find_program(${variable} python3 VALIDATOR ttgt_has_wanted_module DOC "${doc}")
endfunction()
