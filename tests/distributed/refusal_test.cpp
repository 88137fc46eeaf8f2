// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
//
// What one rank cannot do is refused on every rank, in the same words, and nothing is written.
#include <ttgt/distributed.h>
#include <ttgt/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "distributed/run/agreement.h"
#include "tests/distributed/ranks.h"
#include "tests/support/refusal.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;

constexpr const char* product = "D(a,b)=L(a,k)*R(k,b)";

/// D, L and R of 6 x 6 over the rows of all ranks.
struct Square {
    explicit Square(int ranks) {
        for (int operand = 0; operand < 3; ++operand) {
            layouts.push_back(
                {DType::float64, {6, 6}, distribute("a,b", {ranks}, {{"a", {0}}}), {}});
        }
    }
    [[nodiscard]] DistributedView output() { return {layouts[0], elements[0].data()}; }
    [[nodiscard]] std::vector<ConstDistributedView> inputs() {
        return {{layouts[1], elements[1].data()}, {layouts[2], elements[2].data()}};
    }

    std::vector<DistributedLayout> layouts;
    std::vector<std::vector<double>> elements =
        std::vector<std::vector<double>>(3, std::vector<double>(36, 7.0));
};

/// Calls contract() after `spoil` has changed something of the last rank's, or of every rank's; the
/// refusal must be the same everywhere and D untouched.
template <class Refusal, class Spoil>
void expect_refusal(const std::string& words, bool on_all, Spoil&& spoil) {
    for (const int count : rank_counts()) {
        if (!on_all && count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            Square square(count);
            DistributedContractOptions options;
            std::string expression = product;
            options.context = &context;
            if (on_all || ranks.rank() == count - 1) spoil(square, options, expression);

            const std::string refusal = refusal_of<Refusal>(
                [&] { contract(ranks, expression, square.output(), square.inputs(), options); });

            EXPECT_THAT(refusal, HasSubstr(words));
            const std::vector<std::string> all = ranks.transport()->all_texts(refusal);
            for (const std::string& other : all) EXPECT_EQ(other, all.front());
            EXPECT_EQ(square.elements[0], std::vector<double>(36, 7.0));
        });
    }
}

TEST(DistributedRefusal, NamesLabelAndBothExtents) {
    expect_refusal<ExtentMismatch>(
        "label 'k' has extent 6 in L but 5 in R", true,
        [](Square& square, auto&, auto&) { square.layouts[2].extents[0] = 5; });
}

TEST(DistributedRefusal, SaysWhatIsNotTheSameOnEveryRank) {
    expect_refusal<InvalidArgument>(
        "input 1 must be the same on every rank", false,
        [](Square& square, auto&, auto&) { square.layouts[1].extents[0] = 5; });
    expect_refusal<InvalidArgument>(
        "the expression must be the same on every rank", false,
        [](Square&, auto&, std::string& expression) { expression = "D(a,b)=L(a,k)*R(b,k)"; });
    expect_refusal<InvalidArgument>("alpha must be the same on every rank", false,
                                    [](Square&, auto& options, auto&) { options.alpha = 2.0; });
    expect_refusal<InvalidArgument>(
        "the engine must be the same", false,
        [](Square&, auto& options, auto&) { options.engine = "local"; });
}

TEST(DistributedRefusal, ComesFromEveryRankWhereOneHasABadPointer) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            Square square(count);
            DistributedContractOptions options;
            options.context = &context;
            std::vector<ConstDistributedView> inputs = square.inputs();
            if (ranks.rank() == 0) inputs[1].data = nullptr;

            EXPECT_THAT(refusal_of<InvalidArgument>(
                            [&] { contract(ranks, product, square.output(), inputs, options); }),
                        HasSubstr("the data of R is null on rank 0"));
            EXPECT_EQ(square.elements[0], std::vector<double>(36, 7.0));
        });
    }
}

TEST(DistributedRefusal, ComesFromEveryRankWhereOneHasNoMemory) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;  // nothing to move, no workspace
        on_ranks(count, [&](Communicator& ranks, Context&) {
            ContextOptions poor;
            poor.threads = 1;
            poor.allocator.allocate = [&](std::int64_t) -> void* { return nullptr; };
            poor.allocator.deallocate = [](void*, std::int64_t) {};
            Context context(ranks.rank() == 0 ? poor : ContextOptions{});
            Square square(count);
            DistributedContractOptions options;
            options.context = &context;

            EXPECT_NE(refusal_of<OutOfMemory>([&] {
                          contract(ranks, product, square.output(), square.inputs(), options);
                      }),
                      "");
        });
    }
}

TEST(DistributedRefusal, OfWhatIsNotBuilt) {
    expect_refusal<InvalidArgument>("there is no engine", true, [](Square&, auto& options, auto&) {
        options.engine = "summa";
    });
    expect_refusal<InvalidArgument>("integer limit", true,
                                    [](Square&, auto& options, auto&) { options.int_limit = 0; });
    expect_refusal<InvalidArgument>("rate", true, [](Square&, auto& options, auto&) {
        options.rates.emplace().link_bytes_per_second = 0;
    });
    expect_refusal<ExpressionError>("D(a,b", true, [](Square&, auto&, std::string& expression) {
        expression = "D(a,b=L(a,k)*R(k,b)";
    });
}

