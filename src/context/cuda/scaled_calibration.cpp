// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "src/context/cuda/scaled_calibration.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace ttgt::cuda {
namespace {

/// Real operations of a multiprocessor in a cycle, tensor cores of float64 included (CUDA C++
/// Programming Guide, arithmetic instructions).
struct Throughput {
    int major;
    int minor;
    double float32;
    double float64;
    double float16;  ///< of tensor cores; half of it for TF32
};
constexpr Throughput throughputs[] = {{8, 0, 128, 128, 2048},
                                      {8, 6, 256, 4, 1024},
                                      {9, 0, 256, 256, 4096},
                                      {10, 0, 256, 128, 8192},
                                      {12, 0, 256, 4, 1024}};

/// The throughput of the newest listed compute capability that is not newer than the given one.
const Throughput& throughput_of(int major, int minor) {
    const Throughput* found = throughputs;
    for (const Throughput& next : throughputs) {
        if (std::tie(next.major, next.minor) <= std::tie(major, minor)) found = &next;
    }
    return *found;
}

/// How many times as fast another card is.
struct Ratios {
    double memory = 1;
    double clock = 1;  ///< ratio of the clock rates of one multiprocessor
    double all = 1;    ///< ratio of the clock rates of all multiprocessors together
    double arithmetic = 1;
};

double ratio(double to, double from, double unknown) {
    return to > 0 && from > 0 ? to / from : unknown;
}

Ratios ratios(const CudaCalibration& from, const DeviceProperties& to) {
    const double count = static_cast<double>(to.multiprocessors) / from.multiprocessors;
    Ratios ratios;
    // Where the driver does not know it, memory grows with the multiprocessors, nearly enough.
    ratios.memory = ratio(to.memory_clock_mhz * to.memory_bus_bits,
                          from.memory_clock_mhz * from.memory_bus_bits, count);
    ratios.clock = ratio(to.clock_mhz, from.clock_mhz, 1);
    ratios.all = ratios.clock * count;
    return ratios;
}

/// What a product takes at the ceilings of the card that was measured.
struct Ceilings {
    double arithmetic_us;
    double memory_us;
};

/// `us` beside what is launched, on another card, of which `steps` says how fast one that neither
/// ceiling explains would run there: what takes most of the time here may not there.
double scaled_us(double us, const Ceilings& at, const Ratios& by, double steps) {
    constexpr double waiting = 0.5;  // of the time; a ceiling that explains more bounds it
    const double here = std::max({at.arithmetic_us, at.memory_us, waiting * us});
    const double there = std::max(
        {at.arithmetic_us / by.arithmetic, at.memory_us / by.memory, waiting * us / steps});
    return us * there / here;
}

/// What the entries of a table are products of.
struct Element {
    double bytes;
    double operations;  ///< real, of a multiplication and an addition
    double of_type;     ///< such operations per cycle, there over here
};

class GemmScaler {
public:
    GemmScaler(const MemoryTimes& memory, const Ratios& ratios, const Element& element)
        : memory_(memory), by_(ratios), element_(element) {
        by_.arithmetic = ratios.all * element.of_type;
    }

    GemmTimes operator()(GemmTimes times) const {
        const double peak = times.peak_flops_per_us;
        for_each(times.alone, peak, [&](double us, const Ceilings& at) {
            const double launch_us = std::min(memory_.launch_us, us);
            return launch_us + scaled_us(us - launch_us, at, by_, by_.clock);
        });
        for_each(times.of_many, peak,
                 [&](double us, const Ceilings& at) { return scaled_us(us, at, by_, by_.all); });
        times.peak_flops_per_us *= by_.arithmetic;
        times.batch_us_per_inner /= by_.clock;
        return times;
    }

private:
    template <class Scale>
    void for_each(TimesByShape& table, double peak_flops_per_us, const Scale& scale) const {
        for (std::size_t k = 0; k < table.values.size(); ++k) {
            for (std::size_t n = 0; n < table.values[k].size(); ++n) {
                for (std::size_t m = 0; m < table.values[k][n].size(); ++m) {
                    float& logarithm = table.values[k][n][m];
                    const Ceilings at = ceilings(extent(m), extent(n), inner(k), peak_flops_per_us);
                    logarithm =
                        static_cast<float>(std::log2(scale(std::exp2(double{logarithm}), at)));
                }
            }
        }
    }

