// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/link_rates.h>

#include <span>
#include <string>
#include <string_view>

namespace ttgt {

/// Rates that a plan is made by, and where they are from, for explain().
template <class Rates>
struct ChosenRates {
    Rates rates;       ///< the rates
    std::string from;  ///< where the rates are from, for explain()
};

/// Rates as they stand in a file.
struct LinkRatesFile {
    LinkRates rates;   ///< the rates in the file
    std::string path;  ///< path of the file
};

/// Throws InvalidArgument naming `path` and the key that is missing or no number above 0.
[[nodiscard]] LinkRates parse_link_rates(std::string_view text, const std::string& path);

/// What rates must have been measured on to serve a plan.
struct LinkRatesRequest {
    /// Name that all devices have. Empty if the devices have different names; no file serves then.
    std::string name;
    Device::Kind kind = Device::Kind::cpu;  ///< kind of the devices
    std::size_t devices = 1;                ///< number of devices
    std::string transport{};                ///< transport of the ranks; empty: any
};

/// The first file whose rates meet the request; null if there is none.
[[nodiscard]] const LinkRatesFile* find_link_rates(std::span<const LinkRatesFile> files,
                                                   const LinkRatesRequest& request);

/// What tiles of tensors in host memory are planned by where the options give no rates: a file's of
/// those that TTGT_CALIBRATION names, else the built-in ones. Throws as parse_link_rates() does of
/// those files.
[[nodiscard]] ChosenRates<HostLinkRates> default_host_rates(std::span<const Device> devices);
/// The rates by which contractions over ranks, each on a device, are planned where the options give
/// no rates: those of a file that TTGT_CALIBRATION names, else the built-in ones. Throws as
/// parse_link_rates() does of those files.
[[nodiscard]] ChosenRates<RankRates> default_rank_rates(const LinkRatesRequest& request);

/// ChosenRates::from for rates that the options give.
inline constexpr const char* from_options = "given";
/// ChosenRates::from for the built-in rates.
inline constexpr const char* built_in = "built in, of no machine in particular";

}  // namespace ttgt
