// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/tapp/errors.h"

#include <tapp.h>
#include <ttgt/c_api.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace ttgt::tapp {
namespace {

// Long: a table of texts.
const char* text_of(TAPP_error error) noexcept {
    switch (error) {
        case success:
            return "Success.";
        case extents_a_b:
            return "an index of A and B has two extents";
        case extents_a_d:
            return "an index of A and D has two extents";
        case extents_b_d:
            return "an index of B and D has two extents";
        case index_of_d_alone:
            return "an index of D stands in neither A nor B";
        case ranks_c_d:
            return "C and D have different numbers of modes";
        case indices_c_d:
            return "C and D have different indices";
        case extents_c_d:
            return "an index of C and D has two extents";
        case aliasing_in_d:
            return "two elements of D have one address";
        case extents_in_a:
            return "an index has two extents in A";
        case extents_in_b:
            return "an index has two extents in B";
        case extents_in_d:
            return "an index has two extents in D";
        case missing_c:
            return "C is null, but beta is not zero";
        case negative_rank:
            return "the number of modes is negative";
        case negative_extent:
            return "an extent is negative";
        case unknown_executor:
            return "the executor was destroyed, or never made";
        case null_pointer:
            return "a pointer is null";
        case unknown_object:
            return "the tensor info or product was destroyed, or never made";
        case unknown_datatype:
            return "the datatype is unknown, or the tensors' do not go together";
        case unknown_operation:
            return "the element operation is unknown";
        case unknown_precision:
            return "the precision is unknown";
        case precision_too_high:
            return "the precision asked for is above that of the tensors";
        case overlap_with_d:
            return "D overlaps A, B or C in another way than as C in place";
        case negative_batches:
            return "the number of batches is negative";
        case out_of_memory:
            return "out of memory";
        case no_attributes:
            return "there is no such attribute, or no such executor or handle";
        default:
            return "unknown error";
    }
}

}  // namespace

TAPP_error error_of_exception() noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        return failure.error;
    } catch (const std::bad_alloc&) {
        return out_of_memory;
    } catch (...) {
        return refused;
    }
}

}  // namespace ttgt::tapp

bool TAPP_check_success(TAPP_error error) { return error == ttgt::tapp::success; }

size_t TAPP_explain_error(TAPP_error error, size_t maxlen, char* message) {
    const char* text =
        error == ttgt::tapp::refused ? ttgt_last_error() : ttgt::tapp::text_of(error);
    const size_t length = std::strlen(text);
    if (maxlen == 0 || message == nullptr) return length;
    const size_t written = std::min(length, maxlen - 1);
    std::memcpy(message, text, written);
    message[written] = '\0';
    return written;
}
