// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bindings/cutensor/beside/functions.h"

#include <stdexcept>

namespace ttgt::test {

cutensorComputeDescriptor_t Functions::descriptor(const std::string& name) const {
    if (name == "16F") return CUTENSOR_COMPUTE_DESC_16F;
    if (name == "16BF") return CUTENSOR_COMPUTE_DESC_16BF;
    if (name == "TF32") return CUTENSOR_COMPUTE_DESC_TF32;
    if (name == "3XTF32") return CUTENSOR_COMPUTE_DESC_3XTF32;
    if (name == "32F") return CUTENSOR_COMPUTE_DESC_32F;
    if (name == "64F") return CUTENSOR_COMPUTE_DESC_64F;
    throw std::invalid_argument("there is no compute descriptor " + name);
}

}  // namespace ttgt::test