    static double extent(std::size_t place) { return std::exp2(2.0 * static_cast<double>(place)); }
    static double inner(std::size_t place) {
        constexpr double longest = 1 << 20;  // 16 times the one before, not 4
        return place + 1 == TimesByShape::inner_count ? longest : extent(place);
    }

    Ceilings ceilings(double m, double n, double k, double peak_flops_per_us) const {
        return {element_.operations * m * n * k / peak_flops_per_us,
                element_.bytes * (m * k + k * n + m * n) / memory_.bytes_per_us};
    }

    const MemoryTimes& memory_;
    Ratios by_;
    Element element_;
};

bool is_near(double a, double b) {
    constexpr double tolerance = 0.02;  // cards of one kind may report this much
    return a <= 0 || b <= 0 || std::abs(a - b) <= tolerance * b;
}

}  // namespace

bool describes(const CudaCalibration& calibration, const DeviceProperties& device) {
    return is_of(calibration, device) && is_near(device.clock_mhz, calibration.clock_mhz) &&
           is_near(device.memory_clock_mhz * device.memory_bus_bits,
                   calibration.memory_clock_mhz * calibration.memory_bus_bits);
}

void scale(const CudaCalibration& calibration, const DeviceProperties& device,
           CudaCalibration& other) {
    const Ratios by = ratios(calibration, device);
    const Throughput& from = throughput_of(calibration.compute_major, calibration.compute_minor);
    const Throughput& to = throughput_of(device.compute_major, device.compute_minor);
    const double float32 = to.float32 / from.float32;
    const double float64 = to.float64 / from.float64;
    const auto gemm = [&](const GemmTimes& times, const Element& element) {
        return GemmScaler(calibration.memory, by, element)(times);
    };
    other.gemm.float32 = gemm(calibration.gemm.float32, {4, 2, float32});
    other.gemm.float64 = gemm(calibration.gemm.float64, {8, 2, float64});
    other.gemm.complex128 = gemm(calibration.gemm.complex128, {16, 8, float64});
    const double float16 = to.float16 / from.float16;
    const auto own = [&](const std::optional<GemmTimes>& times, const Element& element) {
        return times ? std::optional(gemm(*times, element)) : std::nullopt;
    };
    other.gemm.float16 = own(calibration.gemm.float16, {2, 2, float16});
    other.gemm.float16_by_4 = own(calibration.gemm.float16_by_4, {2, 2, float16});
    other.gemm.float16_by_2 = own(calibration.gemm.float16_by_2, {2, 2, float16});
    other.gemm.tf32 = own(calibration.gemm.tf32, {4, 2, float16});
    other.gemm.tf32_by_4 = own(calibration.gemm.tf32_by_4, {4, 2, float16});
    other.gemm.complex64 = own(calibration.gemm.complex64, {8, 8, float32});
    other.gemm.complex64_tf32 = own(calibration.gemm.complex64_tf32, {8, 8, float16});
    other.memory.bytes_per_us *= by.memory;
    other.compute_major = device.compute_major;
    other.compute_minor = device.compute_minor;
    other.multiprocessors = device.multiprocessors;
    other.clock_mhz = device.clock_mhz;
    other.memory_clock_mhz = device.memory_clock_mhz;
    other.memory_bus_bits = device.memory_bus_bits;
}

std::shared_ptr<const Calibration> built_in_calibration(const DeviceProperties& device) {
    std::shared_ptr<const Calibration> measured = ttgt::built_in_calibration(Device::Kind::cuda);
    const auto& part = std::get<CudaCalibration>(measured->of);
    if (describes(part, device)) return measured;
    // Plans are found again by the address of what they were planned with.
    using Card = std::tuple<std::string, int, int, int, double, double, int>;
    static std::mutex mutex;
    static std::map<Card, std::shared_ptr<const Calibration>> known;
    const std::lock_guard lock(mutex);
    std::shared_ptr<const Calibration>& found =
        known[{device.name, device.compute_major, device.compute_minor, device.multiprocessors,
               device.clock_mhz, device.memory_clock_mhz, device.memory_bus_bits}];
    if (!found) {
        // Not on the stack, which may be small.
        auto other = std::make_shared<Calibration>(*measured);
        other->name = fmt::format("{}, scaled to {}", measured->name, device.name);
        scale(part, device, std::get<CudaCalibration>(other->of));
        found = std::move(other);
    }
    return found;
}

}  // namespace ttgt::cuda
