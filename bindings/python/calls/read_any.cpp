// SPDX-FileCopyrightText: 2026 The ttgt authors
// SPDX-License-Identifier: Apache-2.0
#include "bindings/python/calls/read_any.h"

#include <array>
#include <cstdint>

#include "bindings/python/errors.h"
#include "bindings/python/numpy.h"

namespace ttgt::python {
namespace {

/// Why an array cannot be read, in words.
[[noreturn]] void refuse(nb::handle object, const std::string& name) {
    if (is_numpy_array(object)) {
        const auto size = nb::cast<std::int64_t>(object.attr("itemsize"));
        for (const nb::handle stride : nb::borrow<nb::tuple>(object.attr("strides"))) {
            if (nb::cast<std::int64_t>(stride) % size == 0) continue;
            raise("InvalidArgument", name + " has a stride of " + nb::str(stride).c_str() +
                                         " bytes, which is no multiple of its element's " +
                                         std::to_string(size) + "; pass a copy of it");
        }
    }
    const nb::object type = nb::getattr(object, "dtype", object.type());
    raise("DtypeError", name + " is of " + nb::str(type).c_str() +
                            "; ttgt takes float16, float32, float64, complex64 and complex128, in "
                            "this machine's byte order");
}

}  // namespace

std::string operand_name(std::size_t place) {
    constexpr std::array<const char*, 3> letters{"D", "L", "R"};
    return place < letters.size() ? letters[place] : "input " + std::to_string(place);
}

void read_any(Operand& operand, nb::handle object, const std::string& name, Access access,
              Elements elements) {
    if (!operand.read(object, name.c_str(), access, elements)) refuse(object, name);
}

}  // namespace ttgt::python
