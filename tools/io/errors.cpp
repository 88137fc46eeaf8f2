// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/io/errors.h"

#include <algorithm>
#include <cstdio>
#include <exception>

#include "src/core/files/reasons.h"

namespace ttgt::tool {
namespace {

bool is_control(char character) {
    const auto code = static_cast<unsigned char>(character);
    return code < 0x20 || code == 0x7f;
}

void print_line(std::string message) {
    std::replace_if(message.begin(), message.end(), is_control, ' ');
    std::fprintf(stderr, "ttgt: %s\n", message.c_str());
}

}  // namespace

std::string in_quotes(std::string_view text) { return ttgt::in_quotes(text); }

std::string system_reason(int error_number) { return ttgt::system_reason(error_number); }

int exit_code_of(const std::exception_ptr& exception) noexcept {
    try {
        std::rethrow_exception(exception);
    } catch (const SaidByFirstRank& error) {
        return error.exit_code();
    } catch (const Interrupted&) {
        return exit_interrupted;
    } catch (const InvalidArgument&) {
        return exit_bad_input;
    } catch (const Error& error) {
        const bool is_input =
            error.status() == Status::expression || error.status() == Status::unsupported;
        return is_input ? exit_bad_input : exit_failed;
    } catch (...) {
        return exit_failed;
    }
}

int report_current_exception() noexcept {
    const std::exception_ptr exception = std::current_exception();
    try {
        throw;
    } catch (const SaidByFirstRank&) {
    } catch (const Interrupted&) {
    } catch (const ExpressionError& error) {
        std::fprintf(stderr, "ttgt: %s\n", error.what());
    } catch (const std::bad_alloc&) {
        print_line("out of memory");
    } catch (const std::exception& error) {
        print_line(error.what());
    }
    (void)std::fflush(stderr);
    return exit_code_of(exception);
}

}  // namespace ttgt::tool
