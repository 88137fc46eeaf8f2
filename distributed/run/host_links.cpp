// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/host_links.h"

#include <ttgt/contraction.h>
#include <ttgt/tensor.h>

#include <chrono>
#include <cstring>

namespace ttgt {
namespace {

/// HostLinks of a CPU that is used as a device: both memories are host memory, and the two
/// directions are copied one after the other.
class CpuHostLinks final : public HostLinks {
public:
    explicit CpuHostLinks(Context& context)
        : host_(allocate_host(bytes_)),
          tile_(allocate_host(bytes_)),
          copy_(plan_contraction(context, "D(a)=L(a)", {vector(), vector()})) {
        // Writing the memory gives it pages of its own. Before, all of it may be one shared page of
        // zeros, which is read faster.
        std::memset(host_.get(), 0, static_cast<std::size_t>(bytes_));
        std::memset(tile_.get(), 0, static_cast<std::size_t>(bytes_));
    }

    [[nodiscard]] std::int64_t bytes() const noexcept override { return bytes_; }

    Seconds copy() override {
        const double to_device = seconds(tile_.get(), host_.get());
        return {to_device, seconds(host_.get(), tile_.get())};
    }

    double copy_in_memory() override { return seconds(tile_.get(), host_.get()); }

private:
    static constexpr std::int64_t bytes_ = std::int64_t{64} << 20;

    [[nodiscard]] static OperandLayout vector() { return {DType::float64, packed({bytes_ / 8})}; }

    [[nodiscard]] double seconds(void* to, const void* from) const {
        const auto begin = std::chrono::steady_clock::now();
        copy_.run(to, from);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        return taken.count();
    }

    std::unique_ptr<void, HostDelete> host_;
    std::unique_ptr<void, HostDelete> tile_;
    ContractionPlan copy_;
};

}  // namespace

std::unique_ptr<HostLinks> make_host_links(Context& context) {
    if (context.options().device.kind == Device::Kind::cuda) return make_cuda_host_links(context);
    return std::make_unique<CpuHostLinks>(context);
}

}  // namespace ttgt
