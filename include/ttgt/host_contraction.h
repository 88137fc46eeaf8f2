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

/// Contractions of tensors in host memory on devices, tile by tile, so that no tensor needs to fit
/// into a device's memory. A tile of D stays on its device until it is complete. Tiles of L and R
/// are copied to the device while it multiplies earlier tiles.
namespace ttgt {

/// How a contraction of tensors in host memory is planned. `workspace_limit` is the most bytes of
/// each device's memory that the plan may hold, tiles included. If it is `unlimited`, the plan may
/// hold most of the device's memory.
struct HostContractionOptions : PlanOptions {
    /// The devices that share the work. Empty: the context's device. A CPU is allowed; its tiles
    /// are copied within host memory.
    std::vector<Device> devices{};
    /// The rates by which the tiles are chosen. Unset: the rates in the first file named by
    /// TTGT_CALIBRATION that were measured on as many devices of the same name; if there is none,
    /// the built-in rates.
    std::optional<HostLinkRates> rates{};
    /// Bytes of one chunk of page-locked staging memory. A tile is copied chunk by chunk through
    /// such memory where the operand's own memory is not page-locked. The default is long enough
    /// for several threads to pack a chunk together, and short enough for the CPU's caches.
    std::int64_t chunk_bytes = std::int64_t{16} << 20;

    bool operator==(const HostContractionOptions&) const = default;
};

/// What one device did in a run. Copies to the device, products, and copies from the device
/// overlap in time.
struct HostDeviceReport {
    Device device;                        ///< which device
    std::int64_t bytes_from_host = 0;     ///< bytes copied from host memory to this device
    std::int64_t bytes_from_devices = 0;  ///< bytes of tiles copied from another GPU to this device
    std::int64_t bytes_to_host = 0;       ///< bytes copied from this device to host memory
    double packing_ms = 0;   ///< milliseconds in which the CPU packed tiles for this device
    double copy_in_ms = 0;   ///< milliseconds of copies to this device, waits for packing included
    double products_ms = 0;  ///< milliseconds of matrix products on this device
    double copy_out_ms = 0;  ///< milliseconds of copies to the host, unpacking included
};

/// What a run of a HostContractionPlan computed and what it cost.
struct HostContractionReport {
    /// The report of all devices together. `total_ms` is the time until the last device was done;
    /// `gemm_ms` is the `products_ms` of the device that multiplied longest; `steps` is empty.
    Report report;
    /// What each device did.
    std::vector<HostDeviceReport> devices;
};
/// The report as a table for people.
[[nodiscard]] TTGT_EXPORT std::string to_text(const HostContractionReport& report);

class PlannedHostContraction;  // the implementation of a plan

/// A plan: one way to compute D = alpha*s*op(L)*op(R) + beta*D on tensors in host memory. s is the
/// product of the expression's literal factors and its sign. The plan holds device memory and
/// page-locked host memory until it is destroyed.
class TTGT_EXPORT HostContractionPlan {
public:
    ~HostContractionPlan();
    HostContractionPlan(HostContractionPlan&&) noexcept;
    HostContractionPlan& operator=(HostContractionPlan&&) noexcept;
    HostContractionPlan(const HostContractionPlan&) = delete;  // a copy would need as much memory
    HostContractionPlan& operator=(const HostContractionPlan&) = delete;

    /// Describes the plan: the tiles, what each device does and holds, predicted times, the rates
    /// behind these times, and how a tile is contracted.
    [[nodiscard]] std::string explain() const;
    /// The bytes of memory that the plan holds on each device.
    [[nodiscard]] std::int64_t device_bytes() const noexcept;
    /// The bytes of page-locked host memory that the plan holds for staging. A run does not use
    /// them for an operand whose own memory is page-locked and whose tiles have long rows.
    [[nodiscard]] std::int64_t staging_bytes() const noexcept;
    /// The predicted time of a run in milliseconds.
    [[nodiscard]] double predicted_ms() const noexcept;
    /// The bytes that a run copies to all devices together. A tile that is copied twice counts
    /// twice.
    [[nodiscard]] std::int64_t brought_bytes() const;

    /// Computes D into `d` and waits for the end. Each pointer is the address of element (0, 0, …)
    /// of its operand in the planned layout, in host memory. If alpha = 0, L and R are not read; if
    /// beta = 0, D is not read. Every run of one plan on equal inputs gives equal bits. Only one
    /// thread at a time runs a plan; calls from other threads wait.
    ///
    /// Throws before anything is written: InvalidArgument where a pointer is null, beta does not
    /// fit the plan, a scalar is complex and D real, or `options` has a workspace or a stream;
    /// OperandCountMismatch where the number of inputs is wrong; OverlapError where D overlaps an
    /// input. Throws DeviceError where a device fails; parts of D may then have been written.
    void run(void* d, std::span<const void* const> inputs, const RunOptions& options = {}) const;
    /// Runs the plan as run() does and times it. Takes a little longer than run().
    HostContractionReport profile(void* d, std::span<const void* const> inputs,
                                  const RunOptions& options = {}) const;

private:
    friend HostContractionPlan plan_host_contraction(Context& context, std::string_view expression,
                                                     const std::vector<OperandLayout>& operands,
                                                     const HostContractionOptions& options);
    explicit HostContractionPlan(std::unique_ptr<const PlannedHostContraction> planned);

    std::unique_ptr<const PlannedHostContraction> planned_;
};

/// Plans one product of one or two tensors in host memory on the devices of `options`. `operands`
/// are in the order of the expression, the output first. The number of threads and the calibration
/// are the context's. Throws what plan_contraction() throws; Unsupported for sums and for products
/// of more than two tensors; InvalidArgument where no tiles fit into the workspace limit, a rate is
/// not positive, or `chunk_bytes` is below workspace_alignment; OutOfMemory where a device or the
/// host lacks memory.
[[nodiscard]] TTGT_EXPORT HostContractionPlan plan_host_contraction(
    Context& context, std::string_view expression, const std::vector<OperandLayout>& operands,
    const HostContractionOptions& options = {});

}  // namespace ttgt
