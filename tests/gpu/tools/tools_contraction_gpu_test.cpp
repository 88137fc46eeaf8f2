// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/core/element.h"
#include "src/runtime/cuda/copy.h"
#include "src/runtime/cuda/stream.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/temporary_folder.h"
#include "tools/bench/contraction/contraction_arena.h"
#include "tools/bench/contraction/contraction_bench.h"
#include "tools/bench/contraction/contraction_cells.h"
#include "tools/bench/contraction/tiled_bench.h"
#include "tools/bench/results/ceilings.h"
#include "tools/bench/timing.h"
#include "tools/commands/command_line.h"
#include "tools/operands/bindings.h"
#include "tools/operands/buffers.h"
#include "tools/operands/cuda/random_tensor.h"
#include "tools/operands/placed_operands.h"

namespace ttgt::tool {
namespace {

using reference::CompareOptions;
using reference::Outcome;
using testing::AllOf;
using testing::Each;
using testing::Gt;
using testing::SizeIs;

constexpr std::array<DType, 6> dtypes{DType::float16, DType::bfloat16,  DType::float32,
                                      DType::float64, DType::complex64, DType::complex128};

ContractionTask task_of(const std::string& expression, const std::vector<LabelExtent>& extents,
                        DType dtype, Scalar beta) {
    Expression parsed = parse_expression(expression);
    std::vector<OperandLayout> operands = packed_operands(parsed, extents, dtype);
    return {std::move(parsed), std::move(operands), beta};
}

class ToolsContractionGpu : public test::GpuTest {
protected:
    [[nodiscard]] Context& context() {
        if (!context_) context_ = std::make_unique<Context>(options());
        return *context_;
    }
    [[nodiscard]] Stream stream() { return context().stream(); }
    [[nodiscard]] std::vector<char> to_host(const void* data, std::int64_t bytes) {
        std::vector<char> host(static_cast<std::size_t>(bytes));
        cuda::copy_to_host(host.data(), data, bytes, stream());
        cuda::synchronize(stream());
        return host;
    }
    [[nodiscard]] RandomTensor random_tensor(std::uint64_t seed) {
        return RandomTensor(device(), stream(), seed);
    }
    void expect_random(const RandomTensor& tensor, std::int64_t count, DType dtype,
                       std::uint64_t seed) {
        const std::int64_t bytes = count * size_bytes(dtype);
        std::vector<char> expected(static_cast<std::size_t>(bytes));
        fill_random(expected.data(), count, dtype, seed);
        EXPECT_EQ(to_host(tensor.data(), bytes), expected) << name(dtype) << " " << count;
    }

private:
    std::unique_ptr<Context> context_;  // made by the first test that is not skipped
};

using RandomTensorGpu = ToolsContractionGpu;
using ContractionArenaGpu = ToolsContractionGpu;
using GemmReferenceGpu = ToolsContractionGpu;
using PlacedOperandsGpu = ToolsContractionGpu;
using ContractionBenchGpu = ToolsContractionGpu;

/// Sizes that grow and shrink, dtypes that share their real numbers and that do not.
TEST_F(RandomTensorGpu, HoldsTheHostsNumbersWhateverItHeldBefore) {
    RandomTensor tensor = random_tensor(5);
    const std::vector<std::pair<std::int64_t, DType>> fills{
        {1000, DType::float64},    {400, DType::complex128}, {800, DType::complex128},
        {1600, DType::float64},    {1601, DType::float64},   {70000, DType::float32},
        {35000, DType::complex64}, {100, DType::float64},    {100000, DType::float32},
        {5000, DType::bfloat16},   {5000, DType::float16}};
    for (const auto& [count, dtype] : fills) {
        tensor.reserve(count * size_bytes(dtype));
        tensor.fill(count, dtype);
        expect_random(tensor, count, dtype, 5);
    }
}

TEST_F(RandomTensorGpu, IsFilledAgainWhereSomethingElseWrote) {
    RandomTensor tensor = random_tensor(6);
    tensor.reserve(8000);
    tensor.fill(1000, DType::float64);
    cuda::fill_bytes(tensor.data(), 0, 8000, stream());

    tensor.overwritten();
    tensor.fill(1000, DType::float64);

    expect_random(tensor, 1000, DType::float64, 6);
}

TEST_F(RandomTensorGpu, GathersSingleElementsAndNeighbours) {
    RandomTensor tensor = random_tensor(7);
    tensor.reserve(16000);
    tensor.fill(1000, DType::complex128);
    std::vector<char> all(16000);
    fill_random(all.data(), 1000, DType::complex128, 7);
    const std::vector<std::int64_t> offsets{0, 1, 2, 17, 500, 501, 999};
    std::vector<char> expected;
    for (const std::int64_t offset : offsets) {
        expected.insert(expected.end(), all.begin() + 16 * offset, all.begin() + 16 * offset + 16);
    }

    EXPECT_EQ(tensor.gather(offsets, 16), expected);
    EXPECT_TRUE(tensor.gather({}, 16).empty());
}

/// The matrix products stand in for a contraction. Mirrored, L is read as L(k,a) and R as R(b,k).
TEST_F(GemmReferenceGpu, ProductsOfBothWaysAreRight) {
    const std::vector<LabelExtent> extents{{"a", 70}, {"b", 31}, {"k", 45}, {"e", 3}};
    const auto arena = make_contraction_arena(context());
    for (const DType dtype : dtypes) {
        for (const bool mirrored : {false, true}) {
            for (const double beta : {0.0, 1.0}) {
                arena->place(
                    task_of(mirrored ? "D(b,a,e)=L(k,a,e)*R(b,k,e)" : "D(a,b,e)=L(a,k,e)*R(k,b,e)",
                            extents, dtype, beta));
                arena->reset_output();

                arena->gemm_reference({70, 31, 45, 3}, dtype, update_of(beta))
                    ->multiply(mirrored ? ProductWay::mirrored : ProductWay::straight);

                const reference::Comparison comparison = arena->check({});
                EXPECT_EQ(comparison.outcome, Outcome::ok)
                    << name(dtype) << " mirrored " << mirrored << " beta " << beta << " error "
                    << comparison.error_over_bound;
            }
        }
    }
}

TEST_F(GemmReferenceGpu, ProductsWithoutElementsAreNone) {
    const auto arena = make_contraction_arena(context());
    arena->place(
        task_of("D(a,b)=L(a,k)*R(k,b)", {{"a", 0}, {"b", 3}, {"k", 4}}, DType::float64, 0.0));

    arena->gemm_reference({0, 3, 4, 1}, DType::float64, ProductUpdate::assign)
        ->multiply(ProductWay::straight);

    EXPECT_EQ(arena->check({}).outcome, Outcome::skipped);
}

TEST_F(ContractionArenaGpu, SampleFindsACallThatNeverRan) {
    const CompareOptions sampled{0, 64, 1};
    const auto arena = make_contraction_arena(context());
    for (const double beta : {0.0, 1.0}) {
        arena->place(task_of("D(a,b)=L(a,k)*R(k,b)", {{"a", 300}, {"b", 200}, {"k", 100}},
                             DType::float64, beta));
        arena->reset_output();
        EXPECT_EQ(arena->check(sampled).outcome, Outcome::fail);

        arena->gemm_reference({300, 200, 100, 1}, DType::float64, update_of(beta))
            ->multiply(ProductWay::straight);

        EXPECT_EQ(arena->check(sampled).outcome, Outcome::ok);
        EXPECT_EQ(arena->check(sampled).elements, 64);
        cuda::fill_bytes(arena->data(0), 0, 8, stream());
        EXPECT_EQ(arena->check(sampled).outcome, Outcome::fail) << "the first element is wrong";
    }
}

TEST_F(ContractionArenaGpu, OutputIsNanWhereItMustNotBeRead) {
    const auto arena = make_contraction_arena(context());
    for (const DType dtype : dtypes) {
        arena->place(task_of("D(a)=L(a)", {{"a", 1000}}, dtype, 0.0));

        arena->reset_output();

        const auto last = static_cast<const char*>(arena->data(0)) + 999 * size_bytes(dtype);
        const std::vector<char> element = to_host(last, size_bytes(dtype));
        visit_numeric(real_of(dtype), [&](auto tag) {
            typename decltype(tag)::type number{};
            std::memcpy(&number, element.data(), sizeof(number));
            EXPECT_TRUE(std::isnan(std::abs(number))) << name(dtype);
        });
    }
}

TEST_F(ContractionArenaGpu, TimesTurnsByEventsAndScalesTheSteps) {
    const auto arena = make_contraction_arena(context());
    const std::int64_t bytes = std::int64_t{64} << 20;
    arena->place(task_of("D(a)=L(a)", {{"a", bytes / 8}}, DType::float64, 0.0));
    int runs = 0;
    int profiles = 0;
    const Contender copy{[&] {
                             ++runs;
                             cuda::copy_on_device(arena->data(0), arena->data(1), bytes, stream());
                         },
                         [&] {
                             ++profiles;
                             Report report;
                             report.total_ms = 100;
                             report.gemm_ms = 50;
                             return report;
                         }};

    const auto times = arena->time_turns({5}, {copy, {copy.run}});

    EXPECT_EQ(runs, 12) << "two of them warm up";
    EXPECT_EQ(profiles, 3);
    ASSERT_THAT(times, SizeIs(2));
    for (const CallTimes& of_copy : times) {
        EXPECT_THAT(of_copy.ms, AllOf(SizeIs(5), Each(Gt(0.0)), Each(testing::Lt(50.0))));
    }
    EXPECT_THAT(times[0].ms, testing::Contains(times[0].report.total_ms));
    EXPECT_DOUBLE_EQ(times[0].report.gemm_ms, times[0].report.total_ms / 2);
    EXPECT_EQ(times[1].report.total_ms, 0);
}

TEST_F(ContractionArenaGpu, CallsTimedTogetherCountOneByOne) {
    const std::int64_t bytes = std::int64_t{64} << 20;
    const auto arena = make_contraction_arena(context());
    arena->place(task_of("D(a)=L(a)", {{"a", bytes / 8}}, DType::float64, 0.0));
    int runs = 0;
    const Contender copy{[&] {
        ++runs;
        cuda::copy_on_device(arena->data(0), arena->data(1), bytes, stream());
    }};

    const double one = median(arena->time_turns({5, 1}, {copy}).front().ms);
    EXPECT_EQ(runs, 6);
    const double of_eight = median(arena->time_turns({5, 8}, {copy}).front().ms);
    EXPECT_EQ(runs, 6 + 6 * 8);
    EXPECT_LT(of_eight, 2 * one);
    EXPECT_GT(of_eight, one / 4);
}

TEST_F(GemmReferenceGpu, CeilingsArePlausible) {
    for (const DType dtype : dtypes) {
        const double gflops = measure_gemm_gflops(context(), dtype);
        EXPECT_GT(gflops, 100) << name(dtype);
        EXPECT_LT(gflops, 1e7) << name(dtype);
    }
}

TEST_F(PlacedOperandsGpu, OutputComesBackAndIsThereFromTheStartWhereItIsRead) {
    std::vector<double> d(1000);
    std::vector<double> l(1000);
    std::iota(d.begin(), d.end(), 0.0);
    std::iota(l.begin(), l.end(), 5000.0);
    const OperandLayout layout{DType::float64, packed({10, 100})};
    const auto placed = place_operands(context(), {{layout, d.data()}, {layout, l.data()}}, true);
    std::vector<char> expected(8000);
    std::memcpy(expected.data(), d.data(), expected.size());
    EXPECT_EQ(to_host(placed->data(0), 8000), expected);

    cuda::copy_on_device(placed->data(0), placed->data(1), 8000, stream());
    placed->fetch_output();

    EXPECT_EQ(d, l);
}

/// Every column of the table, with all rivals that a device has.
TEST_F(ContractionBenchGpu, EveryStrategyFillsARowOfItsOwn) {
    const auto cases = parse_contraction_cases(
        "first\tD(c,a,b)+=L(a,b,k)*R(k,c)\ta:31,b:20,c:40,k:50\n"
        "larger\tD(b,e,a)=L(e,a,k)*R(k,b,e)\ta:200,b:150,e:3,k:100\n"
        "smaller\tD(b,a)=L(a,b)\ta:64,b:48\n"
        "chain\tD(d,a)=L(a,b)*R(b,c)*S(c,d)\ta:40,b:30,c:50,d:20\n",
        "cases.tsv");
    ContractionBenchSettings settings;
    settings.strategies = {"classic", "auto"};
    settings.turns.count = 3;
    settings.check = settings.against_gemm = true;
    settings.check_options.whole_limit = std::int64_t{1} << 20;
    Ceilings ceilings;
    ceilings.copy_gb_s = 1000;
    const auto arena = make_contraction_arena(context());
    for (const DType dtype : dtypes) {
        ceilings.gemm_gflops[dtype] = 10000;
        for (const ContractionCase& entry : cases) {
            std::vector<Row> rows(2, Row{{"id", entry.id}});

            ContractionBench(context(), *arena, settings, entry, dtype).measure(ceilings, rows);

            for (const Row& row : rows) {
                EXPECT_EQ(row.at("check"), "ok") << entry.id << " " << row.at("error");
                const bool is_product = entry.id == "first" || entry.id == "larger";
                for (const std::string& column : contraction_columns(false, is_product)) {
                    EXPECT_EQ(row.contains(column), column != "message") << column;
                }
            }
        }
    }
}

TEST_F(ContractionBenchGpu, DevicesShareTensorsInHostMemoryOfEitherKind) {
    const auto cases = parse_contraction_cases(
        "x\tD(a,b,i)+=L(a,c,i,k)*R(k,b,c)\ta:96,b:80,c:40,i:24,k:30\n", "c");
    TiledBenchSettings settings;
    settings.planning.devices = {options().device, options().device};
    settings.planning.workspace_limit = std::int64_t{8} << 20;
    settings.repeats = 3;
    settings.check = true;
    RunInfo info;
    info.links = HostLinkRates{};
    info.ceilings.gemm_gflops[DType::float64] = 60e3;
    Context cpu;
    for (const HostMemory memory : {HostMemory::page_locked, HostMemory::pageable}) {
        settings.memory = memory;
        Row row{{"id", "x"}};

        TiledBench(cpu, settings, cases.at(0), DType::float64).measure(info, row);

        EXPECT_EQ(row.at("check"), "ok") << row.at("error");
        EXPECT_EQ(row.at("memory"), name(memory));
        for (const std::string& column : tiled_columns()) {
            EXPECT_EQ(row.contains(column), column != "message") << column;
        }
    }
}

TEST_F(ContractionBenchGpu, ContractCommandBringsTheResultBackAndChecksIt) {
    const test::TemporaryFolder folder;
    const auto npy = [&](const std::string& file, bool fortran, const std::string& shape,
                         const std::vector<double>& elements) {
        return folder.write(file,
                            test::npy_header_bytes(test::npy_dict_text("<f8", fortran, shape)) +
                                test::element_bytes(elements));
    };
    const std::string l = npy("l.npy", false, "(2, 3)", {1, 2, 3, 4, 5, 6});
    const std::string r = npy("r.npy", true, "(3, 2)", {1, 0, 2, 0, 1, 1});
    const std::string d = npy("d.npy", false, "(2, 2)", {10, 20, 30, 40});

    parse_command_line({"contract", "D(a,b)+=L(a,k)*R(k,b)", "--in", "L=" + l, "--in", "R=" + r,
                        "--in", "D=" + d, "--out", folder.file("out.npy"), "--order", "C",
                        "--check", "--report", folder.file("report.json"), "--device",
                        to_string(options().device)})();

    EXPECT_EQ(test::elements_of_npy<double>(test::read_file(folder.file("out.npy"))),
              (std::vector<double>{10 + 7, 20 + 5, 30 + 16, 40 + 11}));
    EXPECT_THAT(test::read_file(folder.file("report.json")), testing::HasSubstr("total_ms"));
}

}  // namespace
}  // namespace ttgt::tool
