// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// What is done with whole tensors over ranks.
#include <ttgt/c_ranks.h>
#include <ttgt/distributed_tensor.h>

#include <memory>
#include <optional>
#include <string>

#include "bindings/c/arguments.h"
#include "bindings/c/handles.h"
#include "bindings/c/ranks/communicators.h"
#include "bindings/c/ranks/distributed_tensor.h"
#include "bindings/c/status.h"
#include "distributed/run/agreement.h"

namespace ttgt::c {
namespace {

DistributedView given_view(const ttgt_distributed_tensor* tensor, int rank, const char* argument) {
    check_given(tensor, argument);
    return view_of(*tensor, rank, argument);
}

/// The whole tensor, of which rank 0 alone has one.
std::optional<TensorView> given_whole(const ttgt_tensor* whole, int rank) {
    if (rank > 0 || whole == nullptr) return std::nullopt;
    return view_of(*whole, "whole");
}

/// Calls `act` with the communicator and what `read` gives for its rank. Collective: where `read`
/// throws on one rank, throws its error on every rank.
template <class Read, class Act>
ttgt_status together(ttgt_communicator communicator, Read&& read, Act&& act) {
    return guarded([&] {
        const std::shared_ptr<Communicator> ranks = communicators().at(communicator.id);
        auto arguments = agreed(*ranks->transport(), [&] { return read(ranks->rank()); });
        act(*ranks, arguments);
    });
}

/// The arguments of a call on two tensors over ranks.
struct TwoTensors {
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
    DistributedView first;
    DistributedView second;
};

/// The arguments of a call on a tensor over ranks and one of rank 0.
struct TensorAndWhole {
    std::shared_ptr<Context> context;  ///< null: the calling thread's own
    DistributedView tensor;
    std::optional<TensorView> whole;
};

/// The arguments of a call on a file.
struct TensorAndPath {
    std::string path;
    DistributedView tensor;
};

TensorAndPath read_file_call(const char* path, const ttgt_distributed_tensor* tensor, int rank) {
    check_given(path, "path");
    return {path, given_view(tensor, rank, "tensor")};
}

}  // namespace
}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_distributed_redistribute(ttgt_communicator communicator, ttgt_context context,
                                          const ttgt_distributed_tensor* to,
                                          const ttgt_distributed_tensor* from) {
    return together(
        communicator,
        [&](int rank) {
            return TwoTensors{find_context(context), given_view(to, rank, "to"),
                              given_view(from, rank, "from")};
        },
        [](ttgt::Communicator& ranks, const TwoTensors& read) {
            ttgt::redistribute(ranks, read.first, read.second, read.context.get());
        });
}

ttgt_status ttgt_distributed_scatter(ttgt_communicator communicator, ttgt_context context,
                                     const ttgt_distributed_tensor* to, const ttgt_tensor* whole) {
    return together(
        communicator,
        [&](int rank) {
            return TensorAndWhole{find_context(context), given_view(to, rank, "to"),
                                  given_whole(whole, rank)};
        },
        [](ttgt::Communicator& ranks, const TensorAndWhole& read) {
            std::optional<ttgt::ConstTensorView> from;
            if (read.whole) from.emplace(*read.whole);
            ttgt::scatter(ranks, read.tensor, from ? &*from : nullptr, read.context.get());
        });
}

ttgt_status ttgt_distributed_gather(ttgt_communicator communicator, ttgt_context context,
                                    const ttgt_tensor* whole, const ttgt_distributed_tensor* from) {
    return together(
        communicator,
        [&](int rank) {
            return TensorAndWhole{find_context(context), given_view(from, rank, "from"),
                                  given_whole(whole, rank)};
        },
        [](ttgt::Communicator& ranks, const TensorAndWhole& read) {
            ttgt::gather(ranks, read.whole ? &*read.whole : nullptr, read.tensor,
                         read.context.get());
        });
}

ttgt_status ttgt_distributed_dot(ttgt_communicator communicator, ttgt_context context,
                                 const ttgt_distributed_tensor* a, const ttgt_distributed_tensor* b,
                                 ttgt_scalar* sum) {
    return together(
        communicator,
        [&](int rank) {
            check_given(sum, "sum");
            return TwoTensors{find_context(context), given_view(a, rank, "a"),
                              given_view(b, rank, "b")};
        },
        [&](ttgt::Communicator& ranks, const TwoTensors& read) {
            const ttgt::Scalar result =
                ttgt::dot(ranks, read.first, read.second, read.context.get());
            *sum = {result.real(), result.imag()};
        });
}

ttgt_status ttgt_distributed_norm(ttgt_communicator communicator, ttgt_context context,
                                  const ttgt_distributed_tensor* a, double* norm) {
    return together(
        communicator,
        [&](int rank) {
            check_given(norm, "norm");
            const ttgt::DistributedView view = given_view(a, rank, "a");
            return TwoTensors{find_context(context), view, view};
        },
        [&](ttgt::Communicator& ranks, const TwoTensors& read) {
            *norm = ttgt::norm(ranks, read.first, read.context.get());
        });
}

ttgt_status ttgt_distributed_write_npy(ttgt_communicator communicator, const char* path,
                                       const ttgt_distributed_tensor* tensor) {
    return together(
        communicator, [&](int rank) { return read_file_call(path, tensor, rank); },
        [](ttgt::Communicator& ranks, const TensorAndPath& read) {
            ttgt::write_npy(ranks, read.path, read.tensor);
        });
}

ttgt_status ttgt_distributed_read_npy(ttgt_communicator communicator, const char* path,
                                      const ttgt_distributed_tensor* tensor) {
    return together(
        communicator, [&](int rank) { return read_file_call(path, tensor, rank); },
        [](ttgt::Communicator& ranks, const TensorAndPath& read) {
            ttgt::read_npy(ranks, read.path, read.tensor);
        });
}
