// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// The source of the grouped transpose kernel, run on the CPU and compared with plain loops: blocks
// of any extents and strides in one launch, every dtype, conjugation, alpha, beta, zeros.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/core/element.h"
#include "src/core/modes.h"
#include "tests/support/emulation/emulated_grouped.h"
#include "tests/support/guarded_array.h"
#include "tests/support/random.h"

namespace ttgt::test {
namespace {

using testing::AssertionFailure;
using testing::AssertionResult;
using testing::AssertionSuccess;

/// A block of the launch with the memory of both sides.
struct Item {
    GuardedArray in, out, expected;
    std::uint32_t flags = 0;
    bool is_like_previous = false;  ///< has the layouts of the item before
    std::optional<std::uint32_t> shape{};
};

Layout random_layout(const std::vector<std::int64_t>& extents, Random& random) {
    std::vector<std::size_t> order(extents.size());
    for (std::size_t m = 0; m < order.size(); ++m) order[m] = m;
    if (random.chance(70)) random.shuffle(order);
    Layout layout{extents, std::vector<std::int64_t>(extents.size())};
    std::int64_t stride = random.chance(80) ? 1 : 2;
    for (const std::size_t mode : order) {
        layout.strides[mode] = stride;
        stride = stride * extents[mode] + (random.chance(25) ? 1 : 0);
    }
    return layout;
}

/// Long and short modes, of which few tiles are needed to see every kind of edge.
std::vector<std::int64_t> random_extents(Random& random) {
    std::vector<std::int64_t> extents(static_cast<std::size_t>(random.between(0, 6)));
    std::int64_t volume = 1;
    for (std::int64_t& extent : extents) {
        extent = random.chance(15) ? random.between(50, 300) : random.between(1, 7);
        if (volume * extent > 12000) extent = 1;
        volume *= extent;
    }
    return extents;
}

Scalar expected_value(const Item& item, Scalar value, Scalar old, const cuda::GroupedScalars& by) {
    Scalar result;
    if ((item.flags & cuda::grouped_conjugates) != 0) value = std::conj(value);
    if ((item.flags & cuda::grouped_reads) != 0) result += by.alpha * value;
    if ((item.flags & cuda::grouped_adds) != 0) result += by.beta * old;
    return result;
}

std::vector<std::int64_t> offsets_of(const GuardedArray& array) {
    std::vector<std::int64_t> offsets;
    array.for_each_offset([&](std::int64_t offset) { offsets.push_back(offset); });
    return offsets;
}

void expect_values(Item& item, const cuda::GroupedScalars& by) {
    const std::vector<std::int64_t> from = offsets_of(item.in);
    const std::vector<std::int64_t> to = offsets_of(item.out);
    for (std::size_t i = 0; i < to.size(); ++i) {
        item.expected.set(to[i],
                          expected_value(item, item.in.get(from[i]), item.out.get(to[i]), by));
    }
}

struct Types {
    DType in, out;
};

/// A launch of drawn items.
class Launch {
public:
    explicit Launch(std::uint64_t seed, Types types) : random_(seed), types_(types) {
        const bool is_complex = ttgt::is_complex(types.out);
        if (random_.chance(60)) by_.alpha = {2.0, is_complex ? 3.0 : 0.0};
        if (random_.chance(60)) by_.beta = {-1.0, is_complex ? 2.0 : 0.0};
        const std::int64_t count = random_.between(1, 12);
        for (std::int64_t i = 0; i < count; ++i) add_item();
    }

