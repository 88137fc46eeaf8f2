// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks of NCCL communicators, in threads or in processes that this one starts.
#include <dlfcn.h>
#include <nccl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ttgt/error.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <thread>

#include <fmt/format.h>

#include "benchmarks/support/device_ranks.h"
#include "benchmarks/support/rank_crew.h"
#include "src/runtime/cuda/device_scope.h"

namespace ttgt::bench {
namespace {

/// Of libnccl.so.2, which stays loaded.
template <class Function>
Function nccl_function(const char* name) {
    static void* const library = dlopen("libnccl.so.2", RTLD_LAZY);
    if (library == nullptr) throw Unsupported(fmt::format("no libnccl.so.2: {}", dlerror()));
    void* const function = dlsym(library, name);
    if (function == nullptr) throw Unsupported(fmt::format("libnccl.so.2 has no {}", name));
    return reinterpret_cast<Function>(function);
}
#define TTGT_NCCL_CALL(function, ...) \
    check(nccl_function<decltype(&function)>(#function)(__VA_ARGS__), #function)

void check(ncclResult_t result, const char* call) {
    if (result == ncclSuccess) return;
    throw DeviceError(fmt::format("{} failed with status {}", call, static_cast<int>(result)));
}

void destroy(ncclComm_t communicator) {
    (void)nccl_function<decltype(&ncclCommDestroy)>("ncclCommDestroy")(communicator);
}

class NcclThreads final : public RankCrew {
public:
    explicit NcclThreads(const std::vector<Device>& devices)
        : RankCrew(devices, 0), communicators_(devices.size()) {
        std::vector<int> indices;
        for (const Device& device : devices) indices.push_back(device.index);
        TTGT_NCCL_CALL(ncclCommInitAll, communicators_.data(), ranks(), indices.data());
    }
    ~NcclThreads() override {
        for (ncclComm_t communicator : communicators_) destroy(communicator);
    }
    NcclThreads(const NcclThreads&) = delete;
    NcclThreads(NcclThreads&&) = delete;
    NcclThreads& operator=(const NcclThreads&) = delete;
    NcclThreads& operator=(NcclThreads&&) = delete;

    void run(const Body& body) override {
        on_threads(
            devices(),
            [&](std::size_t rank) { return Communicator::from_nccl(communicators_[rank]); }, body);
    }

private:
    std::vector<ncclComm_t> communicators_;
};

/// One rank, this process.
class NcclProcess final : public RankCrew {
public:
    NcclProcess(const std::vector<Device>& devices, std::size_t rank, const ncclUniqueId& id)
        : RankCrew(devices, rank) {
        const cuda::DeviceScope scope(device().index);
        TTGT_NCCL_CALL(ncclCommInitRank, &communicator_, ranks(), id, static_cast<int>(rank));
    }
    ~NcclProcess() override { destroy(communicator_); }
    NcclProcess(const NcclProcess&) = delete;
    NcclProcess(NcclProcess&&) = delete;
    NcclProcess& operator=(const NcclProcess&) = delete;
    NcclProcess& operator=(NcclProcess&&) = delete;

    void run(const Body& body) override {
        on_threads(
            {device()}, [&](std::size_t) { return Communicator::from_nccl(communicator_); }, body);
    }

private:
    ncclComm_t communicator_ = nullptr;
};

/// What processes share: where they meet.
struct MeetingPoint {
    std::atomic<bool> is_known{false};
    ncclUniqueId id{};
};

MeetingPoint& make_meeting_point() {
    void* const memory = mmap(nullptr, sizeof(MeetingPoint), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw OutOfMemory("no memory that processes share");
    return *new (memory) MeetingPoint;
}

void meet(MeetingPoint& point, std::size_t rank) {
    if (rank == 0) {
        TTGT_NCCL_CALL(ncclGetUniqueId, &point.id);
        point.is_known = true;
    }
    const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!point.is_known) {
        if (std::chrono::steady_clock::now() > last) {
            throw DeviceError("rank 0 has not begun for a minute");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

/// In a process of its own; returns its exit status.
int work_as_rank(const std::vector<Device>& devices, std::size_t rank, MeetingPoint& point,
                 const std::function<void(RankCrew&)>& work) {
    try {
        meet(point, rank);
        NcclProcess crew(devices, rank, point.id);
        work(crew);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "rank {}: {}\n", rank, error.what());
        return 1;
    }
}

}  // namespace

std::unique_ptr<RankCrew> make_nccl_crew(const std::vector<Device>& devices) {
    return std::make_unique<NcclThreads>(devices);
}

void with_nccl_processes(const std::vector<Device>& devices,
                         const std::function<void(RankCrew&)>& work) {
    MeetingPoint& point = make_meeting_point();
    std::vector<pid_t> processes;
    std::fflush(nullptr);
    for (std::size_t rank = 0; rank < devices.size(); ++rank) {
        const pid_t process = fork();
        if (process == 0) {
            const int status = work_as_rank(devices, rank, point, work);
            std::fflush(nullptr);
            _exit(status);  // the parent's objects are the parent's to destroy
        }
        if (process > 0) processes.push_back(process);
    }
    bool has_failed = processes.size() < devices.size();
    for (std::size_t left = processes.size(); left > 0; --left) {
        // The others wait for a rank that failed, or was never started.
        if (has_failed) {
            for (const pid_t process : processes) (void)kill(process, SIGTERM);
        }
        int status = 0;
        if (wait(&status) < 0 || status != 0) has_failed = true;
    }
    if (has_failed) throw DeviceError("a rank's process failed");
}

}  // namespace ttgt::bench
