// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Products of many float16 and bfloat16 tensors on a device: summed in float32, rounded once.
#include <gtest/gtest.h>

#include "tests/gpu/contraction/contraction_gpu_test.h"
#include "tests/support/half_networks.h"

namespace ttgt::test {
namespace {

class HalfNetworksGpu : public ContractionGpu {
protected:
    /// Host tensors, copied to the device.
    [[nodiscard]] ContractOptions on_device() {
        ContractOptions options;
        options.context = &context();
        options.copy_host_operands = true;
        return options;
    }
};

TEST_F(HalfNetworksGpu, AreRoundedOnceHoweverTheyArePlanned) {
    check_half_networks(DType::float16, on_device());
    check_half_networks(DType::bfloat16, on_device());
}

TEST_F(HalfNetworksGpu, IntermediatesBeyondTheRangeArePossible) {
    check_products_beyond_float16(on_device());
}

// Large enough for tensor cores: products of two inputs go to a float32 temporary in any layout.
TEST_F(HalfNetworksGpu, LargeProductsAreRoundedOnce) {
    std::mt19937_64 random(5);
    HalfAndExact<float16> a({300, 200});
    HalfAndExact<float16> b({200, 260});
    HalfAndExact<float16> c({260, 280});
    HalfAndExact<float16> d({280, 300});
    for (HalfAndExact<float16>* input : {&a, &b, &c}) input->draw(random, 3);
    const char* const chain = "D(d,a)=A(a,b)*B(b,c)*C(c,d)";
    contract(chain, d.exact, {a.exact, b.exact, c.exact});

    contract(chain, d.half, {a.half, b.half, c.half}, on_device());

    EXPECT_TRUE(d.is_rounded_once());
}

TEST_F(HalfNetworksGpu, ExplainShowsFloat32Temporaries) {
    const OperandLayout matrix{DType::float16, packed({64, 64})};
    const std::string text =
        plan_contraction(context(), "D(a,d)=A(a,b)*B(b,c)*C(c,d)", {matrix, matrix, matrix, matrix})
            .explain();
    EXPECT_NE(text.find("D_float32(a,d)"), std::string::npos) << text;
}

// tf32 is for what the caller sees as float32.
TEST_F(HalfNetworksGpu, Tf32IsRefused) {
    const OperandLayout scalar{DType::float16, packed({})};
    PlanOptions options;
    options.compute = ComputeType::tf32;
    EXPECT_THROW((void)plan_contraction(context(), "D()=A()*B()*C()",
                                        {scalar, scalar, scalar, scalar}, options),
                 Unsupported);
}

}  // namespace
}  // namespace ttgt::test
