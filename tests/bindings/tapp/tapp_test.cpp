// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What TAPP's own test programs leave out: errors, batches, threads, tensors in place, conjugation
// of D, layouts of C and D that differ, 16-bit numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tapp.h>

#include <array>
#include <atomic>
#include <complex>
#include <string>
#include <thread>
#include <vector>

namespace {

using Complex = std::complex<double>;

/// A tensor info that goes with its scope.
class Info {
public:
    Info(TAPP_datatype type, const std::vector<std::int64_t>& extents,
         const std::vector<std::int64_t>& strides) {
        error = TAPP_create_tensor_info(&info, type, static_cast<int>(extents.size()),
                                        extents.data(), strides.data());
    }
    ~Info() { (void)TAPP_destroy_tensor_info(info); }
    Info(const Info&) = delete;
    Info& operator=(const Info&) = delete;

    TAPP_tensor_info info = 0;
    TAPP_error error = 0;
};

using Indices = std::vector<std::int64_t>;

struct Operations {
    TAPP_element_op a = TAPP_IDENTITY, b = TAPP_IDENTITY, c = TAPP_IDENTITY, d = TAPP_IDENTITY;
};

class Tapp : public testing::Test {
protected:
    Tapp() { EXPECT_EQ(TAPP_create_executor(&exec), 0); }
    ~Tapp() override {
        if (plan != 0) {
            EXPECT_EQ(TAPP_destroy_tensor_product(plan), 0);
        }
        EXPECT_EQ(TAPP_destroy_executor(exec), 0);
    }
    TAPP_error create(const Info& info_a, const Indices& of_a, const Info& info_b,
                      const Indices& of_b, const Info& info_c, const Indices& of_c,
                      const Info& info_d, const Indices& of_d, Operations op = {},
                      TAPP_prectype prec = TAPP_DEFAULT_PREC) {
        return TAPP_create_tensor_product(&plan, 0, op.a, info_a.info, of_a.data(), op.b,
                                          info_b.info, of_b.data(), op.c, info_c.info, of_c.data(),
                                          op.d, info_d.info, of_d.data(), prec);
    }
    template <class T>
    TAPP_error execute(T alpha, const T* from_a, const T* from_b, T beta, const T* from_c,
                       T* to_d) {
        return TAPP_execute_product(plan, exec, &status, &alpha, from_a, from_b, &beta, from_c,
                                    to_d);
    }
    TAPP_error execute() { return execute<double>(1, a.data(), b.data(), 1, c.data(), d.data()); }
    /// The product of 2 x 2 matrices, D and C of other layouts.
    TAPP_error create_product() {
        return create(square, {'i', 'k'}, square, {'k', 'j'}, turned, {'j', 'i'}, square,
                      {'i', 'j'});
    }

