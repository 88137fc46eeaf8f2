// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/context.h>

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

}  // namespace

void run(const CalibrateCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    const Context context = context_of(command);
    OutputFile file(command.out);
    Progress progress(command.quiet);
    file.write(to_json(measure(context, progress)));
    file.commit();
    progress.erase();
    if (!command.quiet) print(fmt::format("TTGT_CALIBRATION={} plans by it\n", command.out));
}

}  // namespace ttgt::tool
