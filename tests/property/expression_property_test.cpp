// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include <ttgt/error.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "contraction/expression/expression.h"
#include "tests/support/expression_values.h"

namespace ttgt {
namespace {

using test::value_of;
using test::without_positions;

/// Up to `longest` items; sizes are absolute, or lists inside lists would hardly have any.
template <class Container>
rc::Gen<Container> some(int longest, rc::Gen<typename Container::value_type> item) {
    return rc::gen::resize(longest, rc::gen::container<Container>(std::move(item)));
}

rc::Gen<std::string> words() {
    const auto first = rc::gen::elementOf(std::string("abcijkLRTZ_"));
    const auto rest = some<std::string>(8, rc::gen::elementOf(std::string("abK_019")));
    const auto any =
        rc::gen::apply([](char head, const std::string& tail) { return head + tail; }, first, rest);
    return rc::gen::weightedOneOf<std::string>({{9, any}, {1, rc::gen::just<std::string>("conj")}});
}

rc::Gen<Factor> factors() {
    return rc::gen::apply(
        [](std::string name, std::vector<std::string> labels, bool conjugated) {
            return Factor{std::move(name), std::move(labels), conjugated, 0, {}};
        },
        words(), some<std::vector<std::string>>(6, words()), rc::gen::arbitrary<bool>());
}

/// Every finite double, subnormal ones and both zeros included, and often 1 or -1.
rc::Gen<double> scales() {
    const auto any = rc::gen::suchThat(
        rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()),
                     [](std::uint64_t bits) { return std::bit_cast<double>(bits); }),
        [](double value) { return std::isfinite(value); });
    return rc::gen::oneOf(any, rc::gen::element(1.0, -1.0, 0.5, -2.0, 0.0));
}

rc::Gen<Term> terms() {
    return rc::gen::apply(
        [](double scale, std::vector<Factor> product) {
            return Term{scale, std::move(product)};
        },
        scales(), rc::gen::nonEmpty(some<std::vector<Factor>>(4, factors())));
}

rc::Gen<Expression> expressions() {
    return rc::gen::apply(
        [](Factor output, Assignment assignment, std::vector<Term> sum) {
            output.conjugated = false;
            return Expression{"", std::move(output), assignment, std::move(sum)};
        },
        factors(), rc::gen::element(Assignment::assign, Assignment::add, Assignment::subtract),
        rc::gen::nonEmpty(some<std::vector<Term>>(4, terms())));
}

/// Writes one value in the many ways that the grammar allows.
class FreeSpelling {
public:
    explicit FreeSpelling(std::uint32_t seed) : engine_(seed) {}

    std::string of(const Expression& expression) {
        std::string text = blanks() + tensor(expression.output, false);
        constexpr const char* assignments[] = {"=", "+=", "-="};
        text += assignments[static_cast<std::size_t>(expression.assignment)];
        for (std::size_t i = 0; i < expression.terms.size(); ++i) {
            text += blanks() + term(expression.terms[i], i == 0);
        }
        return text;
    }

private:
    std::uint32_t below(std::size_t count) {
        return static_cast<std::uint32_t>(engine_() % static_cast<std::uint32_t>(count));
    }
    bool coin() { return below(2) == 0; }
    std::string blanks() { return std::string(below(3) / 2, " \t\n\r"[below(4)]); }

    std::string term(const Term& term, bool first) {
        const bool negative = std::signbit(term.scale);
        std::vector<std::string> items;
        for (const Factor& each : term.factors) items.push_back(factor(each));
        const double magnitude = std::abs(term.scale);
        if (magnitude != 1.0 || below(4) == 0) {
            items.insert(items.begin() + below(items.size() + 1), literal(magnitude));
        }
        std::string text = !negative && first && coin() ? "" : negative ? "-" : "+";
        for (std::size_t i = 0; i < items.size(); ++i) {
            text += (i > 0 ? "*" : "") + blanks() + items[i] + blanks();
        }
        return text;
    }

