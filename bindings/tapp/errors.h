// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tapp.h>

/// Error numbers of this implementation. Up to 33 they are those of TAPP's reference
/// implementation, which the standard leaves open; from 100 on what that does not know.
namespace ttgt::tapp {

enum Error : TAPP_error {
    success = 0,
    extents_a_b = 1,
    extents_a_d = 2,
    extents_b_d = 3,
    index_of_d_alone = 4,
    ranks_c_d = 5,
    indices_c_d = 6,
    extents_c_d = 7,
    aliasing_in_d = 8,
    extents_in_a = 9,
    extents_in_b = 10,
    extents_in_d = 11,
    missing_c = 12,
    negative_rank = 14,
    negative_extent = 15,
    unknown_executor = 33,
    null_pointer = 100,
    unknown_object = 101,
    unknown_datatype = 102,
    unknown_operation = 103,
    unknown_precision = 104,
    precision_too_high = 105,
    overlap_with_d = 106,
    negative_batches = 107,
    out_of_memory = 108,
    no_attributes = 109,
    refused = 110,  ///< by the engine, which says why in ttgt_last_error()
};

/// What the API's functions return for the exception being handled.
[[nodiscard]] TAPP_error error_of_exception() noexcept;

/// Thrown within, returned as its number.
struct Failure {
    TAPP_error error;
};

template <class Body>
[[nodiscard]] TAPP_error guarded(Body&& body) noexcept {
    try {
        body();
        return success;
    } catch (...) {
        return error_of_exception();
    }
}

inline void check(bool right, TAPP_error error) {
    if (!right) throw Failure{error};
}

}  // namespace ttgt::tapp
