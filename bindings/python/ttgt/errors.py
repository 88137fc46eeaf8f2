# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""What the engine refuses, as exceptions. Nothing has been written then, but by a DeviceError."""


class Error(Exception):
    """Whatever the engine raises."""


class InvalidArgument(Error, ValueError):
    """An operand, extent, option or pointer cannot be used as given."""


class ShapeMismatch(InvalidArgument):
    """Extents, or an array's rank and its labels, do not go together."""


class OperandCountMismatch(InvalidArgument):
    """The call has more or fewer arrays than the expression."""


class OverlapError(InvalidArgument):
    """The output overlaps an operand in memory or, as AliasedOutput, itself."""


class AliasedOutput(OverlapError):
    """Two elements of the output have the same address."""


class RepeatedBlock(InvalidArgument):
    """A block stands twice in a list of blocks."""


class MissingBlock(InvalidArgument):
    """The output lacks a block that a product of the inputs' blocks reaches."""


class ExpressionError(InvalidArgument):
    """The expression does not follow the grammar; the text shows the column."""


class DtypeError(Error, TypeError):
    """An operand's elements are none that the engine computes with."""


class ScalarError(Error, TypeError):
    """alpha or beta is no number."""


class Unsupported(Error, TypeError):
    """Well-formed, but outside what this build does."""


class OutOfMemory(Error, MemoryError):
    """An allocation failed."""


class DeviceError(Error, RuntimeError):
    """A call to a device failed, possibly after others."""


class InternalError(Error, RuntimeError):
    """A fault of the library."""


by_name = {name: kind for name, kind in globals().items() if isinstance(kind, type)}