    std::string literal(double magnitude) {
        return coin() ? fmt::format("{:.17g}", magnitude) : fmt::format("{:.20E}", magnitude);
    }

    std::string factor(const Factor& factor) {
        if (coin()) return tensor(factor, factor.conjugated);
        return "conj" + bracketed(tensor(factor, !factor.conjugated));
    }

    std::string tensor(const Factor& factor, bool plus) {
        std::string list;
        for (std::size_t i = 0; i < factor.labels.size(); ++i) {
            constexpr const char* separators[] = {",", "|", " ", "\n"};
            if (i > 0) list += blanks() + separators[below(4)] + blanks();
            list += factor.labels[i];
        }
        return factor.name + (plus ? "+" + brackets(list) : bracketed(list));
    }

    std::string bracketed(const std::string& inside) { return blanks() + brackets(inside); }
    std::string brackets(const std::string& inside) {
        const std::string spaced = blanks() + inside + blanks();
        return coin() ? "(" + spaced + ")" : "[" + spaced + "]";
    }

    std::mt19937 engine_;
};

/// Checks that `text` parses, or is refused with a column inside it and a message of three lines.
void check_parses_or_is_refused(const std::string& text) {
    try {
        RC_CLASSIFY(!parse_expression(text).terms.empty(), "parsed");
    } catch (const ExpressionError& error) {
        const std::string message = error.what();
        RC_ASSERT(error.column() <= text.size());
        RC_ASSERT(std::count(message.begin(), message.end(), '\n') == 2);
        RC_ASSERT(message.back() == '^');
    }
}

/// Checks that every column is that of the name or label it belongs to.
void check_columns(const std::string& text, const Factor& factor) {
    RC_ASSERT(text.substr(factor.column, factor.name.size()) == factor.name);
    RC_ASSERT(factor.label_columns.size() == factor.labels.size());
    for (std::size_t i = 0; i < factor.labels.size(); ++i) {
        RC_ASSERT(text.substr(factor.label_columns[i], factor.labels[i].size()) ==
                  factor.labels[i]);
    }
}

RC_GTEST_PROP(ExpressionProperty, PrintedValueParsesToItself, ()) {
    const Expression value = *expressions();

    RC_ASSERT(value_of(to_string(value)) == value);
}

RC_GTEST_PROP(ExpressionProperty, EverySpellingOfAValueParsesToIt, (std::uint32_t seed)) {
    const Expression value = *expressions();
    const std::string text = FreeSpelling(seed).of(value);
    RC_LOG() << text;

    const Expression parsed = parse_expression(text);

    RC_ASSERT(without_positions(parsed) == value);
    RC_ASSERT(parsed.text == text);
    check_columns(text, parsed.output);
    for (const Term& term : parsed.terms) {
        for (const Factor& factor : term.factors) check_columns(text, factor);
    }
}

RC_GTEST_PROP(ExpressionProperty, AnyBytesParseOrAreRefusedWithAColumn, (const std::string& text)) {
    check_parses_or_is_refused(text);
}

RC_GTEST_PROP(ExpressionProperty, AnyTokensParseOrAreRefusedWithAColumn, ()) {
    const auto tokens = rc::gen::weightedOneOf<std::string>(
        {{1, rc::gen::element<std::string>("conj", "(", ")", "[", "]", ",", "|", "=", "+=", "-",
                                           "/", "*", "2", ".5", "L", "(a)", "\xc3")},
         {9, rc::gen::element<std::string>("*2", "+ L(a,b)", "-conj(L+[a])", "*R()", " ", "\n")}});
    std::string text = "D(a)=L(a)";
    for (const std::string& token : *rc::gen::container<std::vector<std::string>>(tokens)) {
        text += token;
    }

    check_parses_or_is_refused(text);
}

RC_GTEST_PROP(ExpressionProperty, OneByteChangedParsesOrIsRefusedWithAColumn,
              (std::uint32_t seed, char byte)) {
    std::string text = FreeSpelling(seed).of(*expressions());
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = byte;

    check_parses_or_is_refused(text);
}

}  // namespace
}  // namespace ttgt
