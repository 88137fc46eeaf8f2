// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/contraction.h>
#include <ttgt/device.h>
#include <ttgt/export.h>
#include <ttgt/link_rates.h>
#include <ttgt/report.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Contractions of tensors in host memory by devices, tile by tile: no tensor needs to fit into a
/// device's memory. Tiles of D stay on a device until they are complete; tiles of L and R pass
/// through it while others are multiplied.
namespace ttgt {

/// How a contraction of tensors in host memory is planned. The workspace limit is the bytes of each
/// device's memory that the plan may hold, tiles included; unlimited: most of the device's memory.
struct HostContractionOptions : PlanOptions {
    /// That share the work; empty: the context's. A CPU may
    /// stand for one: tiles are then copied within host memory.
    std::vector<Device> devices{};
    /// Unset: those measured for as many devices of that name that TTGT_CALIBRATION names, else the
    /// built-in ones.
    std::optional<HostLinkRates> rates{};
    /// Of page-locked memory that a tile is copied through at a time, where the operand's own is
    /// not page-locked: long enough for threads to share, short enough for the CPU's caches.
    std::int64_t chunk_bytes = std::int64_t{16} << 20;

    bool operator==(const HostContractionOptions&) const = default;
};

/// What one device did in a run. Its copies in, products and copies out go on at the same time.
struct HostDeviceReport {
    Device device;
    std::int64_t bytes_from_host = 0;
    std::int64_t bytes_from_devices = 0;  ///< of tiles that another GPU held
    std::int64_t bytes_to_host = 0;
    double packing_ms = 0;  ///< of the CPU: tiles on their way in
    double copy_in_ms = 0;  ///< with what copies waited for packing
    double products_ms = 0;
    double copy_out_ms = 0;  ///< with what unpacking took
};

/// What a run was and what it cost. The report is that of the whole: `total_ms` until the last
/// device was done, `gemm_ms` the products of the device that multiplied longest; no steps.
struct HostContractionReport {
    Report report;
    std::vector<HostDeviceReport> devices;
};
/// As a table for people.
[[nodiscard]] TTGT_EXPORT std::string to_text(const HostContractionReport& report);

class PlannedHostContraction;  // what a plan hides

/// One way to compute D = alpha*s*op(L)*op(R) + beta*D over tensors in host memory. It holds memory
/// of the devices and page-locked memory of the host until it is destroyed.
class TTGT_EXPORT HostContractionPlan {
public:
    ~HostContractionPlan();
    HostContractionPlan(HostContractionPlan&&) noexcept;
    HostContractionPlan& operator=(HostContractionPlan&&) noexcept;
    HostContractionPlan(const HostContractionPlan&) = delete;  // of much memory
    HostContractionPlan& operator=(const HostContractionPlan&) = delete;

    /// The tiles, what each device does and holds, predicted times and the rates behind them, and
    /// how a tile is contracted.
    [[nodiscard]] std::string explain() const;
    /// Bytes of each device's memory that the plan holds.
    [[nodiscard]] std::int64_t device_bytes() const noexcept;
    /// Page-locked bytes of the host that it holds. Where an operand's own memory is page-locked
    /// and its tiles have long rows, they are not used.
    [[nodiscard]] std::int64_t staging_bytes() const noexcept;
    [[nodiscard]] double predicted_ms() const noexcept;
    /// Bytes that a run copies to all devices together; a tile counts as often as it comes.
    [[nodiscard]] std::int64_t brought_bytes() const;

    /// Computes into `d` and waits for the end. Pointers address element (0, 0, …) of the planned
    /// layouts, in host memory. alpha = 0 reads neither L nor R, beta = 0 does not read D. The same
    /// plan gives the same bits. One thread runs a plan at a time; others wait for it.
    ///
    /// Throws InvalidArgument where a pointer is null, beta does not fit the plan, a scalar is
    /// complex and D real, or `options` has a workspace or a stream; OperandCountMismatch;
    /// OverlapError where D overlaps an input: nothing is written then. Throws DeviceError where a
    /// device fails, possibly after parts of D were written.
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options = {}) const;
    /// A run that is timed, a little longer than run() for it.
    HostContractionReport profile(void* d, std::span<const void* const> inputs,
                                  const RunOptions& options = {}) const;

private:
    friend HostContractionPlan plan_host_contraction(Context& context, std::string_view expression,
                                                     const std::vector<OperandLayout>& operands,
                                                     const HostContractionOptions& options);
    explicit HostContractionPlan(std::unique_ptr<const PlannedHostContraction> planned);

    std::unique_ptr<const PlannedHostContraction> planned_;
};

/// Plans one product of one or two tensors in host memory, output first, for the devices of the
/// options; threads and calibration are the context's. Throws what plan_contraction() throws;
/// Unsupported for sums and products of more tensors; InvalidArgument where the limit holds no
/// tiles at all or a rate or chunk is not positive; OutOfMemory where the devices or the host lack
/// the memory.
[[nodiscard]] TTGT_EXPORT HostContractionPlan plan_host_contraction(
    Context& context, std::string_view expression, const std::vector<OperandLayout>& operands,
    const HostContractionOptions& options = {});

}  // namespace ttgt
