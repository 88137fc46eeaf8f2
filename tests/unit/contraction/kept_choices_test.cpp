// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What measured plans found on the CPU is kept in a folder of the test's own, where later plans
// look.
#include <ttgt/ttgt.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contraction/plan/candidate_key.h"
#include "contraction/problem/bind.h"
#include "src/cache/choice_cache.h"
#include "tests/support/forced_plan.h"
#include "tests/support/temporary_folder.h"
#include "transpose/backend.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class KeptChoices : public testing::Test {
protected:
    KeptChoices() { setenv("TTGT_CACHE_DIR", folder_.path().c_str(), 1); }
    ~KeptChoices() override { setenv("TTGT_CACHE_DIR", "", 1); }

    static Context context_that(bool takes_kept) {
        ContextOptions settings;
        settings.threads = 1;
        settings.use_kept_choices = takes_kept;
        return Context(settings);
    }
    static constexpr std::string_view expression = "D(a,b,i)+=L(a,c,k)*R(k,i,b,c)";
    static std::vector<OperandLayout> layouts(std::int64_t extent) {
        const OperandLayout operand{DType::float64, packed({extent, extent, extent})};
        return {operand, operand, {DType::float64, packed({extent, extent, extent, extent})}};
    }
    static ContractionPlan plan(Planning planning, bool use_kept_choices,
                                std::int64_t extent = 12) {
        Context context = context_that(use_kept_choices);
        PlanOptions options;
        options.planning = planning;
        return plan_contraction(context, expression, layouts(extent), options);
    }
    static ContractionPlan measured() { return plan(Planning::measure, false); }

    /// The key of a candidate of that contraction: of Direct, or of the first matrix product.
    static std::string key_of_method(Method method) {
        const Problem problem =
            bind_expression(parse_expression(expression), layouts(12), false, false);
        for (const Candidate& candidate :
             every_candidate(context_that(false), problem, unlimited)) {
            if (candidate.method == method) return to_text(key_of(candidate));
        }
        return "";
    }

    static std::string explain_transpose(Planning planning, bool use_kept_choices) {
        Context context = context_that(use_kept_choices);
        TransposeOptions options;
        options.planning = planning;
        return plan_transpose(context, packed({50, 60, 70}), packed({70, 50, 60}), {2, 0, 1},
                              DType::float32, options)
            .explain();
    }
    /// The plan of that transpose that the model takes to be the second fastest.
    static SharedKernelPlan second_transpose() {
        const Modes<2> modes = joint_modes(packed({50, 60, 70}), packed({70, 50, 60}), {2, 0, 1});
        return make_transpose_backend(context_that(false))
            ->candidates(make_transpose_problem(DType::float32, false, modes))
            .at(1);
    }
    /// What stands behind the words in the line that has them.
    static std::string rest_of_line(const std::string& text, std::string_view words) {
        const std::size_t begin = text.find(words);
        if (begin == std::string::npos) return "";
        const std::size_t first = begin + words.size();
        return text.substr(first, text.find('\n', first) - first);
    }
    /// Puts the way with another key in the place of the only choice that is kept.
    void keep(const std::string& key, int schema = ChoiceCache::current_schema) const {
        const DiskCache cache(folder_.path());
        ASSERT_THAT(cache.list(), SizeIs(1));
        ASSERT_EQ(cache.store(cache.list().front().key, to_text({key, 1, 0}, schema)), "");
    }

    TemporaryFolder folder_;
};

TEST_F(KeptChoices, MeasureNothingAgain) {
    const std::string searched = measured().explain();
    const std::string found = measured().explain();

    EXPECT_THAT(searched, Not(HasSubstr("from the cache")));
    EXPECT_THAT(found, HasSubstr("; from the cache, measured "));
    EXPECT_EQ(rest_of_line(found, "chosen: "), rest_of_line(searched, "chosen: "));
    EXPECT_THAT(DiskCache(folder_.path()).list(), SizeIs(1));
}

TEST_F(KeptChoices, AreThoseOfOneProblem) {
    (void)measured();
    EXPECT_THAT(plan(Planning::measure, false, 13).explain(), Not(HasSubstr("from the cache")));
    EXPECT_THAT(DiskCache(folder_.path()).list(), SizeIs(2));
}

