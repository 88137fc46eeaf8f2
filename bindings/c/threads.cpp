// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/c_api.h>
#include <ttgt/threads.h>

#include <string>

#include <fmt/format.h>

#include "bindings/c/arguments.h"
#include "bindings/c/status.h"

using ttgt::c::guarded;

ttgt_status ttgt_share_openblas_threads() {
    return guarded([] { ttgt::share_openblas_threads(); });
}

ttgt_status ttgt_unshare_openblas_threads() {
    return guarded([] { ttgt::unshare_openblas_threads(); });
}

ttgt_status ttgt_openblas_copies(char* text, size_t capacity, size_t* length) {
    return guarded([&] {
        std::string lines;
        for (const ttgt::OpenBlasCopy& copy : ttgt::openblas_copies()) {
            lines +=
                fmt::format("{}\t{}\t{:d}\t{:d}\n", copy.path, copy.version,
                            static_cast<int>(copy.can_share), static_cast<int>(copy.is_shared));
        }
        ttgt::c::write_text(lines, text, capacity, length);
    });
}

ttgt_status ttgt_share_openmp_threads() {
    return guarded([] { ttgt::share_openmp_threads(); });
}

ttgt_status ttgt_unshare_openmp_threads() {
    return guarded([] { ttgt::unshare_openmp_threads(); });
}

ttgt_status ttgt_openmp_libraries(char* text, size_t capacity, size_t* length) {
    return guarded([&] {
        std::string lines;
        for (const ttgt::OpenMpLibrary& library : ttgt::openmp_libraries()) {
            lines += fmt::format("{}\t{:d}\n", library.path, static_cast<int>(library.is_shared));
        }
        ttgt::c::write_text(lines, text, capacity, length);
    });
}
