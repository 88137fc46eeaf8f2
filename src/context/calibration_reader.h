// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ttgt/error.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/context/calibration.h"

namespace ttgt {

/// Reads members of one calibration file; its errors name the file and the key.
class CalibrationReader {
public:
    using Json = nlohmann::ordered_json;

    /// Precondition: `json` and `path` outlive the reader.
    CalibrationReader(const Json& json, const std::string& path) : json_(json), path_(path) {}

    [[nodiscard]] CalibrationReader inside(const char* key) const { return {member(key), path_}; }
    [[nodiscard]] bool has(const char* key) const {
        return json_.is_object() && json_.contains(key);
    }
    [[nodiscard]] std::string text(const char* key) const {
        const Json& value = member(key);
        if (!value.is_string()) fail(key, "is not a text");
        return value.get<std::string>();
    }
    /// Above 0 and finite.
    [[nodiscard]] double number(const char* key) const { return positive(member(key), key); }
    /// A whole number above 0; `what` it counts.
    [[nodiscard]] int count(const char* key, const char* what) const {
        constexpr double most = 1 << 16;
        const double value = number(key);
        if (value != std::floor(value) || value > most) {
            fail(key, fmt::format("{} is no number of {}", value, what));
        }
        return static_cast<int>(value);
    }
    /// An array, or an array of arrays and so on, of numbers above 0.
    template <class Array>
    void numbers(const char* key, Array& values) const {
        fill(member(key), key, values);
    }
    /// A value as it stands in the file; fails where the key is missing.
    [[nodiscard]] const Json& member(const char* key) const {
        if (!has(key)) fail(key, "is missing");
        return json_.at(key);
    }
    /// All members, in the order of the file.
    [[nodiscard]] const Json& members() const { return json_; }
    [[noreturn]] void fail(const char* key, const std::string& reason) const {
        throw InvalidArgument(fmt::format("{}: '{}' {}", path_, key, reason));
    }

private:
    [[nodiscard]] double positive(const Json& value, const char* key) const {
        const double number = value.is_number() ? value.get<double>() : 0;
        if (!std::isfinite(number) || number <= 0) fail(key, "is not a number above 0");
        return number;
    }
    template <class Number>
    void fill(const Json& value, const char* key, Number& number) const {
        number = static_cast<Number>(positive(value, key));
    }
    template <class Element, std::size_t size>
    void fill(const Json& value, const char* key, std::array<Element, size>& values) const {
        if (!value.is_array() || value.size() != size) {
            fail(key, fmt::format("is not a list of {}", size));
        }
        for (std::size_t i = 0; i < size; ++i) fill(value[i], key, values[i]);
    }

    const Json& json_;
    const std::string& path_;
};

/// The members of a CPU's file and of a GPU's beside the name.
void read_calibration(const CalibrationReader& reader, CpuCalibration& calibration);
void read_calibration(const CalibrationReader& reader, CudaCalibration& calibration);
/// The members of a GPU's file without its tables of products, which are given.
void read_calibration(const CalibrationReader& reader, std::span<const cuda::GemmTables> tables,
                      CudaCalibration& calibration);
void write_calibration(const CpuCalibration& calibration, CalibrationReader::Json& json);
void write_calibration(const CudaCalibration& calibration, CalibrationReader::Json& json);

}  // namespace ttgt
