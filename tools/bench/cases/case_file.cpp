// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/cases/case_file.h"

#include <ttgt/error.h>
#include <ttgt/layout.h>

#include <map>

#include <fmt/format.h>

#include "contraction/expression/expression.h"
#include "src/core/hash.h"
#include "tools/io/errors.h"
#include "tools/operands/bindings.h"

namespace ttgt::tool {
namespace {

/// One line's fields, and where they stand for messages.
class Line {
public:
    Line(std::string_view text, std::size_t number, const std::string& path)
        : fields_(split(text, '\t')), number_(number), path_(path) {}

    [[nodiscard]] std::size_t number() const { return number_; }
    [[nodiscard]] std::size_t size() const { return fields_.size(); }
    [[nodiscard]] std::string_view field(std::size_t i) const { return fields_[i]; }

    [[noreturn]] void fail(const std::string& reason) const {
        throw FileError(fmt::format("{}:{}", path_, number_), reason);
    }
    /// Calls `read(text, what)` with field `i`; what it throws then names the file and the line
    /// too.
    template <class Read>
    auto read(std::size_t i, std::string_view field_name, Read&& read_field) const {
        const std::string what = fmt::format("field {} ({})", i + 1, field_name);
        try {
            return read_field(fields_[i], what);
        } catch (const ExpressionError& error) {
            const std::string message = error.what();
            fail(fmt::format("{}: {}", what, message.substr(0, message.find('\n'))));
        } catch (const Error& error) {
            fail(error.what());
        }
    }

private:
    std::vector<std::string_view> fields_;
    std::size_t number_;
    const std::string& path_;
};

/// The lines that hold cases; checks their number of fields and their ids.
std::vector<Line> case_lines(std::string_view text, const std::string& path, std::size_t least,
                             std::size_t most, std::string_view columns) {
    std::vector<Line> lines;
    std::map<std::string_view, std::size_t> line_of_id;
    std::size_t number = 0;
    for (std::string_view content : split(text, '\n')) {
        ++number;
        if (content.ends_with('\r')) content.remove_suffix(1);
        if (content.starts_with('#')) continue;
        if (content.find_first_not_of(" \t") == std::string_view::npos) continue;
        const Line line(content, number, path);
        if (line.size() < least || line.size() > most) {
            line.fail(fmt::format("{} fields where {} are needed, separated by tabs", line.size(),
                                  columns));
        }
        if (line.field(0).empty()) line.fail("field 1 (id) is empty");
        const auto [earlier, is_new] = line_of_id.emplace(line.field(0), number);
        if (!is_new) {
            line.fail(fmt::format("field 1 (id): {} stands in line {} already",
                                  in_quotes(line.field(0)), earlier->second));
        }
        lines.push_back(line);
    }
    return lines;
}

/// Every label has its extent, and every tensor fits, of the widest elements too.
void check_extents(const ContractionCase& entry, const std::string& what) {
    const Expression expression = parse_expression(entry.expression);
    check_labels(expression, entry.extents, what);
    (void)packed_operands(expression, entry.extents, DType::complex128);
}

}  // namespace

std::vector<ContractionCase> parse_contraction_cases(std::string_view text,
                                                     const std::string& path) {
    std::vector<ContractionCase> cases;
    for (const Line& line :
         case_lines(text, path, 3, 4, "3 or 4 (id, expression, extents, dtype)")) {
        ContractionCase entry;
        entry.line = line.number();
        entry.id = line.field(0);
        entry.expression = line.read(1, "expression", [](std::string_view field, const auto&) {
            (void)parse_expression(field);
            return std::string(field);
        });
        entry.extents = line.read(2, "extents", [](std::string_view field, const auto& what) {
            return parse_label_extents(field, what);
        });
        line.read(2, "extents",
                  [&](std::string_view, const std::string& what) { check_extents(entry, what); });
        if (line.size() == 4) entry.dtype = line.read(3, "dtype", parse_numeric_dtype);
        cases.push_back(std::move(entry));
    }
    return cases;
}

DType dtype_of(const ContractionCase& given, std::string_view option) {
    if (!option.empty()) return parse_numeric_dtype(option, "--dtype");
    return given.dtype.value_or(DType::float64);
}

namespace {

std::vector<std::int64_t> parse_array(std::string_view field, const TransposeCase& entry,
                                      const std::string& what) {
    std::vector<std::int64_t> array = parse_integers(field, 1, what);
    if (array.size() != entry.extents.size()) {
        throw InvalidArgument(fmt::format("{} has {} extents, but the tensor has {}", what,
                                          array.size(), entry.extents.size()));
    }
    for (std::size_t mode = 0; mode < array.size(); ++mode) {
        if (array[mode] >= entry.extents[mode]) continue;
        throw InvalidArgument(fmt::format("{}: extent {} of mode {} is below the tensor's {}", what,
                                          array[mode], mode, entry.extents[mode]));
    }
    check_layout(packed(array), size_bytes(entry.dtype), what);
    return array;
}

}  // namespace

std::vector<TransposeCase> parse_transpose_cases(std::string_view text, const std::string& path) {
    std::vector<TransposeCase> cases;
    for (const Line& line :
         case_lines(text, path, 4, 5, "4 or 5 (id, element_bytes, extents, perm, array)")) {
        TransposeCase entry;
        entry.line = line.number();
        entry.id = line.field(0);
        entry.dtype = line.read(1, "element_bytes", [](std::string_view field, const auto& what) {
            return opaque_dtype(parse_integer(field, 1, what), what);
        });
        entry.extents = line.read(2, "extents", [&](std::string_view field, const auto& what) {
            std::vector<std::int64_t> extents = parse_integers(field, 0, what);
            check_layout(packed(extents), size_bytes(entry.dtype), what);
            return extents;
        });
        entry.perm = line.read(3, "perm", [&](std::string_view field, const auto& what) {
            return parse_permutation(field, entry.extents.size(), what);
        });
        if (line.size() > 4) {
            entry.array = line.read(4, "array", [&](std::string_view field, const auto& what) {
                return parse_array(field, entry, what);
            });
        }
        cases.push_back(std::move(entry));
    }
    return cases;
}

std::string checksum(std::string_view text) { return fmt::format("{:016x}", hash_of(text)); }

}  // namespace ttgt::tool
