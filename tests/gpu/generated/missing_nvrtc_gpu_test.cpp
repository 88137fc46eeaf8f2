// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Where NVRTC cannot be loaded, plans that may have generated kernels are the plans without, and
// say why.
#include <ttgt/ttgt.h>

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/support/device_tensor.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr const char* product = "D(i,j,k,e)=A(i,l)*U(l,j,k,e)";

class MissingNvrtcGpu : public GpuTest {
protected:
    [[nodiscard]] ContractionPlan plan(Context& context, Planning planning, bool generated) {
        PlanOptions options;
        options.planning = planning;
        options.generated_kernels = generated;
        return plan_contraction(context, product, {field_, matrix_, field_}, options);
    }

    OperandLayout field_{DType::float64, packed({10, 10, 10, 50})};
    OperandLayout matrix_{DType::float64, packed({10, 10})};
};

TEST_F(MissingNvrtcGpu, ProductsRunWhatWasCompiledAhead) {
    Context context(options());
    const ContractionPlan with = plan(context, Planning::heuristic, true);
    const ContractionPlan without = plan(context, Planning::heuristic, false);

    EXPECT_EQ(with.source(), "");
    EXPECT_THAT(with.explain(), HasSubstr("generated kernels need NVRTC: "));
    EXPECT_EQ(with.prediction().steps.front().description,
              without.prediction().steps.front().description);
}

TEST_F(MissingNvrtcGpu, MeasuredProductsAreMeasuredAndKept) {
    const TemporaryFolder folder;
    setenv("TTGT_CACHE_DIR", folder.path().c_str(), 1);
    Context context(options());
    const ContractionPlan searched = plan(context, Planning::measure, true);
    const ContractionPlan found = plan(context, Planning::measure, true);
    setenv("TTGT_CACHE_DIR", "", 1);

    EXPECT_EQ(searched.source(), "");
    EXPECT_THAT(found.explain(0), HasSubstr("from the cache"));
}

TEST_F(MissingNvrtcGpu, ProgramsRunTheirSteps) {
    Context context(options());
    for (const Planning planning : {Planning::heuristic, Planning::measure}) {
        PlanOptions options;
        options.planning = planning;
        options.generated_kernels = true;
        const ProgramPlan plan =
            plan_program(context, "E(i,j,k,e)=A(i,l)*U(l,j,k,e); F(i,j,k,e)=A(j,l)*U(i,l,k,e)",
                         {{"E", field_}, {"A", matrix_}, {"U", field_}, {"F", field_}}, options);

        EXPECT_EQ(plan.source(), "");
        EXPECT_THAT(plan.explain(),
                    HasSubstr("no kernel for all steps: generated kernels need NVRTC: "));
    }
}

}  // namespace
}  // namespace ttgt::test
