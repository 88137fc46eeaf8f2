// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/device_transpose.h"

#include <algorithm>
#include <limits>

namespace ttgt::test {
namespace {

GuardedArray filled(DType dtype, const Layout& layout, bool is_read, Random& random) {
    GuardedArray array(dtype, layout);
    if (is_read || is_opaque(dtype)) {
        fill_any(array, random);
    } else {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        fill(array, {nan, nan});
    }
    return array;
}

GuardedArray by_definition(const TransposeCase& given, const TransposeScalars& scalars,
                           const GuardedArray& in, GuardedArray out) {
    transpose_by_definition(given, scalars.alpha, in, scalars.beta, out);
    return out;
}

testing::AssertionResult same_bytes(const GuardedArray& actual, const GuardedArray& expected) {
    const auto [at, at_expected] =
        std::mismatch(actual.bytes().begin(), actual.bytes().end(), expected.bytes().begin());
    if (at == actual.bytes().end()) return testing::AssertionSuccess();
    const std::byte* const origin = static_cast<const std::byte*>(actual.data());
    return testing::AssertionFailure()
           << "byte " << &*at - origin << " from element (0, 0, ...) is " << static_cast<int>(*at)
           << ", not " << static_cast<int>(*at_expected);
}

}  // namespace

DeviceTranspose::DeviceTranspose(const TransposeCase& given, Random& random, int device,
                                 const TransposeScalars& scalars, const Shifts& shifts)
    : given_(given),
      stream_(device),
      host_in_(filled(given.dtype, given.in, scalars.alpha != 0.0, random)),
      host_before_(filled(given.dtype, given.out, scalars.beta != 0.0, random)),
      expected_(by_definition(given, scalars, host_in_, host_before_)),
      in_(host_in_, device, stream_.get(), shifts.in),
      before_(host_before_, device, stream_.get()),
      out_(host_before_, device, stream_.get(), shifts.out) {
    cuda::synchronize(stream_.get());
}

testing::AssertionResult DeviceTranspose::agrees(const TransposeCall& call) {
    reset_output();
    call(in(), out(), stream());
    return is_done();
}

testing::AssertionResult DeviceTranspose::is_done() const {
    const GuardedArray result = out_.fetch();
    const testing::AssertionResult same =
        is_opaque(given_.dtype) || equal_and_intact(result, expected_)
            ? testing::AssertionSuccess()
            : testing::AssertionFailure() << "other values, or a byte beside the output changed";
    if (!same) return testing::AssertionFailure() << same.message() << ": " << to_string(given_);
    if (!is_opaque(given_.dtype)) return same;
    const testing::AssertionResult bytes = same_bytes(result, expected_);
    if (bytes) return bytes;
    return testing::AssertionFailure() << bytes.message() << ": " << to_string(given_);
}

}  // namespace ttgt::test
