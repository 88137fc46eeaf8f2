// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "src/core/files/npy_header.h"

/// Any bytes are refused with a FileError, or are an .npy file whose header, written anew, says the
/// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ttgt;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        const NpyHeader header = parse_npy_header(bytes, static_cast<std::int64_t>(size), "fuzz");
        const std::string written =
            format_npy_header(header.dtype, header.fortran_order, header.shape);
        const std::int64_t written_bytes =
            static_cast<std::int64_t>(written.size()) + header.data_bytes();
        const NpyHeader again = parse_npy_header(written, written_bytes, "again");
        const bool same = again.dtype == header.dtype && again.shape == header.shape &&
                          again.fortran_order == header.fortran_order;
        if (!same) std::abort();
    } catch (const FileError&) {
    }
    return 0;
}
