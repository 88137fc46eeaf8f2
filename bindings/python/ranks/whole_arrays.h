// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "bindings/python/ranks/distributed_plan.h"

/// What is done with whole arrays over ranks.
namespace ttgt::python {

/// What such a call reads of its arguments. No rank waits for another one to make it.
struct WholeCall {
    DistributedCall arrays;          ///< the arrays over ranks
    std::unique_ptr<Operand> whole;  ///< the whole array of rank 0; null where there is none
    std::string path;                ///< of a file
};

/// Raises what one rank alone can see to be wrong. `whole` may be None.
WholeCall read_whole_call(std::shared_ptr<Context> context,
                          std::vector<std::shared_ptr<Distribution>> distributions,
                          const nb::tuple& parts, Access first, nb::handle whole, Access of_whole,
                          std::string path);

// All are collective and end the call's use of the context.
void redistribute(const Communicator& ranks, WholeCall& call);
void scatter(const Communicator& ranks, WholeCall& call);
void gather(const Communicator& ranks, WholeCall& call);
[[nodiscard]] std::complex<double> dot(const Communicator& ranks, WholeCall& call);
[[nodiscard]] double norm(const Communicator& ranks, WholeCall& call);
void write_npy(const Communicator& ranks, WholeCall& call);
void read_npy(const Communicator& ranks, WholeCall& call);

/// Adds these calls to the module.
void bind_whole_arrays(nb::module_& module);

}  // namespace ttgt::python
