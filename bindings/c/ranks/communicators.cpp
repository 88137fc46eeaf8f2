// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/c/ranks/communicators.h"

#include <ttgt/c_ranks.h>
#include <ttgt/distributed.h>

#include <memory>
#include <utility>
#include <vector>

#include "bindings/c/status.h"

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

}  // namespace

HandleTable<Communicator>& communicators() {
    static auto& table = *new HandleTable<Communicator>("communicator");
    return table;
}

HandleTable<const PlannedDistributedCall>& distributed_plans() {
    static auto& table = *new HandleTable<const PlannedDistributedCall>("plan over ranks");
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
