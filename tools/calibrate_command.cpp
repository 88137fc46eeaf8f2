// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/device.h>
#include <ttgt/error.h>

#include <fmt/format.h>

#include "contraction/calibration_file.h"
#include "tools/calibration_run.h"
#include "tools/commands.h"
#include "tools/interrupt.h"
#include "tools/output_file.h"

namespace ttgt::tool {

void run(const CalibrateCommand& command) {
    catch_interrupts(OnInterrupt::finish_row);
    if (parse_device(command.device).kind != Device::Kind::cpu) {
        throw Unsupported(fmt::format("this build has no backend for device {}", command.device));
    }
    OutputFile file(command.out);
    Progress progress(command.quiet);
    file.write(to_json(calibrate(command.threads, progress)));
    file.commit();
    progress.erase();
    if (!command.quiet) fmt::print("TTGT_CALIBRATION={} plans by it\n", command.out);
}

}  // namespace ttgt::tool
