// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/commands/failure_on_ranks.h"

#include <ttgt/error.h>

#include "distributed/run/agreement.h"
#include "distributed/run/transport_error.h"
#include "tools/io/errors.h"

namespace ttgt::tool {

std::exception_ptr say_once(Communicator& ranks) {
    std::exception_ptr failure = std::current_exception();
    const bool is_first = ranks.rank() == 0;
    if (is_first) (void)report_current_exception();
    try {
        (void)largest(*ranks.transport(), 0);  // which returns when every rank is here
    } catch (const Error&) {
        if (!is_first) return failure;
    }
    return std::make_exception_ptr(SaidByFirstRank(exit_code_of(failure)));
}

void say_once_of_all_ranks() {
    const std::exception_ptr caught = std::current_exception();
    std::exception_ptr failure;
    try {
        Communicator ranks = Communicator::world();
        try {
            agree(*ranks.transport(), caught);
        } catch (const TransportError&) {
            return;
        } catch (...) {
            failure = say_once(ranks);
        }
    } catch (const Error&) {
        return;
    }
    std::rethrow_exception(failure);
}

}  // namespace ttgt::tool