TEST_F(KeptChoices, ServePlansByTheModelWhereTheContextSaysSo) {
    const std::string by_model = plan(Planning::heuristic, true).explain();
    EXPECT_THAT(by_model, Not(HasSubstr("from the cache"))) << "there is none yet";
    (void)measured();
    // Which one the model takes depends on the BLAS.
    const std::string first = rest_of_line(by_model, "chosen: ");
    keep(key_of_method(first == "direct" ? Method::gemm : Method::direct));

    const std::string with = plan(Planning::heuristic, true).explain();
    const std::string without = plan(Planning::heuristic, false).explain();

    EXPECT_NE(rest_of_line(with, "chosen: "), first);
    EXPECT_THAT(with, HasSubstr(": measured 0.001 ms; from the cache, measured 1 us\n"));
    EXPECT_EQ(without, by_model);
}

TEST_F(KeptChoices, WayThatThereIsNotIsANoteAndMeasuredAgain) {
    (void)measured();
    keep("by magic");

    EXPECT_THAT(plan(Planning::heuristic, true).explain(), Not(HasSubstr("cache")));
    EXPECT_THAT(measured().explain(),
                HasSubstr("; cache: the cache's choice is none of those there are"));
    EXPECT_THAT(measured().explain(), HasSubstr("from the cache"));
}

TEST_F(KeptChoices, RecordOfAnotherSchemaIsANoteAndMeasuredAgain) {
    (void)measured();
    keep(to_text(key_of(Candidate{})), ChoiceCache::current_schema + 1);

    EXPECT_THAT(plan(Planning::heuristic, true).explain(), Not(HasSubstr("cache")));
    EXPECT_THAT(measured().explain(), HasSubstr("; cache: the cache's choice has schema "));
    EXPECT_THAT(measured().explain(), HasSubstr("from the cache"));
}

TEST_F(KeptChoices, DamagedFileIsANoteAndMeasuredAgain) {
    (void)measured();
    const std::string path = folder_.file(folder_.names().front());
    std::filesystem::resize_file(path, 20);

    EXPECT_THAT(measured().explain(), HasSubstr("; cache: " + path + " is damaged"));
    EXPECT_THAT(measured().explain(), HasSubstr("from the cache"));
}

TEST_F(KeptChoices, WithoutAFolderArePerProcess) {
    setenv("TTGT_CACHE_DIR", "", 1);

    EXPECT_THAT(measured().explain(), HasSubstr("; cache: there is no folder for it"));
}

TEST_F(KeptChoices, ResultsAreThoseOfThePlanThatWasMeasured) {
    const std::vector<double> l{1, 2, 3, 4};
    const std::vector<double> r{5, 6, 7, 8};
    ContextOptions settings;
    settings.use_kept_choices = true;
    for (const Planning planning : {Planning::measure, Planning::measure, Planning::heuristic}) {
        Context context(settings);
        PlanOptions options;
        options.planning = planning;
        const OperandLayout matrix{DType::float64, packed({2, 2})};
        std::vector<double> d(4);
        const ContractionPlan chosen =
            plan_contraction(context, "D(i,j)=L(i,k)*R(k,j)", {matrix, matrix, matrix}, options);
        RunOptions run;
        run.workspace = context.workspace(chosen.workspace_bytes());
        chosen.run(d.data(), l.data(), r.data(), run);
        EXPECT_EQ(d, (std::vector<double>{23, 34, 31, 46}));
    }
}

TEST_F(KeptChoices, OfTransposesLikewise) {
    const std::string searched = explain_transpose(Planning::measure, false);
    const std::string found = explain_transpose(Planning::measure, false);
    EXPECT_THAT(searched, Not(HasSubstr("from the cache")));
    EXPECT_THAT(found, HasSubstr("  cache      from the cache, measured "));

    const std::string by_model = explain_transpose(Planning::heuristic, false);
    const SharedKernelPlan other = second_transpose();
    keep(to_text(other->key()));

    const std::string with = explain_transpose(Planning::heuristic, true);
    EXPECT_THAT(with, HasSubstr("from the cache, measured 1 us\n"));
    EXPECT_EQ(rest_of_line(with, "tile       "), other->parameters());
    EXPECT_EQ(explain_transpose(Planning::heuristic, false), by_model);

    keep("nothing known");
    EXPECT_THAT(explain_transpose(Planning::measure, false),
                HasSubstr("  cache      the cache's choice is none of those there are\n"));
    EXPECT_THAT(explain_transpose(Planning::heuristic, true), HasSubstr("from the cache"));
}

}  // namespace
}  // namespace ttgt::test
