// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/ranks/communicators.h"

#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/status.h"
#include "distributed/run/agreement.h"

namespace ttgt::c {
namespace {

std::vector<Communicator> local_ranks(std::int32_t ranks, const char* const* devices) {
    if (devices == nullptr) return Communicator::local(ranks);
    std::vector<Device> of_ranks;
    for (std::int32_t rank = 0; rank < ranks; ++rank) {
        check_given(devices[rank], "devices");
        of_ranks.push_back(parse_device(devices[rank]));
    }
    return Communicator::local(of_ranks);
}

std::uint64_t keep(Communicator communicator) {
    return communicators().insert(std::make_shared<Communicator>(std::move(communicator)));
}

/// An error of that status, of a type that ranks send to each other.
std::exception_ptr error_of(ttgt_status status, const std::string& message) {
    switch (status) {
        case TTGT_ERROR_EXPRESSION:
            return std::make_exception_ptr(Error(Status::expression, message));
        case TTGT_ERROR_INVALID_ARGUMENT:
            return std::make_exception_ptr(InvalidArgument(message));
        case TTGT_ERROR_UNSUPPORTED:
            return std::make_exception_ptr(Unsupported(message));
        case TTGT_ERROR_OUT_OF_MEMORY:
            return std::make_exception_ptr(OutOfMemory(message));
        case TTGT_ERROR_SHAPE:
            return std::make_exception_ptr(ShapeMismatch(message));
        case TTGT_ERROR_OPERAND_COUNT:
            return std::make_exception_ptr(OperandCountMismatch(message));
        case TTGT_ERROR_ALIASED_OUTPUT:
            return std::make_exception_ptr(AliasedOutput(message));
        case TTGT_ERROR_OVERLAP:
            return std::make_exception_ptr(OverlapError(message));
        default:
            return std::make_exception_ptr(DeviceError(message));
    }
}

}  // namespace

HandleTable<Communicator>& communicators() {
    static auto& table = *new HandleTable<Communicator>("communicator");
    return table;
}

HandleTable<const PlannedDistributedCall>& distributed_plans() {
    static auto& table = *new HandleTable<const PlannedDistributedCall>("plan over ranks");
    return table;
}

HandleTable<const PlannedDistributedProgram>& distributed_programs() {
    static auto& table = *new HandleTable<const PlannedDistributedProgram>("program over ranks");
    return table;
}

HandleTable<const PlannedDistributedEvaluation>& distributed_evaluations() {
    static auto& table =
        *new HandleTable<const PlannedDistributedEvaluation>("plan of a formula over ranks");
    return table;
}

HandleTable<OwnedRankTensor>& rank_tensors() {
    static auto& table = *new HandleTable<OwnedRankTensor>("tensor over ranks");
    return table;
}

}  // namespace ttgt::c

using namespace ttgt::c;  // NOLINT(google-build-using-namespace): the functions below are C's

ttgt_status ttgt_communicator_create_world(ttgt_communicator* communicator) {
    return guarded([&] {
        check_given(communicator, "communicator");
        communicator->id = keep(ttgt::Communicator::world());
    });
}

ttgt_status ttgt_communicator_create_mpi(int32_t fortran_handle, ttgt_communicator* communicator) {
    return guarded([&] {
        check_given(communicator, "communicator");
        communicator->id = keep(ttgt::Communicator::from_mpi(fortran_handle));
    });
}

ttgt_status ttgt_communicator_create_nccl(void* nccl, ttgt_communicator* communicator) {
    return guarded([&] {
        check_given(communicator, "communicator");
        communicator->id = keep(ttgt::Communicator::from_nccl(nccl));
    });
}

ttgt_status ttgt_communicator_create_local(int32_t rank_count, const char* const* devices,
                                           ttgt_communicator* handles) {
    return guarded([&] {
        check_given(handles, "handles");
        std::vector<ttgt::Communicator> ranks = local_ranks(rank_count, devices);
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            handles[rank].id = keep(std::move(ranks[rank]));
        }
    });
}

ttgt_status ttgt_communicator_destroy(ttgt_communicator communicator) {
    return guarded([&] {
        if (communicator.id != 0) (void)communicators().remove(communicator.id);
    });
}

ttgt_status ttgt_communicator_rank(ttgt_communicator communicator, int32_t* rank,
                                   int32_t* rank_count) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> found = communicators().at(communicator.id);
        if (rank != nullptr) *rank = found->rank();
        if (rank_count != nullptr) *rank_count = found->ranks();
    });
}

ttgt_status ttgt_communicator_set_timeout(ttgt_communicator communicator, double seconds) {
    return guarded([&] { communicators().at(communicator.id)->set_timeout(seconds); });
}

ttgt_status ttgt_communicator_fail(ttgt_communicator communicator, ttgt_status status,
                                   const char* message) {
    return guarded([&] {
        const std::shared_ptr<ttgt::Communicator> ranks = communicators().at(communicator.id);
        check_given(message, "message");
        if (status < TTGT_ERROR_EXPRESSION || status > TTGT_ERROR_MISSING_BLOCK) {
            throw ttgt::InvalidArgument(fmt::format("{} is the status of no failure", status));
        }
        ttgt::agree(*ranks->transport(),
                    error_of(status, fmt::format("rank {} cannot make this call: {}", ranks->rank(),
                                                 message)));
    });
}
