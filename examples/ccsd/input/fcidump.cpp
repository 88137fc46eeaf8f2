// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "examples/ccsd/input/fcidump.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <new>
#include <sstream>

#include "examples/ccsd/input/fcidump_record.h"
#include "examples/ccsd/input/namelist.h"
#include "tools/io/errors.h"
#include "tools/io/text_file.h"

namespace ccsd {
namespace {

/// An integral in memory, and the line that gave it: 0 for none yet.
using Line = std::uint32_t;

/// Two spellings of one integral may differ by the rounding of what computed them.
bool agree(double a, double b) {
    constexpr double rounding = 1e-10;
    return std::abs(a - b) <= rounding * std::max({1.0, std::abs(a), std::abs(b)});
}

std::int64_t required(const Namelist& namelist, const std::string& key, const std::string& file) {
    const NamelistItem* const item = namelist.find(key, file);
    if (item == nullptr) throw InputError(file, namelist.end_line, "the namelist has no " + key);
    const long long value = integer_value(*item, file);
    if (value < 1) {
        throw InputError(file, item->line, key + "=" + std::to_string(value) + " is not positive");
    }
    return value;
}

void refuse_open_shells(const Namelist& namelist, std::int64_t electrons, const std::string& file) {
    if (electrons % 2 != 0) {
        throw InputError(file, namelist.find("NELEC", file)->line,
                         "NELEC=" + std::to_string(electrons) +
                             ": open shell; only closed shells are done here");
    }
    const NamelistItem* const spin = namelist.find("MS2", file);
    if (spin != nullptr && integer_value(*spin, file) != 0) {
        throw InputError(file, spin->line,
                         "MS2=" + std::to_string(integer_value(*spin, file)) +
                             ": open shell; only closed shells are done here");
    }
    for (const char* const key : {"UHF", "IUHF"}) {
        const NamelistItem* const item = namelist.find(key, file);
        if (item != nullptr && is_set(*item)) {
            throw InputError(file, item->line,
                             item->key + ": unrestricted orbitals; only restricted are done here");
        }
    }
}

FcidumpHeader read_header(const Namelist& namelist, const std::string& file) {
    const FcidumpHeader header{required(namelist, "NORB", file), required(namelist, "NELEC", file)};
    refuse_open_shells(namelist, header.electrons, file);
    if (header.electrons / 2 > header.orbitals) {
        throw InputError(file, namelist.find("NELEC", file)->line,
                         "NELEC=" + std::to_string(header.electrons) +
                             " electrons do not fit into NORB=" + std::to_string(header.orbitals) +
                             " orbitals");
    }
    return header;
}

/// Puts records in their places, each of which it remembers by line.
class HamiltonianBuilder {
public:
    HamiltonianBuilder(const FcidumpHeader& header, const std::string& file)
        : file_(&file),
          hamiltonian_(make_hamiltonian(header.orbitals, header.electrons)),
          one_body_lines_(static_cast<std::size_t>(pair_count(header.orbitals))),
          two_body_lines_(hamiltonian_.two_body.size()),
          energies_(static_cast<std::size_t>(header.orbitals)),
          energy_lines_(energies_.size()) {}

    void add(const FcidumpRecord& record, std::size_t line) {
        const auto [i, j, k, l] = record.indices;
        for (const std::int64_t index : record.indices) {
            if (index < 0 || index > hamiltonian_.orbitals) refuse_index(index, line);
        }
        if (i > 0 && j > 0 && k > 0 && l > 0) {
            const std::int64_t place =
                pair_index(pair_index(i - 1, j - 1), pair_index(k - 1, l - 1));
            put(record, line, at(hamiltonian_.two_body, place), at(two_body_lines_, place));
        } else if (i > 0 && j > 0 && k == 0 && l == 0) {
            double& element = at(hamiltonian_.one_body, i - 1 + hamiltonian_.orbitals * (j - 1));
            put(record, line, element, at(one_body_lines_, pair_index(i - 1, j - 1)));
            at(hamiltonian_.one_body, j - 1 + hamiltonian_.orbitals * (i - 1)) = element;
        } else if (i > 0 && j == 0 && k == 0 && l == 0) {
            put(record, line, at(energies_, i - 1), at(energy_lines_, i - 1));
        } else if (i == 0 && j == 0 && k == 0 && l == 0) {
            put(record, line, hamiltonian_.core_energy, core_line_);
        } else {
            refuse_index(0, line);
        }
    }

