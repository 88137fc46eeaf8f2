// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/calibrate/kernel_calibration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "contraction/cuda/direct/gett/plan/gett_rates.h"
#include "src/core/element.h"
#include "tools/fit/contraction_draws.h"
#include "tools/fit/fitted_model.h"
#include "tools/fit/least_squares.h"
#include "tools/fit/raw_table.h"
#include "tools/io/errors.h"
#include "tools/io/interrupt.h"
#include "tools/io/output_file.h"

namespace ttgt::tool {
namespace {

/// What is measured of each kind: float16 stands for all 16-bit inputs.
constexpr std::array measured_products{
    cuda::GettProducts{DType::float64},
    cuda::GettProducts{DType::float32},
    cuda::GettProducts{DType::complex128},
    cuda::GettProducts{DType::complex64},
    cuda::GettProducts{DType::float16},
    cuda::GettProducts{DType::float32, ComputeType::tf32},
    cuda::GettProducts{DType::float32, ComputeType::tf32x3},
    cuda::GettProducts{DType::complex64, ComputeType::tf32},
    cuda::GettProducts{DType::complex64, ComputeType::tf32x3},
};
static_assert(measured_products.size() == cuda::gett_kinds.size());

/// "float32_tf32": what files of a kind are named after.
std::string kind_name(const cuda::GettProducts& products) {
    return fmt::format("{}_{}", name(products.dtype), name(products.compute));
}

/// So large that a contraction takes about 5 ms at the peak of the device, and that its tensors and
/// their copies fit the device's memory.
DrawLimits limits_of(const cuda::GettProducts& products, const cuda::DeviceProperties& device,
                     const CudaCalibration& calibration) {
    constexpr double longest_us = 5000;
    constexpr double share_of_memory = 1.0 / 8;
    const bool is_double = real_of(products.dtype) == DType::float64;
    const double peak =
        (is_double ? calibration.gemm.float64 : calibration.gemm.float32).peak_flops_per_us;
    const double bytes = share_of_memory * static_cast<double>(device.memory_bytes);
    DrawLimits limits;
    limits.elements =
        std::clamp(bytes / static_cast<double>(size_bytes(products.dtype)), 1e7, limits.elements);
    limits.operations = std::clamp(longest_us * peak / (is_complex(products.dtype) ? 4 : 1), 1e9,
                                   limits.operations);
    return limits;
}

/// The value with four digits: further ones were not measured.
double four_digits_of(double value) {
    const std::string text = fmt::format("{:.4g}", value);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The launches of one kind of products.
struct KindLaunches {
    std::string cases;  ///< the contractions, as a case file
    std::string table;  ///< the launches, as a raw file
    std::int64_t wrong = 0;
};

class KernelCalibrator {
public:
    KernelCalibrator(const KernelCalibration& kernels, const cuda::DeviceProperties& device,
                     const MeasureGetts& measure, Progress& progress, CudaCalibration& calibration)
        : kernels_(kernels),
          device_(device),
          measure_(measure),
          progress_(progress),
          calibration_(calibration),
          gpu_(architecture_of(device, calibration.memory)) {}

    std::string run() {
        std::string summary;
        double seconds_left = kernels_.seconds;
        auto kinds_left = static_cast<double>(measured_products.size());
        for (const cuda::GettProducts& products : measured_products) {
            const Clock::time_point start = Clock::now();
            const KindLaunches launches = measured(products, seconds_left / kinds_left);
            seconds_left -= std::chrono::duration<double>(Clock::now() - start).count();
            --kinds_left;
            summary += fit(products, launches);
        }
        return summary;
    }

private:
    using Clock = std::chrono::steady_clock;

    /// An output file of the raw folder; null where launches are not kept.
    [[nodiscard]] std::unique_ptr<OutputFile> raw_file(const std::string& name) const {
        if (kernels_.raw.empty()) return nullptr;
        return std::make_unique<OutputFile>(
            (std::filesystem::path(kernels_.raw) / (name + ".tsv")).string());
    }

    static void write(const std::unique_ptr<OutputFile>& file, const std::string& text) {
        if (!file) return;
        file->write(text);
        file->commit();
    }

    KindLaunches measured(const cuda::GettProducts& products, double seconds) {
        const std::string name = kind_name(products);
        const auto cases_file = raw_file("cases_" + name);
        const auto table_file = raw_file("gett_" + name);
        KindLaunches launches = measured_launches(products, seconds);
        write(cases_file, launches.cases);
        write(table_file, launches.table);
        return launches;
    }

    KindLaunches measured_launches(const cuda::GettProducts& products, double seconds) {
        const Clock::time_point start = Clock::now();
        const DrawLimits limits = limits_of(products, device_, calibration_);
        std::mt19937_64 random(kernels_.seed);
        KindLaunches launches;
        launches.table = fmt::format("# {}\n{}", device_.name, raw_gett_header());
        progress_.stage(fmt::format("calibrating: GETT kernels, {}", kind_name(products)),
                        static_cast<std::int64_t>(kernels_.contractions));
        for (std::size_t i = 0; i < kernels_.contractions; ++i) {
            if (std::chrono::duration<double>(Clock::now() - start).count() >= seconds) break;
            throw_if_interrupted();
            const GettTrial trial = drawn_trial(drawn_contraction(random, limits, i), products,
                                                gpu_, kernels_.draws, random);
            const GettTimes times = measure_(trial);
            launches.cases += line_of(trial.given);
            launches.table += raw_gett_rows(trial, times);
            launches.wrong +=
                std::count_if(times.launches.begin(), times.launches.end(),
                              [](const GettTiming& timing) { return !timing.is_right; });
            progress_.advance(1);
        }
        return launches;
    }

    /// Puts the rates of a kind into the calibration; returns a line that says how well they
    /// predict.
    std::string fit(const cuda::GettProducts& products, const KindLaunches& launches) {
        const auto kind = static_cast<std::size_t>(cuda::gett_kind_of(products));
        const char* const key = cuda::gett_kinds[kind].key;
        const RawTable table(launches.table, key);
        const FittedModel model = gett_model(table, products);
        const std::string wrong =
            launches.wrong == 0 ? ""
                                : fmt::format("; {} launches whose results were wrong are left out",
                                              launches.wrong);
        if (model.measured_us.size() < fewest_launches * model.values.size()) {
            return fmt::format(
                "{}: {} launches are too few for {} rates: the compiled-in ones "
                "stay{}\n",
                key, model.measured_us.size(), model.values.size(), wrong);
        }
        std::vector<double> values = fitted_values(model);
        std::transform(values.begin(), values.end(), values.begin(), four_digits_of);
        calibration_.gett[kind] = gett_rates_of(values, products);
        const FitError before = error_of(model, model.values);
        const FitError after = error_of(model, values);
        return fmt::format(
            "{}: off by a factor of {:.3f} before, {:.3f} after (geometric mean), {:.3f} before, "
            "{:.3f} after (90th percentile), {} launches{}\n",
            key, before.mean, after.mean, before.high, after.high, model.measured_us.size(), wrong);
    }

    const KernelCalibration& kernels_;
    const cuda::DeviceProperties& device_;
    const MeasureGetts& measure_;
    Progress& progress_;
    CudaCalibration& calibration_;
    cuda::Architecture gpu_;
};

}  // namespace

void check_raw_folder(const KernelCalibration& kernels) {
    if (kernels.raw.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(kernels.raw, error);
    if (error) throw FileError(kernels.raw, "cannot be made: " + error.message());
    const OutputFile probe((std::filesystem::path(kernels.raw) / "gett.tsv").string());
}

std::string calibrate_kernels(const KernelCalibration& kernels,
                              const cuda::DeviceProperties& device, const MeasureGetts& measure,
                              Progress& progress, CudaCalibration& calibration) {
    return KernelCalibrator(kernels, device, measure, progress, calibration).run();
}

}  // namespace ttgt::tool
