// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/support/rank_crew.h"

#include <ttgt/error.h>

#include "benchmarks/support/device_ranks.h"

namespace ttgt::bench {
namespace {

class ThreadCrew final : public RankCrew {
public:
    explicit ThreadCrew(const std::vector<Device>& devices) : RankCrew(devices, 0) {}
    void run(const Body& body) override { on_devices(devices(), body); }
};

}  // namespace

void with_crew(const std::string& kind, const std::vector<Device>& devices,
               const std::function<void(RankCrew&)>& work) {
    if (kind == "processes") return with_nccl_processes(devices, work);
    if (kind == "nccl") {
        const std::unique_ptr<RankCrew> crew = make_nccl_crew(devices);
        return work(*crew);
    }
    if (kind != "threads") {
        throw InvalidArgument("ranks are threads, nccl or processes, not " + kind);
    }
    ThreadCrew crew(devices);
    work(crew);
}

}  // namespace ttgt::bench