    Hamiltonian finish(std::size_t last_line) && {
        const auto is_given = [](Line line) { return line != 0; };
        if (std::none_of(one_body_lines_.begin(), one_body_lines_.end(), is_given)) {
            throw InputError(*file_, last_line,
                             "the file ends without any one-electron integral (value i j 0 0): "
                             "truncated?");
        }
        hamiltonian_.has_core_energy = is_given(core_line_);
        return std::move(hamiltonian_);
    }

private:
    template <class T>
    static T& at(std::vector<T>& elements, std::int64_t place) {
        return elements[static_cast<std::size_t>(place)];
    }

    void put(const FcidumpRecord& record, std::size_t line, double& element, Line& given) {
        if (given != 0 && !agree(element, record.value))
            refuse_conflict(record, line, element, given);
        if (given != 0) return;
        element = record.value;
        given = static_cast<Line>(line);
    }

    [[noreturn]] void refuse_index(std::int64_t index, std::size_t line) const {
        throw InputError(*file_, line,
                         "index " + std::to_string(index) + " is out of range: orbitals are 1 to " +
                             std::to_string(hamiltonian_.orbitals));
    }

    [[noreturn]] void refuse_conflict(const FcidumpRecord& record, std::size_t line, double element,
                                      Line given) const {
        std::ostringstream reason;
        reason.precision(17);
        reason << "the integral";
        for (const std::int64_t index : record.indices) reason << ' ' << index;
        reason << " is " << record.value << " here, but " << element << " in line " << given;
        throw InputError(*file_, line, reason.str());
    }

    const std::string* file_;
    Hamiltonian hamiltonian_;
    std::vector<Line> one_body_lines_, two_body_lines_;
    std::vector<double> energies_;
    std::vector<Line> energy_lines_;
    Line core_line_ = 0;
};

HamiltonianBuilder make_builder(const FcidumpHeader& header, const std::string& file,
                                std::size_t line, std::int64_t max_bytes) {
    const double bytes = fcidump_reading_bytes(header.orbitals);
    const auto refusal = [&] {
        return InputError(file, line,
                          "NORB=" + std::to_string(header.orbitals) +
                              ": reading the integrals takes " + std::to_string(bytes / (1 << 20)) +
                              " MiB, more than there is memory for");
    };
    // Beyond what 64 bits can count there is no memory either.
    if (bytes > std::min(static_cast<double>(max_bytes), 0x1p62)) throw refusal();
    try {
        return HamiltonianBuilder(header, file);
    } catch (const std::bad_alloc&) {
        throw refusal();
    }
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) throw InputError(path, 0, "cannot be read");
    return std::move(text).str();
}

}  // namespace

double fcidump_integral_bytes(std::int64_t orbitals) {
    const auto n = static_cast<double>(orbitals);
    const double pairs = n * (n + 1) / 2;
    return (pairs * (pairs + 1) / 2 + n * n) * sizeof(double);
}

double fcidump_reading_bytes(std::int64_t orbitals) {
    const auto n = static_cast<double>(orbitals);
    const double pairs = n * (n + 1) / 2;
    return fcidump_integral_bytes(orbitals) + pairs * (pairs + 3) / 2 * sizeof(Line) +
           n * (sizeof(double) + sizeof(Line));
}

Hamiltonian parse_fcidump(std::string_view text, const std::string& name, std::int64_t max_bytes,
                          const FcidumpAdmission& admit) {
    if (const std::string_view encoding = ttgt::tool::wide_encoding(text); !encoding.empty()) {
        throw InputError(name, 0,
                         "is text of " + std::string(encoding) + "; save it as ASCII or UTF-8");
    }
    text = ttgt::tool::without_byte_order_mark(text);
    const Namelist namelist = parse_namelist(text, "FCI", name);
    const FcidumpHeader header = read_header(namelist, name);
    if (admit) admit(header);
    HamiltonianBuilder builder =
        make_builder(header, name, namelist.find("NORB", name)->line, max_bytes);
    std::size_t line = namelist.end_line;
    for (std::size_t start = namelist.end; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        ++line;
        const std::optional<FcidumpRecord> record =
            parse_fcidump_record(text.substr(start, end - start), name, line);
        if (record) builder.add(*record, line);
        start = end + 1;
    }
    return std::move(builder).finish(line);
}

Hamiltonian read_fcidump(const std::string& path, std::int64_t max_bytes,
                         const FcidumpAdmission& admit) {
    return parse_fcidump(read_file(path), path, max_bytes, admit);
}

}  // namespace ccsd
