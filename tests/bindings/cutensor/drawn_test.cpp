// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// Drawn contractions, permutations, elementwise operations and reductions against plain loops over
// all modes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <string>

#include "tests/bindings/cutensor/door_test.h"
#include "tests/support/random.h"

namespace ttgt::test {
namespace {

using Values = std::vector<Scalar>;
using Index = std::map<std::int32_t, std::int64_t>;

/// A tensor of a drawn operation: its elements in memory, and how modes reach them.
struct Drawn {
    Modes modes;
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> strides;
    Values elements;  // of the memory, gaps included

    [[nodiscard]] std::size_t place(const Index& index) const {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < modes.size(); ++i) offset += index.at(modes[i]) * strides[i];
        return static_cast<std::size_t>(offset);
    }
};

/// Calls visitor(index) for all indices of these modes.
template <class Visitor>
void for_each_index(const Modes& modes, const Index& extents, Index index, Visitor&& visitor) {
    if (modes.empty()) return visitor(index);
    const Modes rest(modes.begin() + 1, modes.end());
    for (std::int64_t i = 0; i < extents.at(modes[0]); ++i) {
        index[modes[0]] = i;
        for_each_index(rest, extents, index, visitor);
    }
}

Modes without(const Modes& modes, const Modes& others) {
    Modes left;
    std::copy_if(modes.begin(), modes.end(), std::back_inserter(left), [&](std::int32_t mode) {
        return std::find(others.begin(), others.end(), mode) == others.end();
    });
    return left;
}

Modes joined(const Modes& modes, const Modes& more) {
    Modes all = modes;
    const Modes left = without(more, modes);
    all.insert(all.end(), left.begin(), left.end());
    return all;
}

/// Draws tensors over modes 'a', 'b', ... with extents of their own.
class Draw {
public:
    Draw(std::uint64_t seed, bool is_complex) : random(seed), is_complex_(is_complex) {
        for (std::int32_t mode = 'a'; mode < 'a' + 5; ++mode) extents[mode] = random.between(1, 5);
    }

