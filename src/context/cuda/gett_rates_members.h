// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/context/calibration_reader.h"

namespace ttgt::cuda {

/// Reads the members "gett_..." of a calibration file. Throws InvalidArgument, naming file, member
/// and rate, where a member is no kind of products, where a rate is missing, unknown or out of its
/// range, or where there is not one share of the peak for each tile.
void read_gett_rates(const CalibrationReader& reader, FittedGettRates& tables);
/// Adds a member for each kind that has rates, all digits of the rates included.
void write_gett_rates(const FittedGettRates& tables, CalibrationReader::Json& json);

}  // namespace ttgt::cuda
