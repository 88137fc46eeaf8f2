// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/block_layout.h>
#include <ttgt/error.h>

#include <cstddef>

#include <fmt/format.h>

namespace ttgt::blocks {

/// Calls act() and returns what it does. Where it throws an error of an argument, throws one of the
/// same type whose message begins with `part` and its number: "problem 3: ".
template <class Act>
auto naming_part(const char* part, std::size_t number, Act&& act) {
    const auto named = [&](const Error& error) {
        return fmt::format("{} {}: {}", part, number, error.what());
    };
    try {
        return act();
    } catch (const ExtentMismatch& error) {
        throw ExtentMismatch(named(error));
    } catch (const RankMismatch& error) {
        throw RankMismatch(named(error));
    } catch (const OperandCountMismatch& error) {
        throw OperandCountMismatch(named(error));
    } catch (const AliasedOutput& error) {
        throw AliasedOutput(named(error));
    } catch (const SizeOverflow& error) {
        throw SizeOverflow(named(error));
    } catch (const MissingBlock& error) {
        throw MissingBlock(named(error));
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(named(error));
    } catch (const Unsupported& error) {
        throw Unsupported(named(error));
    }
}

}  // namespace ttgt::blocks
