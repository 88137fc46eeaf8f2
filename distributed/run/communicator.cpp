// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <algorithm>

#include <fmt/format.h>

#include "distributed/run/transport.h"

namespace ttgt {

double largest(Transport& transport, double number) {
    const std::vector<double> all = transport.all_numbers({&number, 1});
    return *std::max_element(all.begin(), all.end());
}

Communicator::Communicator(std::shared_ptr<Transport> transport)
    : transport_(std::move(transport)) {}
Communicator::~Communicator() = default;
Communicator::Communicator(Communicator&&) noexcept = default;
Communicator& Communicator::operator=(Communicator&&) noexcept = default;

Communicator Communicator::from_mpi(int fortran_handle) {
    return Communicator(make_mpi_ranks(fortran_handle));
}

Communicator Communicator::world() { return Communicator(make_mpi_world()); }

Communicator Communicator::from_nccl(void* communicator) {
    return Communicator(make_nccl_rank(communicator));
}

std::vector<Communicator> Communicator::local(int ranks) {
    if (ranks < 1) throw InvalidArgument(fmt::format("there cannot be {} ranks", ranks));
    std::vector<Communicator> all;
    for (std::shared_ptr<Transport>& transport : make_thread_ranks(ranks)) {
        all.push_back(Communicator(std::move(transport)));
    }
    return all;
}

std::vector<Communicator> Communicator::local(const std::vector<Device>& devices) {
    if (devices.empty()) throw InvalidArgument("there are no devices for ranks");
    std::vector<Communicator> all;
    for (std::shared_ptr<Transport>& transport : make_device_ranks(devices)) {
        all.push_back(Communicator(std::move(transport)));
    }
    return all;
}

int Communicator::rank() const noexcept { return transport_->rank(); }
int Communicator::ranks() const noexcept { return transport_->ranks(); }
void Communicator::set_timeout(double seconds) {
    if (!(seconds > 0)) {
        throw InvalidArgument(fmt::format("{} s is no time to wait for other ranks", seconds));
    }
    transport_->set_timeout(seconds);
}
bool Communicator::has_distributed_gemm() const noexcept { return transport_->has_matrix_grids(); }

}  // namespace ttgt
