// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/error.h>
#include <ttgt/link_rates.h>

#include <string>
#include <variant>

#include <fmt/format.h>

#include "src/context/calibration_file.h"
#include "src/runtime/cuda/properties.h"
#include "tools/calibrate/cuda/device_calibration.h"
#include "tools/calibrate/cuda/gett_meter.h"
#include "tools/calibrate/host_calibration.h"
#include "tools/calibrate/kernel_calibration.h"
#include "tools/commands/commands.h"
#include "tools/io/interrupt.h"
#include "tools/io/output_file.h"
#include "tools/io/standard_output.h"

namespace ttgt::tool {
namespace {

/// Made before anything is measured: it refuses devices that cannot be used.
Context context_of(const CalibrateCommand& command) {
    ContextOptions options = context_options_of(command);
    options.calibration = built_in_calibration(options.device.kind);
    return Context(options);
}

Calibration measure(const Context& context, Progress& progress) {
    if (context.options().device.kind == Device::Kind::cuda) {
        return calibrate_device(context, {}, progress);
    }
    return calibrate_host(context.options().threads, progress);
}

KernelCalibration kernel_calibration_of(const CalibrateCommand& command) {
    KernelCalibration kernels;
    kernels.seconds = command.seconds;
    kernels.raw = command.raw;
    return kernels;
}

void check_kernels(const CalibrateCommand& command) {
    if (!command.kernels || parse_device(command.device).kind == Device::Kind::cuda) return;
    throw InvalidArgument(
        fmt::format("--kernels times kernels of a CUDA device, such as --device cuda:0, not of {}",
                    command.device));
}

/// The rates of GETT kernels become a part of the calibration; returns how well they predict.
std::string measure_kernels(const CalibrateCommand& command, const Context& context,
                            Progress& progress, Calibration& calibration) {
    constexpr int turns = 3;
    return calibrate_kernels(
        kernel_calibration_of(command), cuda::device_properties(context.options().device.index),
        gett_meter(context, turns), progress, std::get<CudaCalibration>(calibration.of));
}

/// What is written and what is printed.
struct Measured {
    std::string json;
    std::string summary;
};

Measured measure_device(const CalibrateCommand& command, Progress& progress) {
    const Context context = context_of(command);
    if (command.kernels) check_raw_folder(kernel_calibration_of(command));
    Calibration calibration = measure(context, progress);
    Measured measured;
    if (command.kernels) {
        measured.summary = measure_kernels(command, context, progress, calibration);
    }
    measured.json = to_json(calibration);
    return measured;
}

Measured measure_links(const CalibrateCommand& command, Progress& progress) {
    progress.stage("calibrating: links", 0);
    const LinkRates rates = measure_link_rates(parse_devices(command.devices), command.threads);
    throw_if_interrupted();
    return {to_json(rates), ""};
}

std::string out_of(const CalibrateCommand& command) {
    if (!command.out.empty()) return command.out;
    return command.devices.empty() ? "calibration.json" : "links.json";
}

}  // namespace

void run(const CalibrateCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const std::string out = out_of(command);
    check_kernels(command);
    OutputFile file(out);
    Progress progress(command.quiet);
    const Measured measured = command.devices.empty() ? measure_device(command, progress)
                                                      : measure_links(command, progress);
    file.write(measured.json);
    file.commit();
    progress.erase();
    if (command.quiet) return;
    print(fmt::format("{}TTGT_CALIBRATION={} plans by it\n", measured.summary, out));
}

}  // namespace ttgt::tool
