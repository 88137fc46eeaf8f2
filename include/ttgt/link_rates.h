// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/device.h>
#include <ttgt/export.h>

#include <string>
#include <vector>

/// Rates by which work shared by several devices is planned: how many bytes per second are copied
/// to a device and from it. `ttgt calibrate --devices` measures these rates and writes them to a
/// file, which the environment variable TTGT_CALIBRATION may name. A plan whose options have no
/// rates uses the first such file that was measured on as many devices of the same name.
namespace ttgt {

/// The rates of one device by which the tiles of tensors in host memory are chosen. The default
/// values are round numbers, measured on no machine.
struct HostLinkRates {
    /// Bytes per second copied from host memory to the device.
    double to_device_bytes_per_second = 50e9;
    /// Bytes per second copied from the device to host memory.
    double from_device_bytes_per_second = 50e9;
    /// Bytes per second of the device's memory, read plus written. A product of tiles is predicted
    /// to read and write its tile of D at this rate.
    double device_bytes_per_second = 4e12;

    bool operator==(const HostLinkRates&) const = default;
};

/// The rates of one rank by which contractions over ranks are priced
/// (docs/algorithms/scale_out.md). The default values are round numbers, measured on no machine.
struct RankRates {
    double flops_per_second = 30e9;  ///< operations per second of a large matrix product
    /// Bytes per second that a rank receives while it sends as many.
    double link_bytes_per_second = 5e9;
    double message_seconds = 5e-6;          ///< seconds that each message takes in addition
    double memory_bytes_per_second = 10e9;  ///< bytes per second of a copy, read plus written

    friend bool operator==(const RankRates&, const RankRates&) = default;
};

/// Rates that were measured on equal devices of one machine, all working at the same time.
struct LinkRates {
    std::string name;                       ///< name of the devices, as `ttgt devices` shows it
    Device::Kind kind = Device::Kind::cpu;  ///< kind of the devices
    int devices = 1;                        ///< number of devices that worked at the same time
    HostLinkRates host{};                   ///< rates of the slowest device
    RankRates ranks{};                      ///< rates of the slowest rank; each device was one rank
    /// What carried the messages between ranks: "threads" or "threads with GPUs".
    std::string transport;

    friend bool operator==(const LinkRates&, const LinkRates&) = default;
};

/// Reads a file that `ttgt calibrate --devices` wrote. Throws InvalidArgument naming the file and
/// the key that is missing or is not a number above 0.
[[nodiscard]] TTGT_EXPORT LinkRates read_link_rates(const std::string& path);
/// The text of a file that read_link_rates() reads: JSON with one key for each member.
[[nodiscard]] TTGT_EXPORT std::string to_json(const LinkRates& rates);

/// Measures LinkRates::host and LinkRates::ranks on these devices, all working at the same time.
/// Takes some seconds. `threads` CPU threads (0: OpenMP's default) are divided among the devices.
/// On CUDA devices, copies to and from page-locked host memory run in both directions at the same
/// time. A CPU copies within host memory, one direction at a time. The list may name a device
/// several times. Throws InvalidArgument where the list is empty, the devices differ in kind or
/// name, or `threads` is negative; what Context's constructor throws; OutOfMemory; DeviceError.
[[nodiscard]] TTGT_EXPORT LinkRates measure_link_rates(const std::vector<Device>& devices,
                                                       int threads = 0);

}  // namespace ttgt
