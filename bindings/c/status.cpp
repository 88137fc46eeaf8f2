// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/status.h"

#include <ttgt/block_layout.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <new>

#include <fmt/format.h>

namespace ttgt::c {
namespace {

/// Plain characters: destructors of static objects may still ask for them.
thread_local std::array<char, 4096> last_error{};

ttgt_status status_of(Status status) noexcept {
    switch (status) {
        case Status::expression:
            return TTGT_ERROR_EXPRESSION;
        case Status::invalid_argument:
            return TTGT_ERROR_INVALID_ARGUMENT;
        case Status::unsupported:
            return TTGT_ERROR_UNSUPPORTED;
        case Status::out_of_memory:
            return TTGT_ERROR_OUT_OF_MEMORY;
        case Status::device:
            return TTGT_ERROR_DEVICE;
        case Status::interrupted:
            return TTGT_ERROR_INTERRUPTED;
        case Status::shape:
            return TTGT_ERROR_SHAPE;
        case Status::operands:
            return TTGT_ERROR_OPERAND_COUNT;
        case Status::aliased_output:
            return TTGT_ERROR_ALIASED_OUTPUT;
        case Status::overlap:
            return TTGT_ERROR_OVERLAP;
    }
    return TTGT_ERROR_INTERNAL;
}

}  // namespace

void remember_error(const char* text) noexcept {
    const std::size_t length = std::min(std::strlen(text), last_error.size() - 1);
    std::memcpy(last_error.data(), text, length);
    last_error[length] = '\0';
}

ttgt_status status_of_exception() noexcept {
    try {
        throw;
    } catch (const StaleHandle& error) {
        remember_error(error.what());
        return TTGT_ERROR_STALE_HANDLE;
    } catch (const RepeatedBlock& error) {
        remember_error(error.what());
        return TTGT_ERROR_REPEATED_BLOCK;
    } catch (const MissingBlock& error) {
        remember_error(error.what());
        return TTGT_ERROR_MISSING_BLOCK;
    } catch (const Error& error) {
        remember_error(error.what());
        return status_of(error.status());
    } catch (const std::bad_alloc&) {
        remember_error("the host has no memory left");
        return TTGT_ERROR_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
        remember_error(error.what());
        return TTGT_ERROR_INTERNAL;
    } catch (...) {
        remember_error("an exception of an unknown type");
        return TTGT_ERROR_INTERNAL;
    }
}

void check_given(const void* pointer, const char* argument) {
    if (pointer == nullptr) throw InvalidArgument(fmt::format("'{}' is null", argument));
}

}  // namespace ttgt::c

const char* ttgt_last_error() { return ttgt::c::last_error.data(); }

const char* ttgt_status_name(ttgt_status status) {
    constexpr std::array<const char*, 15> names{
        "success",       "expression",     "invalid argument", "unsupported",    "out of memory",
        "device",        "stale handle",   "internal",         "interrupted",    "shape",
        "operand count", "aliased output", "overlap",          "repeated block", "missing block"};
    const auto index = static_cast<std::size_t>(status);
    return status >= 0 && index < names.size() ? names[index] : "unknown";
}
