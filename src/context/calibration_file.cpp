// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/calibration_file.h"

#include <ttgt/context.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "src/context/calibration_reader.h"
#include "src/core/files/text_file.h"

namespace ttgt {
namespace {

using Json = CalibrationReader::Json;

/// What the files that the environment names hold, each kind in their order.
struct Files {
    std::vector<std::shared_ptr<const Calibration>> calibrations;
    std::vector<LinkRatesFile> links;
};

bool is_of_links(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    return json.is_object() && json.value("device", Json()) == of_links;
}

Files read_environment() {
    Files files;
    const char* const value = std::getenv("TTGT_CALIBRATION");
    std::istringstream paths(value == nullptr ? "" : value);
    for (std::string path; std::getline(paths, path, ':');) {
        if (path.empty()) continue;
        const std::string text = read_text_file(path);
        if (is_of_links(text)) {
            files.links.push_back({parse_link_rates(text, path), path});
        } else {
            files.calibrations.push_back(parse_calibration(text, path));
        }
    }
    return files;
}

Json parse_json(std::string_view text, const std::string& path) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) throw InvalidArgument(fmt::format("{}: not JSON", path));
    return json;
}

/// Read once: what the files say does not change while the program runs.
const Files& environment() {
    // Never destroyed: destructors of static objects may contract.
    static const auto& files = *new Files(read_environment());
    return files;
}

}  // namespace

std::string to_json(const Calibration& calibration) {
    Json json{{"name", calibration.name},
              {"device", kind_of(calibration) == Device::Kind::cpu ? of_cpu : of_cuda}};
    std::visit([&](const auto& part) { write_calibration(part, json); }, calibration.of);
    return json.dump() + "\n";
}

std::shared_ptr<const Calibration> parse_calibration(std::string_view text,
                                                     const std::string& path) {
    const Json json = parse_json(text, path);
    const CalibrationReader reader(json, path);
    auto calibration = std::make_shared<Calibration>();
    calibration->name = reader.text("name");
    // Files of before there were GPUs do not say it.
    const std::string device = reader.has("device") ? reader.text("device") : of_cpu;
    if (device == of_cpu) {
        read_calibration(reader, calibration->of.emplace<CpuCalibration>());
    } else if (device == of_cuda) {
        read_calibration(reader, calibration->of.emplace<CudaCalibration>());
    } else {
        reader.fail("device", device == of_links
                                  ? "is links, whose rates are no context's but those of plans"
                                  : "is neither cpu nor cuda");
    }
    return calibration;
}

std::shared_ptr<const Calibration> parse_calibration(std::string_view text,
                                                     std::span<const cuda::GemmTables> tables,
                                                     const std::string& path) {
    const Json json = parse_json(text, path);
    const CalibrationReader reader(json, path);
    auto calibration = std::make_shared<Calibration>();
    calibration->name = reader.text("name");
    read_calibration(reader, tables, calibration->of.emplace<CudaCalibration>());
    return calibration;
}

std::shared_ptr<const Calibration> read_calibration(const std::string& path) {
    return parse_calibration(read_text_file(path), path);
}

std::shared_ptr<const Calibration> environment_calibration(const Device& device) {
    const auto& calibrations = environment().calibrations;
    const auto found =
        std::find_if(calibrations.begin(), calibrations.end(),
                     [&](const auto& calibration) { return kind_of(*calibration) == device.kind; });
    return found == calibrations.end() ? nullptr : *found;
}

std::span<const LinkRatesFile> environment_link_rates() { return environment().links; }

}  // namespace ttgt
