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
    Rates rates;
    std::string from;
};

/// Rates as they stand in a file.
struct LinkRatesFile {
    LinkRates rates;
    std::string path;
};

/// Throws InvalidArgument naming `path` and the key that is missing or no number above 0.
[[nodiscard]] LinkRates parse_link_rates(std::string_view text, const std::string& path);

/// What rates must have been measured on to serve a plan.
struct LinkRatesRequest {
    std::string name;  ///< of each device; empty: they have different ones, and nothing serves
    Device::Kind kind = Device::Kind::cpu;
    std::size_t devices = 1;
    std::string transport{};  ///< of ranks; empty: any
};

/// The first file that serves; null where there is none.
[[nodiscard]] const LinkRatesFile* find_link_rates(std::span<const LinkRatesFile> files,
                                                   const LinkRatesRequest& request);

/// What tiles of tensors in host memory are planned by where the options give no rates: a file's of
/// those that TTGT_CALIBRATION names, else the built-in ones. Throws as parse_link_rates() does of
/// those files.
[[nodiscard]] ChosenRates<HostLinkRates> default_host_rates(std::span<const Device> devices);
/// The same for ranks, each on a device.
[[nodiscard]] ChosenRates<RankRates> default_rank_rates(const LinkRatesRequest& request);

/// Where rates of the options, and the built-in ones, are from.
inline constexpr const char* from_options = "given";
inline constexpr const char* built_in = "built in, of no machine in particular";

}  // namespace ttgt