    Info square{TAPP_F64, {2, 2}, {1, 2}};
    Info turned{TAPP_F64, {2, 2}, {1, 2}};
    Info wide{TAPP_F64, {2, 3}, {1, 2}};
    TAPP_executor exec = 0;
    TAPP_tensor_product plan = 0;
    TAPP_status status = -1;
    std::vector<double> a{1, 3, 2, 4}, b{5, 7, 6, 8}, c{1, 2, 3, 4}, d{0, 0, 0, 0};
};

TEST_F(Tapp, CHasAnotherLayoutThanD) {
    ASSERT_EQ(create_product(), 0);

    EXPECT_EQ(execute<double>(1, a.data(), b.data(), 10, c.data(), d.data()), 0);

    EXPECT_EQ(d, (std::vector<double>{19 + 10, 43 + 30, 22 + 20, 50 + 40}));
    EXPECT_EQ(status, 0);
    EXPECT_EQ(TAPP_destroy_status(status), 0);
}

TEST_F(Tapp, CMayBeDInPlaceAndNullWhereBetaIsZero) {
    ASSERT_EQ(
        create(square, {'i', 'k'}, square, {'k', 'j'}, square, {'i', 'j'}, square, {'i', 'j'}), 0);
    d = {1, 1, 1, 1};

    EXPECT_EQ(execute<double>(1, a.data(), b.data(), 2, d.data(), d.data()), 0);
    EXPECT_EQ(d, (std::vector<double>{21, 45, 24, 52}));
    EXPECT_EQ(execute<double>(1, a.data(), b.data(), 0, nullptr, d.data()), 0);
    EXPECT_EQ(d, (std::vector<double>{19, 43, 22, 50}));
    EXPECT_EQ(execute<double>(1, a.data(), b.data(), 1, nullptr, d.data()), 12);
}

TEST_F(Tapp, OperationOnDReachesTheScalars) {
    const Info x(TAPP_C64, {1}, {1});
    const std::vector<Complex> one{{1, 2}}, two{{3, 1}}, three{{0, 1}};
    std::vector<Complex> out{{0, 0}};
    ASSERT_EQ(create(x, {'i'}, x, {'i'}, x, {'i'}, x, {'i'},
                     {TAPP_CONJUGATE, TAPP_IDENTITY, TAPP_CONJUGATE, TAPP_CONJUGATE}),
              0);
    const Complex alpha{0, 2}, beta{1, 1};

    EXPECT_EQ(execute<Complex>(alpha, one.data(), two.data(), beta, three.data(), out.data()), 0);

    EXPECT_EQ(out[0], std::conj(alpha * std::conj(one[0]) * two[0] + beta * std::conj(three[0])));
}

TEST_F(Tapp, RepeatedIndexOfDWritesItsDiagonal) {
    const Info vector(TAPP_F64, {2}, {1});
    ASSERT_EQ(create(vector, {'i'}, vector, {'i'}, square, {'i', 'i'}, square, {'i', 'i'}), 0);
    d = {-1, -1, -1, -1};

    EXPECT_EQ(execute<double>(1, a.data(), b.data(), 0, c.data(), d.data()), 0);

    EXPECT_EQ(d, (std::vector<double>{5, -1, -1, 21}));
}

TEST_F(Tapp, HalvesAreComputedInFloat) {
    const Info half(TAPP_F16, {2}, {1});
    const std::array<std::uint16_t, 2> x{0x3c00, 0x4000};  // 1 and 2
    std::array<std::uint16_t, 2> y{0, 0};
    ASSERT_EQ(create(half, {'i'}, half, {'i'}, half, {'i'}, half, {'i'}, {}, TAPP_F16F16_ACCUM_F32),
              0);
    const std::uint16_t alpha = 0x3800, beta = 0;  // 0.5

    EXPECT_EQ(TAPP_execute_product(plan, 0, nullptr, &alpha, x.data(), x.data(), &beta, nullptr,
                                   y.data()),
              0);

    EXPECT_EQ(y, (std::array<std::uint16_t, 2>{0x3800, 0x4000}));  // 0.5 and 2
}

TEST_F(Tapp, BatchesRunOneAfterTheOther) {
    ASSERT_EQ(create_product(), 0);
    std::vector<double> d2(4), b2{1, 0, 0, 1};
    const void* as[] = {a.data(), a.data()};
    const void* bs[] = {b.data(), b2.data()};
    const void* cs[] = {c.data(), c.data()};
    void* ds[] = {d.data(), d2.data()};
    const double alpha = 1, beta = 1;

    EXPECT_EQ(TAPP_execute_batched_product(plan, exec, &status, 2, &alpha, as, bs, &beta, cs, ds),
              0);

    EXPECT_EQ(d, (std::vector<double>{20, 46, 24, 54}));
    EXPECT_EQ(d2, (std::vector<double>{2, 6, 4, 8}));
    EXPECT_EQ(TAPP_execute_batched_product(plan, exec, &status, 0, &alpha, nullptr, nullptr, &beta,
                                           nullptr, nullptr),
              0);
    EXPECT_EQ(TAPP_execute_batched_product(plan, exec, &status, -1, &alpha, as, bs, &beta, cs, ds),
              107);
}

TEST_F(Tapp, ThreadsShareAProduct) {
    ASSERT_EQ(create_product(), 0);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 50; ++turn) {
                std::vector<double> own(4);
                const double alpha = 1, beta = turn % 2;
                TAPP_status ended = 0;
                wrong += TAPP_execute_product(plan, exec, &ended, &alpha, a.data(), b.data(), &beta,
                                              c.data(), own.data()) != 0;
                wrong += own[3] != 50 + 4 * beta;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(wrong, 0);
}

TEST_F(Tapp, StructuresThatDoNotFitAreExecutionErrors) {
    struct Wrong {
        const Info& a;
        Indices of_a;
        const Info& b;
        Indices of_b;
        const Info& c;
        Indices of_c;
        const Info& d;
        Indices of_d;
        TAPP_error error;
    };
    const Info vector(TAPP_F64, {2}, {1});
    const Info aliased(TAPP_F64, {2, 2}, {1, 0});
    const std::vector<Wrong> all{
        {wide, {'i', 'k'}, square, {'k', 'j'}, square, {'i', 'j'}, square, {'i', 'j'}, 1},
        {square, {'i', 'k'}, square, {'k', 'j'}, wide, {'j', 'i'}, wide, {'j', 'i'}, 2},
        {square, {'i', 'k'}, square, {'k', 'j'}, wide, {'i', 'j'}, wide, {'i', 'j'}, 3},
        {square, {'i', 'k'}, square, {'k', 'j'}, square, {'i', 'x'}, square, {'i', 'x'}, 4},
        {square, {'i', 'k'}, square, {'k', 'j'}, vector, {'i'}, square, {'i', 'j'}, 5},
        {square, {'i', 'k'}, square, {'k', 'j'}, square, {'i', 'x'}, square, {'i', 'j'}, 6},
        {square, {'i', 'k'}, square, {'k', 'j'}, wide, {'i', 'j'}, square, {'i', 'j'}, 7},
        {square, {'i', 'k'}, square, {'k', 'j'}, square, {'i', 'j'}, aliased, {'i', 'j'}, 8},
        {wide, {'i', 'i'}, square, {'k', 'j'}, square, {'i', 'j'}, square, {'i', 'j'}, 9},
        {square, {'i', 'k'}, wide, {'j', 'j'}, square, {'i', 'j'}, square, {'i', 'j'}, 10},
        {square, {'i', 'k'}, square, {'k', 'j'}, wide, {'i', 'i'}, wide, {'i', 'i'}, 11},
    };
    for (const Wrong& wrong : all) {
        ASSERT_EQ(create(wrong.a, wrong.of_a, wrong.b, wrong.of_b, wrong.c, wrong.of_c, wrong.d,
                         wrong.of_d),
                  0);
        EXPECT_EQ(execute(), wrong.error);
        EXPECT_EQ(status, wrong.error);
        EXPECT_EQ(TAPP_destroy_tensor_product(plan), 0);
    }
    plan = 0;
    EXPECT_EQ(d, std::vector<double>(4));
}

TEST_F(Tapp, OverlapIsRefusedBeforeAnythingIsWritten) {
    ASSERT_EQ(create_product(), 0);
    std::vector<double> all(8, 1);

    EXPECT_EQ(execute<double>(1, all.data(), b.data(), 1, c.data(), all.data() + 2), 106);
    EXPECT_EQ(execute<double>(1, a.data(), b.data(), 1, all.data(), all.data() + 2), 106);
    EXPECT_EQ(execute<double>(1, all.data(), b.data(), 1, all.data(), all.data() + 2), 106);

    EXPECT_THAT(all, testing::Each(1));
}

TEST_F(Tapp, WrongArgumentsAreNumbers) {
    const Info real(TAPP_F32, {2, 2}, {1, 2});
    TAPP_tensor_info info = 0;
    const std::int64_t negative = -1, one = 1;
    const Indices ik{'i', 'k'}, kj{'k', 'j'}, ij{'i', 'j'};
    const double number = 1;

    EXPECT_EQ(TAPP_create_tensor_info(&info, TAPP_F64, -1, nullptr, nullptr), 14);
    EXPECT_EQ(TAPP_create_tensor_info(&info, TAPP_F64, 1, &negative, &one), 15);
    EXPECT_EQ(TAPP_create_tensor_info(&info, 77, 1, &one, &one), 102);
    EXPECT_EQ(TAPP_create_tensor_info(&info, TAPP_F64, 1, nullptr, &one), 100);
    EXPECT_EQ(TAPP_destroy_tensor_info(12345), 101);
    EXPECT_EQ(TAPP_get_nmodes(12345), -1);
    EXPECT_EQ(create(square, ik, square, kj, square, ij, square, ij, {7}), 103);
    EXPECT_EQ(create(square, ik, square, kj, square, ij, square, ij, {}, 99), 104);
    EXPECT_EQ(create(real, ik, real, kj, real, ij, real, ij, {}, TAPP_F64F64_ACCUM_F64), 105);
    EXPECT_EQ(plan, 0);
    EXPECT_EQ(execute(), 101);
    ASSERT_EQ(create(real, ik, square, kj, square, ij, square, ij), 0);
    EXPECT_EQ(execute(), 110);
    std::array<char, 200> text{};
    EXPECT_GT(TAPP_explain_error(110, text.size(), text.data()), 0U);
    EXPECT_THAT(text.data(), testing::HasSubstr("float32"));
    EXPECT_EQ(TAPP_execute_product(plan, 999, nullptr, &number, a.data(), b.data(), &number,
                                   c.data(), d.data()),
              33);
    EXPECT_EQ(TAPP_execute_product(plan, exec, nullptr, nullptr, a.data(), b.data(), &number,
                                   c.data(), d.data()),
              100);
    EXPECT_EQ(TAPP_attr_set(0, 0, nullptr), 109);
}

TEST_F(Tapp, TextsAreCutAndMeasured) {
    std::array<char, 8> text{};
    const std::size_t length = TAPP_explain_error(12, 0, nullptr);

    EXPECT_EQ(TAPP_explain_error(12, text.size(), text.data()), 7U);
    EXPECT_STREQ(text.data(), "C is nu");
    EXPECT_GT(length, 7U);
    EXPECT_TRUE(TAPP_check_success(0));
    EXPECT_FALSE(TAPP_check_success(12));
}

TEST_F(Tapp, InfosChange) {
    std::array<std::int64_t, 3> numbers{4, 5, 6};

    EXPECT_EQ(TAPP_set_nmodes(wide.info, 3), 0);
    EXPECT_EQ(TAPP_set_extents(wide.info, numbers.data()), 0);
    EXPECT_EQ(TAPP_set_strides(wide.info, numbers.data()), 0);

    numbers = {};
    EXPECT_EQ(TAPP_get_nmodes(wide.info), 3);
    TAPP_get_extents(wide.info, numbers.data());
    EXPECT_THAT(numbers, testing::ElementsAre(4, 5, 6));
    numbers = {};
    TAPP_get_strides(wide.info, numbers.data());
    EXPECT_THAT(numbers, testing::ElementsAre(4, 5, 6));
    EXPECT_EQ(TAPP_set_nmodes(wide.info, -1), 14);
}

}  // namespace
