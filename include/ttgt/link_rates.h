// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/export.h>

#include <string>
#include <vector>

/// What work that several devices share is planned by: how fast bytes come to a device and leave
/// it. `ttgt calibrate --devices` measures it and writes it to a file, which TTGT_CALIBRATION may
/// name among others: plans whose options give no rates go by the first such file for as many
/// devices of that name.
namespace ttgt {

/// What tiles of tensors in host memory are chosen by, for each device. Those that stand here are
/// of no machine in particular.
struct HostLinkRates {
    double to_device_bytes_per_second = 50e9;
    double from_device_bytes_per_second = 50e9;
    /// Of the device's memory, which a product reads and writes its tile of D through.
    double device_bytes_per_second = 4e12;

    bool operator==(const HostLinkRates&) const = default;
};

/// What the model of `docs/algorithms/scale_out.md` prices by, for each rank. Those that stand here
/// are of no machine in particular.
struct RankRates {
    double flops_per_second = 30e9;         ///< of a large matrix product
    double link_bytes_per_second = 5e9;     ///< received while sending as much
    double message_seconds = 5e-6;          ///< what a message takes beside its bytes
    double memory_bytes_per_second = 10e9;  ///< of a copy, read plus written

    friend bool operator==(const RankRates&, const RankRates&) = default;
};

/// What was measured on devices of one machine, all of them at work at once.
struct LinkRates {
    std::string name;  ///< of each device, as `ttgt devices` shows it
    Device::Kind kind = Device::Kind::cpu;
    int devices = 1;        ///< how many worked at once
    HostLinkRates host{};   ///< the slowest device's
    RankRates ranks{};      ///< the slowest rank's, a rank for each device
    std::string transport;  ///< what carried their messages: "threads", "threads with GPUs"

    friend bool operator==(const LinkRates&, const LinkRates&) = default;
};

/// Reads a file of `ttgt calibrate --devices`. Throws InvalidArgument naming the file and the key
/// that is missing or no number above 0.
[[nodiscard]] TTGT_EXPORT LinkRates read_link_rates(const std::string& path);
/// The text of such a file: JSON, one key for each member.
[[nodiscard]] TTGT_EXPORT std::string to_json(const LinkRates& rates);

/// Measures both kinds on these devices, all at work at once, some seconds; `threads` CPU threads
/// (0: OpenMP's default) are shared out among them. Copies to and from CUDA devices go both ways at
/// once, from page-locked memory; a CPU that stands for a device copies within host memory, one way
/// at a time. A device may stand there several times. Throws InvalidArgument where there are none,
/// they are of different kinds or names, or `threads` is negative; what a Context on one of them
/// throws; OutOfMemory, DeviceError.
[[nodiscard]] TTGT_EXPORT LinkRates measure_link_rates(const std::vector<Device>& devices,
                                                       int threads = 0);

}  // namespace ttgt
