// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// tests/data/edge.tsv on the device: every row computed to its checksum or refused as on CPUs.
#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/edge/edge_calls.h"
#include "tests/support/edge/edge_cases.h"
#include "tests/support/edge/edge_rows.h"

namespace ttgt::test {
namespace {

class EdgeCasesGpu : public ContractionGpu {
protected:
    [[nodiscard]] Site site() { return device_site(context()); }
};

TEST_F(EdgeCasesGpu, EveryRowIsComputedOrRefused) {
    for (const EdgeRow& row : read_edge_rows()) {
        SCOPED_TRACE(row.id);
        ASSERT_NO_THROW(check_edge_row(row, site()));
    }
}

TEST_F(EdgeCasesGpu, StrideTwoViewIsWritten) { check_stride_two_view(site()); }

TEST_F(EdgeCasesGpu, SlicesOfBothMemoryOrdersAreTakenWithScalars) {
    check_slices_with_scalars(site());
}

TEST_F(EdgeCasesGpu, AlphaScales) { check_scaling_by_alpha(site()); }

TEST_F(EdgeCasesGpu, SecondCallAccumulates) { check_second_call(site()); }

TEST_F(EdgeCasesGpu, LongSumKeepsItsDigits) { check_long_sum(site()); }

}  // namespace
}  // namespace ttgt::test
