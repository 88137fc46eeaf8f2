// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>
#include <ttgt/link_rates.h>

#include <string>

#include <fmt/format.h>

#include "src/context/calibration_file.h"
#include "tools/calibrate/cuda/device_calibration.h"
#include "tools/calibrate/host_calibration.h"
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

/// The text of the file.
std::string measure_device(const CalibrateCommand& command, Progress& progress) {
    const Context context = context_of(command);
    return to_json(measure(context, progress));
}

std::string measure_links(const CalibrateCommand& command, Progress& progress) {
    progress.stage("calibrating: links", 0);
    const LinkRates rates = measure_link_rates(parse_devices(command.devices), command.threads);
    throw_if_interrupted();
    return to_json(rates);
}

std::string out_of(const CalibrateCommand& command) {
    if (!command.out.empty()) return command.out;
    return command.devices.empty() ? "calibration.json" : "links.json";
}

}  // namespace

void run(const CalibrateCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const std::string out = out_of(command);
    OutputFile file(out);
    Progress progress(command.quiet);
    file.write(command.devices.empty() ? measure_device(command, progress)
                                       : measure_links(command, progress));
    file.commit();
    progress.erase();
    if (!command.quiet) print(fmt::format("TTGT_CALIBRATION={} plans by it\n", out));
}

}  // namespace ttgt::tool
