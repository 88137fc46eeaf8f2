# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0

# Builds the tests labelled `concurrency`: what ThreadSanitizer is for.
add_custom_target(ttgt_concurrency_tests)

# ttgt_set_test_defaults(<target>): what all test programs compile and link with.
function(ttgt_set_test_defaults name)
    ttgt_set_defaults(${name})
    # Few sources at a time, because their names in anonymous namespaces must differ.
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
    if(TTGT_UNITY_TESTS)
        set_target_properties(${name} PROPERTIES UNITY_BUILD ON)
    endif()
    ttgt_compile_quickly(${name})
    target_link_libraries(${name} PRIVATE ttgt_test_support GTest::gtest_main)
    ttgt_take_headers(${name} ttgt_test_headers)
endfunction()

# ttgt_add_test(<name> SOURCES <source>... [LINK <target>...] [LABEL <label>] [TIMEOUT <seconds>])
#
# One GoogleTest executable whose cases ctest lists one by one, or with TTGT_TEST_PROGRAMS_WHOLE as
# one test: under sanitizers starting a process takes longer than most cases. It sees hidden symbols,
# and has no cache on disk unless it sets one.
function(ttgt_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "SOURCES;LINK")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ttgt_add_test(${name}) does not know: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    add_executable(${name} ${arg_SOURCES})
    ttgt_set_test_defaults(${name})
    target_link_libraries(${name} PRIVATE ${arg_LINK})
    if(arg_LABEL STREQUAL concurrency)
        add_dependencies(ttgt_concurrency_tests ${name})
    endif()
    if(TTGT_TEST_PROGRAMS_WHOLE)
        add_test(NAME ${name} COMMAND ${name})
        set_tests_properties(${name} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT 1200
                                                   ENVIRONMENT "TTGT_CACHE_DIR=")
        return()
    endif()
    gtest_discover_tests(
        ${name}
        TEST_PREFIX "${name}."
        NO_PRETTY_VALUES
        DISCOVERY_MODE PRE_TEST
        DISCOVERY_TIMEOUT 60
        PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "TTGT_CACHE_DIR=")
endfunction()
