// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/calibration_reader.h"

namespace ttgt {
namespace {

using Json = CalibrationReader::Json;

/// op(A), op(B) of rates[way / 2][way % 2], as BLAS spells them.
constexpr std::array<const char*, 4> gemm_ways{"NN", "NT", "TN", "TT"};

void read(const CalibrationReader& reader, const char* key, RatesBySize& rates) {
    const CalibrationReader part = reader.inside(key);
    part.numbers("one", rates.one);
    part.numbers("all", rates.all);
}

void read(const CalibrationReader& reader, const char* key, GemmRates& rates) {
    const CalibrationReader part = reader.inside(key);
    for (std::size_t way = 0; way < gemm_ways.size(); ++way) {
        part.numbers(gemm_ways[way], rates[way / 2][way % 2].rate);
    }
}

Json to_object(const RatesBySize& rates) { return {{"one", rates.one}, {"all", rates.all}}; }

Json to_object(const GemmRates& rates) {
    Json json;
    for (std::size_t way = 0; way < gemm_ways.size(); ++way) {
        json[gemm_ways[way]] = rates[way / 2][way % 2].rate;
    }
    return json;
}

CpuIdentity read_identity(const CalibrationReader& reader) {
    return {reader.text("vendor"), reader.count("family", "families"),
            reader.count("vector_bits", "bits")};
}

Json to_object(const CpuIdentity& cpu) {
    return {{"vendor", cpu.vendor}, {"family", cpu.family}, {"vector_bits", cpu.vector_bits}};
}

/// Files of before the member got its name have the former one.
double renamed(const CalibrationReader& reader, const char* key, const char* former) {
    return reader.number(reader.has(former) && !reader.has(key) ? former : key);
}

}  // namespace

void read_calibration(const CalibrationReader& reader, CpuCalibration& calibration) {
    if (reader.has("cpu")) calibration.cpu = read_identity(reader.inside("cpu"));
    calibration.threads = reader.count("threads", "threads");
    calibration.fork_us = reader.number("fork_us");
    calibration.cached_call_us = renamed(reader, "cached_call_us", "near_call_us");
    calibration.cached_run_ns = renamed(reader, "cached_run_ns", "near_run_ns");
    calibration.uncached_run_ns = renamed(reader, "uncached_run_ns", "far_run_ns");
    if (reader.has("blas_kernels")) calibration.blas_kernels = reader.text("blas_kernels");
    read(reader, "copy_gb_s", calibration.copy);
    read(reader, "transpose_gb_s", calibration.transpose);
    read(reader, "gemm_float32_gflops", calibration.gemm_float32);
    read(reader, "gemm_float64_gflops", calibration.gemm_float64);
    reader.numbers("direct_float32_gflops", calibration.direct_float32.rate);
    reader.numbers("direct_float64_gflops", calibration.direct_float64.rate);
}

void write_calibration(const CpuCalibration& calibration, Json& json) {
    if (calibration.cpu != CpuIdentity{}) json["cpu"] = to_object(calibration.cpu);
    json["threads"] = calibration.threads;
    json["fork_us"] = calibration.fork_us;
    json["cached_call_us"] = calibration.cached_call_us;
    json["cached_run_ns"] = calibration.cached_run_ns;
    json["uncached_run_ns"] = calibration.uncached_run_ns;
    if (!calibration.blas_kernels.empty()) json["blas_kernels"] = calibration.blas_kernels;
    json["copy_gb_s"] = to_object(calibration.copy);
    json["transpose_gb_s"] = to_object(calibration.transpose);
    json["gemm_float32_gflops"] = to_object(calibration.gemm_float32);
    json["gemm_float64_gflops"] = to_object(calibration.gemm_float64);
    json["direct_float32_gflops"] = calibration.direct_float32.rate;
    json["direct_float64_gflops"] = calibration.direct_float64.rate;
}

}  // namespace ttgt
