// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0

// What measured plans found on the device is kept in a folder of the test's own, where contexts of
// later plans look.
#include <ttgt/ttgt.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/cache/disk_cache.h"
#include "tests/gpu/support/gpu_test.h"
#include "tests/support/temporary_folder.h"

namespace ttgt::test {
namespace {

using testing::HasSubstr;
using testing::Not;

OperandLayout kept_field() { return {DType::float64, packed({10, 10, 10, 100})}; }
OperandLayout kept_matrix() { return {DType::float64, packed({10, 10})}; }

class KeptChoicesGpu : public GpuTest {
protected:
    KeptChoicesGpu() { setenv("TTGT_CACHE_DIR", folder_.path().c_str(), 1); }
    ~KeptChoicesGpu() override { setenv("TTGT_CACHE_DIR", "", 1); }

    [[nodiscard]] static PlanOptions measured(double seconds) {
        PlanOptions options = by_the_model();
        options.planning = Planning::measure;
        options.search_seconds = seconds;
        return options;
    }
    [[nodiscard]] static PlanOptions by_the_model() {
        PlanOptions options;
        options.generated_kernels = true;
        return options;
    }
    /// A context that has planned nothing.
    [[nodiscard]] Context fresh_context(bool use_kept_choices = false) {
        ContextOptions options = this->options();
        options.use_kept_choices = use_kept_choices;
        return Context(options);
    }
    [[nodiscard]] ProgramPlan program(Context context, const PlanOptions& options) {
        return plan_program(context, "V(i,j,k,e)=A(l,k)*B(m,j)*C(n,i)*U(l,m,n,e)",
                            {{"V", kept_field()},
                             {"A", kept_matrix()},
                             {"B", kept_matrix()},
                             {"C", kept_matrix()},
                             {"U", kept_field()}},
                            options);
    }
    [[nodiscard]] ContractionPlan product(Context context, const PlanOptions& options) {
        return plan_contraction(context, "D(i,j,k,e)=A(i,l)*U(l,j,k,e)",
                                {kept_field(), kept_matrix(), kept_field()}, options);
    }
    /// Where the search for the kernel of all steps is kept; empty: nowhere. The choices of single
    /// steps are kept beside it.
    [[nodiscard]] std::string kernel_file() const {
        for (const CacheFile& file : DiskCache(folder_.path()).list()) {
            if (file.key.starts_with("generated kernel")) return file.name;
        }
        return "";
    }

    TemporaryFolder folder_;
};

TEST_F(KeptChoicesGpu, ProgramsSearchNothingAgain) {
    const ProgramPlan searched = program(fresh_context(), measured(0.3));
    ASSERT_NE(searched.source(), "") << searched.explain();
    ASSERT_NE(kernel_file(), "") << searched.explain();

    const ProgramPlan found = program(fresh_context(), measured(0.3));

    EXPECT_THAT(searched.explain(), Not(HasSubstr("from the cache")));
    EXPECT_THAT(found.explain(), HasSubstr("; from the cache, measured "));
    EXPECT_EQ(found.source(), searched.source()) << "so are the bits of its results";
    EXPECT_THAT(program(fresh_context(), measured(0.4)).explain(),
                Not(HasSubstr("from the cache")));
}

TEST_F(KeptChoicesGpu, DamagedFileIsANoteAndASearch) {
    (void)program(fresh_context(), measured(0.1));
    const std::string name = kernel_file();
    ASSERT_NE(name, "");
    std::string content = read_file(folder_.file(name));
    content.back() = 'x';
    folder_.write(name, content);

    const ProgramPlan again = program(fresh_context(), measured(0.1));

    EXPECT_NE(again.source(), "");
    EXPECT_THAT(again.explain(), HasSubstr("; cache: " + folder_.file(name) + " is damaged"));
    EXPECT_THAT(program(fresh_context(), measured(0.1)).explain(), HasSubstr("; from the cache"));
}

TEST_F(KeptChoicesGpu, ProgramsByTheModelTakeThemWhereTheContextSaysSo) {
    const ProgramPlan searched = program(fresh_context(), measured(0.3));
    const ProgramPlan with = program(fresh_context(true), by_the_model());
    const ProgramPlan without = program(fresh_context(false), by_the_model());

    EXPECT_EQ(with.source(), searched.source());
    EXPECT_THAT(with.explain(), HasSubstr("; from the cache, measured "));
    EXPECT_THAT(without.explain(), Not(HasSubstr("from the cache")));
}

TEST_F(KeptChoicesGpu, ProductsMeasureNothingAgain) {
    const ContractionPlan searched = product(fresh_context(), measured(0.3));
    const ContractionPlan found = product(fresh_context(), measured(0.2));
    const ContractionPlan longer = product(fresh_context(), measured(0.4));

    EXPECT_THAT(searched.explain(), Not(HasSubstr("from the cache")));
    EXPECT_THAT(found.explain(0), HasSubstr("; from the cache, measured "));
    EXPECT_EQ(found.source(), searched.source());
    EXPECT_THAT(longer.explain(), Not(HasSubstr("from the cache")));
}

TEST_F(KeptChoicesGpu, ProductsByTheModelTakeThemWhereTheContextSaysSo) {
    const ContractionPlan searched = product(fresh_context(), measured(0.3));
    const ContractionPlan with = product(fresh_context(true), by_the_model());
    const ContractionPlan without = product(fresh_context(false), by_the_model());

    EXPECT_EQ(with.source(), searched.source());
    EXPECT_THAT(with.explain(0), HasSubstr("; from the cache, measured "));
    EXPECT_THAT(without.explain(0), Not(HasSubstr("from the cache")));
}

TEST_F(KeptChoicesGpu, TransposesMeasureNothingAgain) {
    TransposeOptions options;
    options.planning = Planning::measure;
    const auto explain = [&] {
        Context context = fresh_context();
        return plan_transpose(context, packed({50, 60, 70}), packed({70, 50, 60}), {2, 0, 1},
                              DType::float64, options)
            .explain();
    };

    EXPECT_THAT(explain(), Not(HasSubstr("from the cache")));
    EXPECT_THAT(explain(), HasSubstr("  cache      from the cache, measured "));
}

}  // namespace
}  // namespace ttgt::test
