// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "distributed/run/agreement.h"

#include <ttgt/error.h>

#include <array>
#include <new>
#include <string_view>

#include <fmt/format.h>

namespace ttgt {
namespace {

/// An error in the form in which ranks send it to each other.
struct Carried {
    char kind = 0;        ///< a letter for the error's type
    std::string message;  ///< the error's what()
};

template <class T>
bool is(const std::exception& error) {
    return dynamic_cast<const T*>(&error) != nullptr;
}
template <class T>
[[noreturn]] void throw_as(const std::string& message) {
    throw T(message);
}

struct Kind {
    char letter;
    bool (*is)(const std::exception& error);
    void (*raise)(const std::string& message);
};

/// The error types that are sent, each with its letter. Derived classes stand before their bases.
constexpr std::array<Kind, 12> kinds{{
    {'e', is<ExtentMismatch>, throw_as<ExtentMismatch>},
    {'r', is<RankMismatch>, throw_as<RankMismatch>},
    {'h', is<ShapeMismatch>, throw_as<ShapeMismatch>},
    {'c', is<OperandCountMismatch>, throw_as<OperandCountMismatch>},
    {'a', is<AliasedOutput>, throw_as<AliasedOutput>},
    {'v', is<OverlapError>, throw_as<OverlapError>},
    {'f', is<FileError>, throw_as<FileError>},
    {'s', is<SizeOverflow>, throw_as<SizeOverflow>},
    {'i', is<InvalidArgument>, throw_as<InvalidArgument>},
    {'u', is<Unsupported>, throw_as<Unsupported>},
    {'m', is<OutOfMemory>, throw_as<OutOfMemory>},
    {'d', is<DeviceError>, throw_as<DeviceError>},
}};
constexpr char of_expression = 'x';
constexpr char of_any = '?';

Carried carried(const std::exception_ptr& caught) {
    try {
        std::rethrow_exception(caught);
    } catch (const std::bad_alloc&) {
        return {'m', "no memory left for planning"};
    } catch (const std::exception& error) {
        for (const Kind& kind : kinds) {
            if (kind.is(error)) return {kind.letter, error.what()};
        }
        const auto* const typed = dynamic_cast<const Error*>(&error);
        const bool is_expression = typed != nullptr && typed->status() == Status::expression;
        return {is_expression ? of_expression : of_any, error.what()};
    } catch (...) {
        return {of_any, "an exception of an unknown type"};
    }
}

[[noreturn]] void raise(const Carried& error) {
    for (const Kind& kind : kinds) {
        if (kind.letter == error.kind) kind.raise(error.message);
    }
    if (error.kind == of_expression) throw Error(Status::expression, error.message);
    throw DeviceError(error.message);
}

}  // namespace

void agree(Transport& transport, const std::exception_ptr& caught) {
    if (largest(transport, caught ? 1 : 0) == 0) return;
    const Carried mine = caught ? carried(caught) : Carried{};
    const std::vector<std::string> all =
        transport.all_texts(caught ? mine.kind + mine.message : std::string());
    for (const std::string& text : all) {
        if (text.empty()) continue;
        const Carried first{text.front(), text.substr(1)};
        if (caught && mine.kind == first.kind && mine.message == first.message) {
            std::rethrow_exception(caught);  // the original has its exact type, a copy may not
        }
        raise(first);
    }
}

namespace {

constexpr char separator = '\x1f';

std::string joined(const Claims& claims) {
    std::string text;
    for (const auto& [what, value] : claims) text += value + separator;
    return text;
}

std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    return parts;
}

}  // namespace

void check_same(Transport& transport, const Claims& claims) {
    const std::vector<std::string> all = transport.all_texts(joined(claims));
    const std::vector<std::string_view> first = parts_of(all.front());
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        if (all[rank] == all.front()) continue;
        const std::vector<std::string_view> other = parts_of(all[rank]);
        if (other.size() != first.size()) {
            throw OperandCountMismatch(
                fmt::format("rank {} was given another number of operands than rank 0", rank));
        }
        for (std::size_t i = 0; i < first.size(); ++i) {
            if (first[i] == other[i]) continue;
            throw InvalidArgument(
                fmt::format("{} must be the same on every rank: '{}' on rank {}, "
                            "but '{}' on rank 0",
                            claims[i].first, other[i], rank, first[i]));
        }
    }
}

}  // namespace ttgt
