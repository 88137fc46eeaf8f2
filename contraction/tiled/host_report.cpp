// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/host_contraction.h>

#include <fmt/format.h>

namespace ttgt {

std::string to_text(const HostContractionReport& report) {
    const auto row = [](const auto& device, const auto& from_host, const auto& from_devices,
                        const auto& to_host, const auto& packing, const auto& in,
                        const auto& products, const auto& out) {
        return fmt::format("  {:<8} {:>12} {:>15} {:>10} {:>10} {:>10} {:>12} {:>11}\n", device,
                           from_host, from_devices, to_host, packing, in, products, out);
    };
    std::string text = to_text(report.report);
    text += row("device", "GB from host", "GB from devices", "GB to host", "packing ms",
                "copy in ms", "products ms", "copy out ms");
    const auto number = [](double value) { return fmt::format("{:.4g}", value); };
    const auto gigabytes = [&](std::int64_t bytes) {
        return number(1e-9 * static_cast<double>(bytes));
    };
    for (const HostDeviceReport& device : report.devices) {
        text += row(to_string(device.device), gigabytes(device.bytes_from_host),
                    gigabytes(device.bytes_from_devices), gigabytes(device.bytes_to_host),
                    number(device.packing_ms), number(device.copy_in_ms),
                    number(device.products_ms), number(device.copy_out_ms));
    }
    return text;
}

}  // namespace ttgt
