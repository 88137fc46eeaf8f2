// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/link_rates_file.h"

#include <algorithm>

#include "src/context/calibration_file.h"
#include "src/context/calibration_reader.h"
#include "src/core/files/text_file.h"
#include "src/runtime/devices.h"

namespace ttgt {
namespace {

using Json = CalibrationReader::Json;

Device::Kind read_kind(const CalibrationReader& reader) {
    const std::string kind = reader.text("between");
    if (kind == "cpu") return Device::Kind::cpu;
    if (kind != "cuda") reader.fail("between", "is neither cpu nor cuda");
    return Device::Kind::cuda;
}

HostLinkRates read_host_rates(const CalibrationReader& reader) {
    HostLinkRates rates;
    rates.to_device_bytes_per_second = reader.number("to_device_bytes_per_second");
    rates.from_device_bytes_per_second = reader.number("from_device_bytes_per_second");
    rates.device_bytes_per_second = reader.number("device_bytes_per_second");
    return rates;
}

RankRates read_rank_rates(const CalibrationReader& reader) {
    RankRates rates;
    rates.flops_per_second = reader.number("flops_per_second");
    rates.link_bytes_per_second = reader.number("link_bytes_per_second");
    rates.message_seconds = reader.number("message_seconds");
    rates.memory_bytes_per_second = reader.number("memory_bytes_per_second");
    return rates;
}

std::string measured(const LinkRatesFile& file) {
    return fmt::format("measured on {} x {}, {}", file.rates.devices, file.rates.name, file.path);
}

/// The name that all devices have; empty where they differ.
std::string shared_name(std::span<const Device> devices) {
    std::string name = device_name(devices.front());
    const bool is_shared = std::all_of(devices.begin(), devices.end(), [&](const Device& device) {
        return device.kind == devices.front().kind && device_name(device) == name;
    });
    return is_shared ? name : std::string();
}

}  // namespace

LinkRates parse_link_rates(std::string_view text, const std::string& path) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) throw InvalidArgument(fmt::format("{}: not JSON", path));
    const CalibrationReader reader(json, path);
    if (reader.text("device") != of_links) reader.fail("device", "is not links");
    LinkRates rates;
    rates.name = reader.text("name");
    rates.kind = read_kind(reader);
    rates.devices = reader.count("devices", "devices");
    rates.host = read_host_rates(reader.inside("host"));
    const CalibrationReader ranks = reader.inside("ranks");
    rates.transport = ranks.text("transport");
    rates.ranks = read_rank_rates(ranks);
    return rates;
}

LinkRates read_link_rates(const std::string& path) {
    return parse_link_rates(read_text_file(path), path);
}

std::string to_json(const LinkRates& rates) {
    const Json json{{"name", rates.name},
                    {"device", of_links},
                    {"between", rates.kind == Device::Kind::cpu ? "cpu" : "cuda"},
                    {"devices", rates.devices},
                    {"host",
                     {{"to_device_bytes_per_second", rates.host.to_device_bytes_per_second},
                      {"from_device_bytes_per_second", rates.host.from_device_bytes_per_second},
                      {"device_bytes_per_second", rates.host.device_bytes_per_second}}},
                    {"ranks",
                     {{"transport", rates.transport},
                      {"flops_per_second", rates.ranks.flops_per_second},
                      {"link_bytes_per_second", rates.ranks.link_bytes_per_second},
                      {"message_seconds", rates.ranks.message_seconds},
                      {"memory_bytes_per_second", rates.ranks.memory_bytes_per_second}}}};
    return json.dump(2) + "\n";
}

const LinkRatesFile* find_link_rates(std::span<const LinkRatesFile> files,
                                     const LinkRatesRequest& request) {
    if (request.name.empty()) return nullptr;
    const auto found = std::find_if(files.begin(), files.end(), [&](const LinkRatesFile& file) {
        const LinkRates& rates = file.rates;
        return rates.kind == request.kind && rates.name == request.name &&
               static_cast<std::size_t>(rates.devices) == request.devices &&
               (request.transport.empty() || rates.transport == request.transport);
    });
    return found == files.end() ? nullptr : &*found;
}

ChosenRates<HostLinkRates> default_host_rates(std::span<const Device> devices) {
    const std::span<const LinkRatesFile> files = environment_link_rates();
    if (files.empty()) return {{}, built_in};  // and no name is asked for
    const LinkRatesFile* const file =
        find_link_rates(files, {shared_name(devices), devices.front().kind, devices.size()});
    if (file == nullptr) return {{}, built_in};
    return {file->rates.host, measured(*file)};
}

ChosenRates<RankRates> default_rank_rates(const LinkRatesRequest& request) {
    const LinkRatesFile* const file = find_link_rates(environment_link_rates(), request);
    if (file == nullptr) return {{}, built_in};
    return {file->rates.ranks, measured(*file)};
}

}  // namespace ttgt