    Modes subset(const Modes& of, int percent) {
        Modes chosen;
        for (const std::int32_t mode : of) {
            if (random.chance(percent)) chosen.push_back(mode);
        }
        random.shuffle(chosen);
        return chosen;
    }
    Scalar value() {
        // Multiples of 1/8: sums of a few products are exact in every dtype but those of 16 bits.
        const auto part = [&] { return static_cast<double>(random.between(-8, 8)) / 8; };
        const double real = part();
        return {real, is_complex_ ? part() : 0.0};
    }
    /// A layout in any order of modes, with gaps.
    Drawn tensor(Modes modes) {
        Drawn drawn{std::move(modes), {}, {}, {}};
        for (const std::int32_t mode : drawn.modes) drawn.extents.push_back(extents.at(mode));
        std::vector<std::size_t> order(drawn.modes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        random.shuffle(order);
        drawn.strides.resize(order.size());
        std::int64_t next = random.between(1, 2);
        for (const std::size_t mode : order) {
            drawn.strides[mode] = next;
            next = next * drawn.extents[mode] + random.between(0, 1);
        }
        drawn.elements.resize(static_cast<std::size_t>(next));
        for (Scalar& element : drawn.elements) element = value();
        return drawn;
    }

    Random random;
    Index extents;

private:
    bool is_complex_;
};

template <class T>
DoorTensor<T> upload(Place& place, const Drawn& drawn) {
    std::vector<T> elements;
    for (const Scalar value : drawn.elements)
        elements.push_back(T(scalar_cast<ComputeOf<T>>(value)));
    return {place, drawn.modes, drawn.extents, std::move(elements), drawn.strides};
}

/// Compares all memory of the output, gaps included, with what is expected there.
template <class T>
void expect_near(const std::vector<T>& found, const Values& expected, double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_LE(std::abs(Scalar(found[i]) - expected[i]), tolerance) << "element " << i;
    }
}

/// Twice the unit roundoff of the dtype for each of `terms` terms below 4.
template <class T>
double bound(double terms) {
    constexpr int digits = sizeof(T) == 2 ? 8 : std::numeric_limits<RealOf<ComputeOf<T>>>::digits;
    return 8 * (terms + 4) * std::ldexp(1.0, -digits);
}

template <class T>
class DoorDrawn : public Door {
protected:
    static inline const bool has_complex = is_complex(dtype_of<T>);
    static cutensorComputeDescriptor_t compute() {
        return dtype_of<T> == DType::float64 || dtype_of<T> == DType::complex128
                   ? CUTENSOR_COMPUTE_DESC_64F
                   : CUTENSOR_COMPUTE_DESC_32F;
    }
    using ScalarType = ComputeOf<T>;
};

using ElementTypes =
    testing::Types<float16, bfloat16, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(DoorDrawn, ElementTypes);

constexpr cutensorOperator_t identity_of(bool conjugated) {
    return conjugated ? CUTENSOR_OP_CONJ : CUTENSOR_OP_IDENTITY;
}

Scalar taken(Scalar value, cutensorOperator_t op) {
    return op == CUTENSOR_OP_CONJ ? std::conj(value) : value;
}

struct DrawnContraction {
    Drawn a, b, c, d;
    bool is_in_place;  // C is D
    cutensorOperator_t op_a;
    Scalar alpha, beta;
    double terms = 1;   // that are summed
    Values expected{};  // all memory of D afterwards
};

DrawnContraction draw_contraction(Draw& draw, bool has_complex) {
    const Modes all{'a', 'b', 'c', 'd', 'e'};
    const Drawn a = draw.tensor(draw.subset(all, 60));
    const Drawn b = draw.tensor(draw.subset(all, 60));
    const Modes inputs = joined(a.modes, b.modes);
    const Drawn d = draw.tensor(draw.subset(inputs, 50));
    const bool is_in_place = draw.random.chance(50);
    Modes of_c = d.modes;
    draw.random.shuffle(of_c);
    DrawnContraction drawn{a,
                           b,
                           is_in_place ? d : draw.tensor(of_c),
                           d,
                           is_in_place,
                           identity_of(has_complex && draw.random.chance(50)),
                           draw.value(),
                           draw.random.chance(30) ? 0.0 : 0.5};
    drawn.expected = d.elements;
    const Modes summed = without(inputs, d.modes);
    for (const std::int32_t mode : summed) drawn.terms *= static_cast<double>(draw.extents[mode]);
    for_each_index(d.modes, draw.extents, {}, [&](const Index& outer) {
        Scalar sum = 0;
        for_each_index(summed, draw.extents, outer, [&](const Index& index) {
            sum += taken(a.elements[a.place(index)], drawn.op_a) * b.elements[b.place(index)];
        });
        drawn.expected[d.place(outer)] =
            drawn.alpha * sum + drawn.beta * drawn.c.elements[drawn.c.place(outer)];
    });
    return drawn;
}

TYPED_TEST(DoorDrawn, ContractionsAgreeWithLoops) {
    using T = TypeParam;
    for (const std::uint64_t seed : seeds(1, 25)) {
        SCOPED_TRACE("TTGT_TEST_SEED=" + std::to_string(seed));
        Draw draw(seed, this->has_complex);
        const DrawnContraction drawn = draw_contraction(draw, this->has_complex);
        const auto alpha = scalar_cast<typename TestFixture::ScalarType>(drawn.alpha);
        const auto beta = scalar_cast<typename TestFixture::ScalarType>(drawn.beta);
        const auto a = upload<T>(this->place(), drawn.a);
        const auto b = upload<T>(this->place(), drawn.b);
        auto d = upload<T>(this->place(), drawn.d);
        const auto apart = upload<T>(this->place(), drawn.c);
        const DoorTensor<T>& c = drawn.is_in_place ? d : apart;
        OperationDescriptor operation;
        Plan plan;
        ASSERT_EQ(cutensorCreateContraction(this->handle(), &operation, a.descriptor,
                                            a.modes.data(), drawn.op_a, b.descriptor,
                                            b.modes.data(), CUTENSOR_OP_IDENTITY, c.descriptor,
                                            c.modes.data(), CUTENSOR_OP_IDENTITY, d.descriptor,
                                            d.modes.data(), this->compute()),
                  CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(this->plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(cutensorContract(this->handle(), plan, &alpha, a.data, b.data, &beta, c.data,
                                   d.data, this->workspace, this->workspace_bytes, nullptr),
                  CUTENSOR_STATUS_SUCCESS);
        expect_near(d.fetch(), drawn.expected, bound<T>(drawn.terms));
    }
}

TYPED_TEST(DoorDrawn, SumsOfPermutationsAgreeWithLoops) {
    using T = TypeParam;
    for (const std::uint64_t seed : seeds(100, 12)) {
        SCOPED_TRACE("TTGT_TEST_SEED=" + std::to_string(seed));
        Draw draw(seed, this->has_complex);
        const Drawn d = draw.tensor(draw.subset({'a', 'b', 'c', 'd'}, 80));
        const Drawn a = draw.tensor(draw.subset(d.modes, 80));
        Modes of_c = d.modes;
        draw.random.shuffle(of_c);
        const Drawn c = draw.tensor(of_c);
        const auto alpha = scalar_cast<typename TestFixture::ScalarType>(draw.value());
        const auto gamma =
            scalar_cast<typename TestFixture::ScalarType>(draw.random.chance(30) ? 0.0 : 0.5);
        const cutensorOperator_t op = identity_of(this->has_complex && draw.random.chance(50));
        const bool has_product = draw.random.chance(40);
        Values expected = d.elements;
        for_each_index(d.modes, draw.extents, {}, [&](const Index& index) {
            const Scalar x = Scalar(alpha) * a.elements[a.place(index)];
            const Scalar y = Scalar(gamma) * taken(c.elements[c.place(index)], op);
            expected[d.place(index)] = has_product ? x * y : x + y;
        });

        const auto on_a = upload<T>(this->place(), a);
        const auto on_c = upload<T>(this->place(), c);
        auto on_d = upload<T>(this->place(), d);
        OperationDescriptor operation;
        Plan plan;
        ASSERT_EQ(cutensorCreateElementwiseBinary(
                      this->handle(), &operation, on_a.descriptor, on_a.modes.data(),
                      CUTENSOR_OP_IDENTITY, on_c.descriptor, on_c.modes.data(), op, on_d.descriptor,
                      on_d.modes.data(), has_product ? CUTENSOR_OP_MUL : CUTENSOR_OP_ADD,
                      this->compute()),
                  CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(cutensorCreatePlan(this->handle(), &plan, operation, nullptr, 0),
                  CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(cutensorElementwiseBinaryExecute(this->handle(), plan, &alpha, on_a.data, &gamma,
                                                   on_c.data, on_d.data, nullptr),
                  CUTENSOR_STATUS_SUCCESS);
        expect_near(on_d.fetch(), expected, bound<T>(2));
    }
}

TYPED_TEST(DoorDrawn, ReductionsAgreeWithLoops) {
    using T = TypeParam;
    for (const std::uint64_t seed : seeds(200, 12)) {
        SCOPED_TRACE("TTGT_TEST_SEED=" + std::to_string(seed));
        Draw draw(seed, this->has_complex);
        const Drawn a = draw.tensor(draw.subset({'a', 'b', 'c', 'd', 'e'}, 80));
        const Drawn d = draw.tensor(draw.subset(a.modes, 50));
        const auto alpha = scalar_cast<typename TestFixture::ScalarType>(draw.value());
        const auto beta = scalar_cast<typename TestFixture::ScalarType>(0.5);
        const Modes reduced = without(a.modes, d.modes);
        const bool takes_most = !this->has_complex && draw.random.chance(50);
        Values expected = d.elements;
        double terms = 1;
        for (const std::int32_t mode : reduced) terms *= static_cast<double>(draw.extents[mode]);
        for_each_index(d.modes, draw.extents, {}, [&](const Index& outer) {
            Scalar result = takes_most ? Scalar(-INFINITY) : Scalar(0);
            for_each_index(reduced, draw.extents, outer, [&](const Index& index) {
                const Scalar value = a.elements[a.place(index)];
                result =
                    takes_most ? Scalar(std::max(result.real(), value.real())) : result + value;
            });
            Scalar& element = expected[d.place(outer)];
            element = Scalar(alpha) * result + Scalar(beta) * element;
        });

        const auto on_a = upload<T>(this->place(), a);
        auto on_d = upload<T>(this->place(), d);
        OperationDescriptor operation;
        Plan plan;
        ASSERT_EQ(cutensorCreateReduction(
                      this->handle(), &operation, on_a.descriptor, on_a.modes.data(),
                      CUTENSOR_OP_IDENTITY, on_d.descriptor, on_d.modes.data(),
                      CUTENSOR_OP_IDENTITY, on_d.descriptor, on_d.modes.data(),
                      takes_most ? CUTENSOR_OP_MAX : CUTENSOR_OP_ADD, this->compute()),
                  CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(this->plan_of(operation, plan), CUTENSOR_STATUS_SUCCESS);
        ASSERT_EQ(cutensorReduce(this->handle(), plan, &alpha, on_a.data, &beta, on_d.data,
                                 on_d.data, this->workspace, this->workspace_bytes, nullptr),
                  CUTENSOR_STATUS_SUCCESS);
        expect_near(on_d.fetch(), expected, bound<T>(terms));
    }
}

}  // namespace
}  // namespace ttgt::test