    AssertionResult run() {
        cuda::GroupedLaunchBuilder builder(types_.in, types_.out, random_.chance(50) ? 1 : 3);
        for (std::uint32_t i = 0; i < items_.size(); ++i) {
            Item& item = items_[i];
            // Addresses from a table, and addresses that are bytes from a base of 0.
            const bool from_table = random_.chance(50);
            const auto bytes = reinterpret_cast<std::int64_t>(item.out.data());
            const cuda::GroupedPlace in{1, i, 0};
            const cuda::GroupedPlace out{from_table ? 0 : 3, i, from_table ? 0 : bytes};
            const cuda::GroupedBlock block{item.in.layout().extents, item.in.layout().strides,
                                           item.out.layout().strides};
            if (!item.shape) item.shape = builder.add_shape(block);
            if (!item.shape || !builder.add(*item.shape, in, out, item.flags)) {
                return AssertionFailure() << "refused";
            }
            if (i + 1 < items_.size() && items_[i + 1].is_like_previous) {
                items_[i + 1].shape = item.shape;
            }
            ins_.push_back(reinterpret_cast<std::int64_t>(item.in.data()));
            outs_.push_back(bytes);
        }
        const cuda::GroupedLaunch launch = builder.finish();
        if (launch.blocks == 0) return AssertionSuccess();
        note(launch);
        cuda::GroupedArguments arguments = launch.arguments;
        arguments.items = launch.items.data();
        arguments.shapes = launch.shapes.data();
        arguments.tile_items = launch.tile_items.data();
        arguments.places[0] = {nullptr, outs_.data()};
        arguments.places[1] = {nullptr, ins_.data()};
        const std::string error = emulate_grouped(launch, arguments, by_);
        if (!error.empty()) return AssertionFailure() << error << ": " << launch.describe();
        return compare(launch);
    }

    [[nodiscard]] static std::set<std::string>& kinds() {
        static std::set<std::string> all;
        return all;
    }

private:
    void add_item() {
        const bool is_like_previous = !items_.empty() && random_.chance(30);
        const std::vector<std::int64_t> extents = random_extents(random_);
        const Layout in =
            is_like_previous ? items_.back().in.layout() : random_layout(extents, random_);
        const Layout out =
            is_like_previous ? items_.back().out.layout() : random_layout(extents, random_);
        Item item{GuardedArray(types_.in, in), GuardedArray(types_.out, out),
                  GuardedArray(types_.out, Layout{})};
        item.is_like_previous = is_like_previous;
        fill_integers(item.in, random_);
        fill_integers(item.out, random_);
        item.expected = item.out;
        item.flags = random_.chance(80) ? cuda::grouped_reads : 0U;
        if (random_.chance(40)) item.flags |= cuda::grouped_conjugates;
        if (random_.chance(50)) item.flags |= cuda::grouped_adds;
        expect_values(item, by_);
        items_.push_back(std::move(item));
    }

    AssertionResult compare(const cuda::GroupedLaunch& launch) const {
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (items_[i].out.bytes() == items_[i].expected.bytes()) continue;
            return AssertionFailure() << "item " << i << " of " << launch.describe() << ": "
                                      << to_string(items_[i].in.layout()) << " to "
                                      << to_string(items_[i].out.layout());
        }
        return AssertionSuccess();
    }

    static void note(const cuda::GroupedLaunch& launch) {
        if (launch.arguments.first_small > 2) kinds().insert("several items with tiles");
        if (launch.arguments.small_items > 0) kinds().insert("small");
        for (const cuda::GroupedShape& shape : launch.shapes) {
            if (shape.modes == 0) kinds().insert("one element");
            if (cuda::tiles_of(shape) > 1) kinds().insert("several tiles");
            if ((shape.in_fast & shape.out_fast) != 0) kinds().insert("common fast modes");
            if ((shape.in_fast & ~shape.out_fast) != 0) kinds().insert("fast in the input alone");
            for (int m = 0; m < shape.modes; ++m) {
                if (shape.mode[m].extent % shape.mode[m].chunk != 0) kinds().insert("cut");
            }
        }
    }

    Random random_;
    Types types_;
    cuda::GroupedScalars by_;
    std::vector<Item> items_;
    std::vector<std::int64_t> ins_, outs_;
};

TEST(CudaGroupedEmulation, AgreesWithPlainLoops) {
    using enum DType;
    const std::vector<Types> types{
        {float64, float64}, {float32, float32},   {complex64, complex64}, {complex128, complex128},
        {float16, float16}, {bfloat16, bfloat16}, {float32, float16},     {float32, bfloat16}};
    for (const Types& its : types) {
        for (const std::uint64_t seed : seeds(1, 8)) {
            ASSERT_TRUE(Launch(seed, its).run())
                << name(its.in) << " to " << name(its.out) << ", seed " << seed;
        }
    }
    for (const char* kind : {"several items with tiles", "small", "one element", "several tiles",
                             "common fast modes", "fast in the input alone", "cut"}) {
        EXPECT_TRUE(Launch::kinds().contains(kind)) << kind;
    }
}

}  // namespace
}  // namespace ttgt::test
