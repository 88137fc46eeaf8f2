// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Executors and handles that name a device: here the CPU by its name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tapp.h>
#include <ttgt/tapp_attributes.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace {

/// The scalar product of two vectors of two elements, with an executor and a handle.
class TappPlaces : public testing::Test {
protected:
    TappPlaces() {
        const std::int64_t two = 2;
        const std::int64_t one = 1;
        EXPECT_EQ(TAPP_create_executor(&executor), 0);
        EXPECT_EQ(TAPP_create_handle(&handle), 0);
        EXPECT_EQ(TAPP_create_tensor_info(&vector, TAPP_F64, 1, &two, &one), 0);
        EXPECT_EQ(TAPP_create_tensor_info(&number, TAPP_F64, 0, nullptr, nullptr), 0);
        const std::int64_t i = 'i';
        EXPECT_EQ(
            TAPP_create_tensor_product(&product, handle, TAPP_IDENTITY, vector, &i, TAPP_IDENTITY,
                                       vector, &i, TAPP_IDENTITY, number, nullptr, TAPP_IDENTITY,
                                       number, nullptr, TAPP_DEFAULT_PREC),
            0);
    }
    ~TappPlaces() override {
        EXPECT_EQ(TAPP_destroy_tensor_product(product), 0);
        EXPECT_EQ(TAPP_destroy_tensor_info(number), 0);
        EXPECT_EQ(TAPP_destroy_tensor_info(vector), 0);
        EXPECT_EQ(TAPP_destroy_handle(handle), 0);
        EXPECT_EQ(TAPP_destroy_executor(executor), 0);
    }
    static TAPP_error set_device(std::intptr_t place, const char* device) {
        return TAPP_attr_set(place, TTGT_TAPP_DEVICE, const_cast<char*>(device));
    }
    /// The product's value, 11 where it is right.
    double value_by(TAPP_executor by) {
        const std::array<double, 2> x{1, 2};
        const std::array<double, 2> y{3, 4};
        const double alpha = 1;
        const double beta = 0;
        double result = -1;
        EXPECT_EQ(TAPP_execute_product(product, by, nullptr, &alpha, x.data(), y.data(), &beta,
                                       nullptr, &result),
                  0);
        return result;
    }

    TAPP_executor executor = 0;
    TAPP_handle handle = 0;
    TAPP_tensor_info vector = 0;
    TAPP_tensor_info number = 0;
    TAPP_tensor_product product = 0;
};

TEST_F(TappPlaces, ExecutorsSayWhereProductsRun) {
    ASSERT_EQ(set_device(executor, "cpu"), 0);

    EXPECT_EQ(value_by(executor), 11);
    EXPECT_EQ(value_by(0), 11);  // nobody says

    void* device = nullptr;
    EXPECT_EQ(TAPP_attr_get(executor, TTGT_TAPP_DEVICE, &device), 0);
    EXPECT_STREQ(static_cast<const char*>(device), "cpu");
}

TEST_F(TappPlaces, HandlesSayItForExecutorsThatDoNot) {
    ASSERT_EQ(set_device(handle, "cpu"), 0);

    EXPECT_EQ(value_by(executor), 11);
    EXPECT_EQ(value_by(0), 11);
}

TEST_F(TappPlaces, AttributesAreCleared) {
    void* found = this;
    ASSERT_EQ(set_device(executor, "cpu"), 0);

    EXPECT_EQ(TAPP_attr_clear(executor, TTGT_TAPP_DEVICE), 0);
    EXPECT_EQ(TAPP_attr_clear(executor, TTGT_TAPP_STREAM), 0);

    EXPECT_EQ(TAPP_attr_get(executor, TTGT_TAPP_DEVICE, &found), 0);
    EXPECT_EQ(found, nullptr);
    EXPECT_EQ(TAPP_attr_get(executor, TTGT_TAPP_STREAM, &found), 0);
    EXPECT_EQ(found, nullptr);
    EXPECT_EQ(value_by(executor), 11);
}

TEST_F(TappPlaces, DevicesThatThereAreNotChangeNothing) {
    ASSERT_EQ(set_device(executor, "cpu"), 0);

    EXPECT_EQ(set_device(executor, "cuda:4711"), 110);
    std::array<char, 200> text{};
    EXPECT_GT(TAPP_explain_error(110, text.size(), text.data()), 0U);
    EXPECT_THAT(text.data(), testing::HasSubstr("4711"));
    EXPECT_EQ(set_device(executor, "gpu"), 110);

    EXPECT_EQ(value_by(executor), 11);
}

TEST_F(TappPlaces, WrongAttributesAreRefused) {
    void* value = nullptr;

    EXPECT_EQ(set_device(executor, nullptr), 100);
    EXPECT_EQ(TAPP_attr_get(executor, TTGT_TAPP_DEVICE, nullptr), 100);
    EXPECT_EQ(TAPP_attr_set(executor, 99, nullptr), 109);
    EXPECT_EQ(TAPP_attr_get(executor, 99, &value), 109);
    EXPECT_EQ(TAPP_attr_clear(executor, 99), 109);
    EXPECT_EQ(TAPP_attr_set(4711, TTGT_TAPP_DEVICE, nullptr), 109);
}

TEST_F(TappPlaces, HandlesAreNoExecutors) {
    const double one = 1;
    double result = 0;

    EXPECT_EQ(TAPP_execute_product(product, handle, nullptr, &one, &one, &one, &one, &one, &result),
              33);
    EXPECT_EQ(TAPP_destroy_executor(handle), 33);
    EXPECT_EQ(TAPP_destroy_handle(4711), 0);  // TAPP's programs do
}

}  // namespace