TEST(DistributedRefusal, OfMemoryOfADevice) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            Square square(count);
            DistributedContractOptions options;
            options.context = &context;
            DistributedView output = square.output();
            output.space = MemorySpace::device;

            EXPECT_THAT(refusal_of<InvalidArgument>(
                            [&] { contract(ranks, product, output, square.inputs(), options); }),
                        HasSubstr("the output lies in device memory, which cpu does not"));
        });
    }
}

TEST(DistributedRefusal, OfRanksOnDevicesThatAreNoGpus) {
    EXPECT_THAT(
        refusal_of<InvalidArgument>([] { (void)Communicator::local(std::vector<Device>{}); }),
        HasSubstr("no devices"));
    EXPECT_THAT(refusal_of<Error>([] { (void)Communicator::local(std::vector<Device>(2)); }),
                HasSubstr("ranks on"));
}

TEST(DistributedRefusal, OfDistributionsThatDoNotFit) {
    expect_refusal<InvalidArgument>("but there are", true, [](Square& square, auto&, auto&) {
        square.layouts[0].distribution.grid = {64};
    });
    expect_refusal<InvalidArgument>("but its grid has", true, [](Square& square, auto&, auto&) {
        square.layouts[0].distribution.modes[0].axis = 3;
    });
    expect_refusal<InvalidArgument>("two modes of L", true, [](Square& square, auto&, auto&) {
        square.layouts[1].distribution.modes[1].axis = 0;
    });
    expect_refusal<InvalidArgument>("blocks of -1", true, [](Square& square, auto&, auto&) {
        square.layouts[2].distribution.modes[0].block = -1;
    });
    expect_refusal<RankMismatch>(
        "its distribution names 1", true,
        [](Square& square, auto&, auto&) { square.layouts[2].distribution.modes.pop_back(); });
    expect_refusal<RankMismatch>(
        "1 strides", true, [](Square& square, auto&, auto&) { square.layouts[2].strides = {1}; });
    EXPECT_THAT(refusal_of<InvalidArgument>([] {
                    (void)distribute("a,b", {2}, {{"c", {0}}});
                }),
                HasSubstr("label 'c'"));
}

TEST(DistributedRefusal, OfOverlapAndOfTooLittleWorkspace) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            Square square(count);
            const DistributedPlan plan = plan_contraction(ranks, context, product, square.layouts);
            RunOptions options;
            options.workspace = context.workspace(plan.workspace_bytes());
            const std::vector<const void*> overlapping{square.elements[0].data(),
                                                       square.elements[2].data()};
            EXPECT_NE(refusal_of<OverlapError>(
                          [&] { plan.run(square.elements[0].data(), overlapping, options); }),
                      "");

            const std::vector<const void*> inputs{square.elements[1].data(),
                                                  square.elements[2].data()};
            if (plan.workspace_bytes() > 0) options.workspace.bytes = plan.workspace_bytes() - 1;
            const bool is_needed = plan.most_workspace_bytes() > 0;
            EXPECT_EQ(refusal_of<InvalidArgument>(
                          [&] { plan.run(square.elements[0].data(), inputs, options); }) != "",
                      is_needed);
        });
    }
}

TEST(DistributedRefusal, OfALimitThatNothingKeeps) {
    for (const int count : rank_counts()) {
        if (count == 1) continue;
        on_ranks(count, [&](Communicator& ranks, Context& context) {
            DistributedOptions options;
            options.engine = "local";  // ScaLAPACK takes these operands as they lie
            options.workspace_limit = 0;

            EXPECT_THAT(refusal_of<InvalidArgument>([&] {
                            (void)plan_contraction(ranks, context, product, Square(count).layouts,
                                                   options);
                        }),
                        HasSubstr("but the limit is 0"));
        });
    }
}

TEST(Agreement, ThrowsTheTypeThatTheLowestRankThrew) {
    for (const int count : rank_counts()) {
        on_ranks(count, [&](Communicator& ranks, Context&) {
            const auto fail = [&] {
                return agreed(*ranks.transport(), [&]() -> int {
                    if (ranks.rank() == 0) throw SizeOverflow("rank 0");
                    throw Unsupported("another rank");
                });
            };
            EXPECT_EQ(refusal_of<SizeOverflow>(fail), "rank 0");
        });
    }
}

TEST(ThreadRanks, DoNotWaitForOneThatLeft) {
    if (has_processes()) GTEST_SKIP() << "of threads";
    std::vector<Communicator> ranks = Communicator::local(2);
    ranks.pop_back();

    EXPECT_THAT(refusal_of<DeviceError>([&] { (void)largest(*ranks[0].transport(), 1); }),
                HasSubstr("rank 1 has left"));
    EXPECT_NE(refusal_of<InvalidArgument>([] { (void)Communicator::local(0); }), "");
}

TEST(Communicator, OfMpiIsRefusedWhereThereIsNone) {
    if (has_processes()) GTEST_SKIP() << "MPI is running";

    EXPECT_THROW((void)Communicator::from_mpi(0), Error);
}

}  // namespace
}  // namespace ttgt::test
