// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/calibration_reader.h"
#include "src/context/cuda/gett_rates_members.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>
#include <system_error>

namespace ttgt {
namespace {

using Json = CalibrationReader::Json;

struct NamedTimes {
    const char* key;
    cuda::GemmTimes cuda::GemmTimesByDType::*times;
};
constexpr std::array gemm_tables{
    NamedTimes{"gemm_float32", &cuda::GemmTimesByDType::float32},
    NamedTimes{"gemm_float64", &cuda::GemmTimesByDType::float64},
    NamedTimes{"gemm_complex128", &cuda::GemmTimesByDType::complex128}};

/// More than were measured mean nothing.
double four_digits(double value) {
    std::array<char, 32> text{};
    char* const end = fmt::format_to_n(text.data(), text.size(), "{:.4g}", value).out;
    double rounded = value;
    std::from_chars(text.data(), end, rounded);
    return rounded;
}

/// The microseconds whose logarithms the table holds.
Json to_microseconds(const cuda::TimesByShape& table) {
    std::array<std::array<std::array<double, cuda::TimesByShape::count>, cuda::TimesByShape::count>,
               cuda::TimesByShape::inner_count>
        us{};
    for (std::size_t k = 0; k < us.size(); ++k) {
        for (std::size_t n = 0; n < us[k].size(); ++n) {
            for (std::size_t m = 0; m < us[k][n].size(); ++m) {
                us[k][n][m] = four_digits(std::exp2(double{table.values[k][n][m]}));
            }
        }
    }
    return us;
}

Json to_json(const cuda::GemmTimes& times) {
    return {{"peak_flops_per_us", four_digits(times.peak_flops_per_us)},
            {"batch_us_per_inner", four_digits(times.batch_us_per_inner)},
            {"alone_us", to_microseconds(times.alone)},
            {"of_many_us", to_microseconds(times.of_many)}};
}

/// Microseconds, no logarithms.
void read_times(const CalibrationReader& reader, cuda::GemmTimes& times) {
    reader.numbers("alone_us", times.alone.values);
    reader.numbers("of_many_us", times.of_many.values);
    times.peak_flops_per_us = reader.number("peak_flops_per_us");
    times.batch_us_per_inner = reader.number("batch_us_per_inner");
}

void read_compute_capability(const CalibrationReader& reader, CudaCalibration& calibration) {
    constexpr const char* key = "compute_capability";
    const std::string text = reader.text(key);
    const char* const last = text.data() + text.size();
    const auto major = std::from_chars(text.data(), last, calibration.compute_major);
    if (major.ec != std::errc{} || major.ptr == last || *major.ptr != '.') {
        reader.fail(key, "is not one such as 9.0");
    }
    const auto minor = std::from_chars(major.ptr + 1, last, calibration.compute_minor);
    if (minor.ec != std::errc{} || minor.ptr != last) reader.fail(key, "is not one such as 9.0");
}

/// All that is no table.
void read_card(const CalibrationReader& reader, CudaCalibration& calibration) {
    read_compute_capability(reader, calibration);
    calibration.multiprocessors = reader.count("multiprocessors", "multiprocessors");
    // Files of before other cards were computed from them do not have these.
    if (reader.has("clock_mhz")) calibration.clock_mhz = reader.number("clock_mhz");
    if (reader.has("memory_clock_mhz")) {
        calibration.memory_clock_mhz = reader.number("memory_clock_mhz");
    }
    if (reader.has("memory_bus_bits")) {
        calibration.memory_bus_bits = reader.count("memory_bus_bits", "bits");
    }
    calibration.memory.bytes_per_us = reader.number("copy_bytes_per_us");
    calibration.memory.latency_us = reader.number("memory_latency_us");
    calibration.memory.launch_us = reader.number("launch_us");
    cuda::read_gett_rates(reader, calibration.gett);
}

void copy_times(const cuda::GemmTables::Flat& from, cuda::TimesByShape& to) {
    const double* next = from;
    for (cuda::TimesByShape::Plane& plane : to.values) {
        for (auto& line : plane) {
            for (float& us : line) us = static_cast<float>(*next++);
        }
    }
}

void copy_times(const cuda::GemmTables& from, cuda::GemmTimes& times) {
    times.peak_flops_per_us = from.peak_flops_per_us;
    times.batch_us_per_inner = from.batch_us_per_inner;
    copy_times(from.alone_us, times.alone);
    copy_times(from.of_many_us, times.of_many);
}

/// Fills in each table by read(key, times), one that may be missing where has(key) is true.
template <class Has, class Read>
void fill_tables(cuda::GemmTimesByDType& gemm, const Has& has, const Read& read) {
    for (const NamedTimes& table : gemm_tables) read(table.key, gemm.*table.times);
    for (const cuda::OwnTable& table : cuda::own_tables) {
        if (has(table.key)) read(table.key, (gemm.*table.times).emplace());
    }
    cuda::take_logarithms(gemm);
}

}  // namespace

void read_calibration(const CalibrationReader& reader, CudaCalibration& calibration) {
    read_card(reader, calibration);
    // Files of before 2026-12 lack the tables that may be missing.
    fill_tables(
        calibration.gemm, [&](const char* key) { return reader.has(key); },
        [&](const char* key, cuda::GemmTimes& times) { read_times(reader.inside(key), times); });
}

void read_calibration(const CalibrationReader& reader, std::span<const cuda::GemmTables> tables,
                      CudaCalibration& calibration) {
    read_card(reader, calibration);
    const auto find = [&](std::string_view key) {
        return std::find_if(tables.begin(), tables.end(),
                            [&](const cuda::GemmTables& table) { return table.key == key; });
    };
    fill_tables(
        calibration.gemm, [&](const char* key) { return find(key) != tables.end(); },
        [&](const char* key, cuda::GemmTimes& times) { copy_times(*find(key), times); });
}

void write_calibration(const CudaCalibration& calibration, Json& json) {
    json["compute_capability"] =
        fmt::format("{}.{}", calibration.compute_major, calibration.compute_minor);
    json["multiprocessors"] = calibration.multiprocessors;
    if (calibration.clock_mhz > 0) json["clock_mhz"] = calibration.clock_mhz;
    if (calibration.memory_clock_mhz > 0) json["memory_clock_mhz"] = calibration.memory_clock_mhz;
    if (calibration.memory_bus_bits > 0) json["memory_bus_bits"] = calibration.memory_bus_bits;
    json["copy_bytes_per_us"] = four_digits(calibration.memory.bytes_per_us);
    json["memory_latency_us"] = four_digits(calibration.memory.latency_us);
    json["launch_us"] = four_digits(calibration.memory.launch_us);
    for (const NamedTimes& table : gemm_tables) {
        json[table.key] = to_json(calibration.gemm.*table.times);
    }
    for (const cuda::OwnTable& table : cuda::own_tables) {
        const std::optional<cuda::GemmTimes>& times = calibration.gemm.*table.times;
        if (times) json[table.key] = to_json(*times);
    }
    cuda::write_gett_rates(calibration.gett, json);
}

}  // namespace ttgt
