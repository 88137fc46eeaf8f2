// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "contraction/calibration_file.h"

#include <ttgt/context.h>
#include <ttgt/error.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ttgt {
namespace {

using Json = nlohmann::ordered_json;

/// op(A), op(B) of rates[way / 2][way % 2], as BLAS spells them.
constexpr std::array<const char*, 4> gemm_ways{"NN", "NT", "TN", "TT"};

/// Reads members of one file, with errors that say which.
class Reader {
public:
    Reader(const Json& json, const std::string& path) : json_(json), path_(path) {}

    [[nodiscard]] Reader inside(const char* key) const { return {member(key), path_}; }
    [[nodiscard]] std::string text(const char* key) const {
        const Json& value = member(key);
        if (!value.is_string()) fail(key, "is not a text");
        return value.get<std::string>();
    }
    [[nodiscard]] double number(const char* key) const { return positive(member(key), key); }

    template <std::size_t count>
    void numbers(const char* key, std::array<double, count>& values) const {
        fill(member(key), key, values);
    }
    void rates(const char* key, RatesBySize& rates) const {
        const Reader part = inside(key);
        part.numbers("one", rates.one);
        part.numbers("all", rates.all);
    }
    void rates(const char* key, RatesByShape& rates) const { fill(member(key), key, rates.rate); }
    void rates(const char* key, GemmRates& rates) const {
        const Reader part = inside(key);
        for (std::size_t way = 0; way < gemm_ways.size(); ++way) {
            part.rates(gemm_ways[way], rates[way / 2][way % 2]);
        }
    }

private:
    [[noreturn]] void fail(const char* key, const std::string& reason) const {
        throw InvalidArgument(fmt::format("{}: '{}' {}", path_, key, reason));
    }
    [[nodiscard]] const Json& member(const char* key) const {
        if (!json_.is_object() || !json_.contains(key)) fail(key, "is missing");
        return json_.at(key);
    }
    [[nodiscard]] double positive(const Json& value, const char* key) const {
        const double number = value.is_number() ? value.get<double>() : 0;
        if (!std::isfinite(number) || number <= 0) fail(key, "is not a number above 0");
        return number;
    }
    void fill(const Json& value, const char* key, double& number) const {
        number = positive(value, key);
    }
    template <class Element, std::size_t count>
    void fill(const Json& value, const char* key, std::array<Element, count>& values) const {
        if (!value.is_array() || value.size() != count) {
            fail(key, fmt::format("is not a list of {}", count));
        }
        for (std::size_t i = 0; i < count; ++i) fill(value[i], key, values[i]);
    }

    const Json& json_;
    const std::string& path_;
};

Json to_object(const RatesBySize& rates) { return {{"one", rates.one}, {"all", rates.all}}; }

Json to_object(const GemmRates& rates) {
    Json json;
    for (std::size_t way = 0; way < gemm_ways.size(); ++way) {
        json[gemm_ways[way]] = rates[way / 2][way % 2].rate;
    }
    return json;
}

std::string read_whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw InvalidArgument(fmt::format("{}: the calibration cannot be read", path));
    return text;
}

}  // namespace

std::string to_json(const Calibration& calibration) {
    const Json json{{"name", calibration.name},
                    {"threads", calibration.threads},
                    {"fork_us", calibration.fork_us},
                    {"near_call_us", calibration.near_call_us},
                    {"near_run_ns", calibration.near_run_ns},
                    {"far_run_ns", calibration.far_run_ns},
                    {"copy_gb_s", to_object(calibration.copy)},
                    {"transpose_gb_s", to_object(calibration.transpose)},
                    {"gemm_float32_gflops", to_object(calibration.gemm_float32)},
                    {"gemm_float64_gflops", to_object(calibration.gemm_float64)},
                    {"direct_float32_gflops", calibration.direct_float32.rate},
                    {"direct_float64_gflops", calibration.direct_float64.rate}};
    return json.dump() + "\n";
}

Calibration parse_calibration(std::string_view text, const std::string& path) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) throw InvalidArgument(fmt::format("{}: not JSON", path));
    const Reader reader(json, path);
    Calibration calibration;
    constexpr double most_threads = 1 << 16;
    calibration.name = reader.text("name");
    const double threads = reader.number("threads");
    if (threads != std::floor(threads) || threads > most_threads) {
        throw InvalidArgument(
            fmt::format("{}: 'threads' {} is no number of threads", path, threads));
    }
    calibration.threads = static_cast<int>(threads);
    calibration.fork_us = reader.number("fork_us");
    calibration.near_call_us = reader.number("near_call_us");
    calibration.near_run_ns = reader.number("near_run_ns");
    calibration.far_run_ns = reader.number("far_run_ns");
    reader.rates("copy_gb_s", calibration.copy);
    reader.rates("transpose_gb_s", calibration.transpose);
    reader.rates("gemm_float32_gflops", calibration.gemm_float32);
    reader.rates("gemm_float64_gflops", calibration.gemm_float64);
    reader.rates("direct_float32_gflops", calibration.direct_float32);
    reader.rates("direct_float64_gflops", calibration.direct_float64);
    return calibration;
}

std::shared_ptr<const Calibration> read_calibration(const std::string& path) {
    return std::make_shared<const Calibration>(parse_calibration(read_whole(path), path));
}

}  // namespace ttgt
