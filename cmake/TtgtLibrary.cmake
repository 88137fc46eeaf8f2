# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
#
# The folders' objects, twice: `ttgt`, what users link, and `ttgt_internal`, a static library that is
# never installed, through which the command and the white-box tests reach hidden symbols.

set(ttgt_objects
    $<TARGET_OBJECTS:ttgt_core> $<TARGET_OBJECTS:ttgt_cache> $<TARGET_OBJECTS:ttgt_runtime>
    $<TARGET_OBJECTS:ttgt_gemm>
    $<TARGET_OBJECTS:ttgt_context> $<TARGET_OBJECTS:ttgt_transpose>
    $<TARGET_OBJECTS:ttgt_contraction> $<TARGET_OBJECTS:ttgt_operators> $<TARGET_OBJECTS:ttgt_network>
    $<TARGET_OBJECTS:ttgt_blocks> $<TARGET_OBJECTS:ttgt_distributed>)
set(ttgt_link_libraries ${ttgt_openmp} hwy::hwy)
if(TTGT_WITH_BLAS)
    list(APPEND ttgt_link_libraries CBLAS::CBLAS ${CMAKE_DL_LIBS})
endif()
if(TTGT_WITH_MPI)
    # Behind the BLAS, whose products ScaLAPACK shall call.
    list(APPEND ttgt_link_libraries ScaLAPACK::ScaLAPACK MPI::MPI_CXX)
endif()
if(TTGT_WITH_CUDA)
    list(APPEND ttgt_objects $<TARGET_OBJECTS:ttgt_gett> $<TARGET_OBJECTS:ttgt_hopper>)
    list(APPEND ttgt_link_libraries CUDA::cudart_static ${CMAKE_DL_LIBS})
endif()

add_library(ttgt ${ttgt_objects})
add_library(ttgt::ttgt ALIAS ttgt)
target_compile_features(ttgt PUBLIC cxx_std_20)
target_include_directories(
    ttgt PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
if(NOT BUILD_SHARED_LIBS)
    target_compile_definitions(ttgt PUBLIC TTGT_STATIC)
else()
    # Threads that end call it: dlclose must not take it away before.
    target_link_options(ttgt PRIVATE LINKER:-z,nodelete)
endif()
target_link_libraries(ttgt PRIVATE ${ttgt_link_libraries})
set_target_properties(ttgt PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                                      SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

add_library(ttgt_internal STATIC EXCLUDE_FROM_ALL ${ttgt_objects})
ttgt_compile_fmt_once(ttgt_internal INTERFACE)
target_link_libraries(ttgt_internal PUBLIC ttgt_build_flags PRIVATE ${ttgt_link_libraries})
set_target_properties(ttgt_internal PROPERTIES LINKER_LANGUAGE CXX)
