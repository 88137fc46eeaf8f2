# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Tensors of dense blocks, most of which are absent."""

from __future__ import annotations

import operator
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy

from . import _core
from ._arrays import Library, array_library, common_library
from ._jax import is_traced
from ._kept_memory import results
from ._rules import dtype_name
from ._torch import is_recorded
from .errors import DtypeError, InvalidArgument, RepeatedBlock, ShapeMismatch, Unsupported


class BlockArray(Mapping):
    """A tensor whose modes are cut into sections, and of which only some blocks are there; the rest is zero.

    blocks: a mapping of coordinates (the number of the block's section in each mode, from 0) to arrays of one library and
    one type; they are kept, not copied. sections: for each mode the extents of its sections. dtype: of a tensor without
    blocks. As a mapping it gives the array of each block; an assignment to a block copies the values into that array.

    Raises ShapeMismatch naming block, mode and both extents, DtypeError where blocks differ in type, InvalidArgument
    where they lie on several devices.
    """

    def __init__(self, blocks: Mapping[Any, Any], sections: Sequence[Sequence[int]], dtype: Any = "float64") -> None:
        coordinates = [tuple(map(_index, each if isinstance(each, tuple) else (each,))) for each in blocks]
        self._take(coordinates, list(blocks.values()), _checked_sections(sections), dtype_name(dtype))

    def _take(self, coordinates: list[tuple[int, ...]], arrays: list[Any], sections: tuple[tuple[int, ...], ...],
              dtype: str) -> None:
        for each in coordinates:
            if len(each) != len(sections):
                raise ShapeMismatch(f"block {each} has {len(each)} coordinate(s), the tensor has {len(sections)} mode(s)")
        check_not_recorded(arrays, "a tensor of blocks")
        self._is_copied = any(array_library(array).is_lazy(array) for array in arrays)
        library, arrays = common_library(arrays) if arrays else (Library(), [])
        devices = {array_library(array).device(array) for array in arrays} or {"cpu"}
        if len(devices) > 1:
            raise InvalidArgument(f"the blocks lie on several devices: {', '.join(sorted(devices))}")
        self._library = library
        self._pool = None
        self._parts: tuple[Any, ...] | None = tuple(arrays)
        self._coordinates = coordinates
        self._numbers = {each: number for number, each in enumerate(coordinates)}
        if len(self._numbers) < len(coordinates):
            twice = next(each for number, each in enumerate(coordinates) if self._numbers[each] != number)
            raise RepeatedBlock(f"block {twice} stands twice in the list of blocks")
        stream = library.stream(arrays[0]) if arrays else None
        self._described = self._parts if type(library) is Library else tuple(
            array_library(array).describe(array, stream) for array in arrays)
        self._core = _core.BlockTensor(sections, [place for each in coordinates for place in each], self._described,
                                       dtype, devices != {"cpu"})
        self._key: Any = None
        self.sections = sections

    @classmethod
    def from_charges(cls, sections: Sequence[Sequence[int]], charges: Sequence[Sequence[Any]],
                     signs: Sequence[int] | None = None, total: Any = 0, *, moduli: Any = 0, dtype: Any = "float64",
                     like: Any = None) -> BlockArray:
        """Zeros on all blocks that a symmetry allows: those whose charges, each times the sign of its mode (1 or -1, 1
        unless given), add up to `total`. charges: for each mode the charge of each section, a number, or a tuple for
        a product of groups. moduli: 0 for integers (U(1)), n for Z_n, of each component. like: an array of the library
        and device that the blocks are to be of, else NumPy's. Raises InvalidArgument where lists do not go together.
        """
        sections = _checked_sections(sections)
        groups = _charge(moduli)
        lists = [[_charge(charge) for charge in mode] for mode in charges]
        if [len(mode) for mode in lists] != [len(mode) for mode in sections] or any(
                len(charge) != len(groups) for mode in lists for charge in mode):
            raise InvalidArgument("charges are not one for each section of each mode, with a component for each of moduli")
        flat = [component for mode in lists for charge in mode for component in charge]
        wanted = list(_charge(total)) if total != 0 else [0] * len(groups)
        allowed = Blocks(_core.charged_blocks(sections, flat, [1] * len(sections) if signs is None else list(signs),
                                              list(groups), wanted))
        return new_blocks(allowed, dtype_name(dtype), numpy.empty(0) if like is None else like, is_zero=True)

    @classmethod
    def from_dense(cls, array: Any, sections: Sequence[Sequence[int]],
                   coordinates: Sequence[Sequence[int]] | None = None) -> BlockArray:
        """Views of the blocks of a dense array, all of them or those with these coordinates: what is written to the
        blocks is written to the array. Raises ShapeMismatch where the sections of a mode do not add up to its extent.
        """
        sections = _checked_sections(sections)
        shape = tuple(map(sum, sections))
        if tuple(array.shape) != shape:
            raise ShapeMismatch(f"the sections add up to the shape {shape}, the array has {tuple(array.shape)}")
        if coordinates is None:
            chosen = list(numpy.ndindex(*map(len, sections)))
        else:
            chosen = [tuple(map(_index, each)) for each in coordinates]
        made = cls.__new__(cls)
        made._take(chosen, [array[_slices(sections, each)] for each in chosen], sections,
                   array_library(array).dtype(array))
        return made

    @property
    def _arrays(self) -> tuple[Any, ...]:
        """Of the blocks; those of one array are made when they are first asked for."""
        if self._parts is None:
            self._parts = self._places.split(self._library, self._pool)
        return self._parts

    @property
    def _owners(self) -> tuple[Any, ...]:
        """The arrays in which the blocks lie."""
        return self._arrays if self._pool is None else (self._pool,)

    @property
    def blocks(self) -> Mapping[tuple[int, ...], Any]:
        """The array of each block by its coordinates, in the order in which they were given; read-only."""
        return types.MappingProxyType(dict(zip(self._coordinates, self._arrays)))

    @property
    def shape(self) -> tuple[int, ...]:
        """That of the dense tensor."""
        return tuple(map(sum, self.sections))

    @property
    def ndim(self) -> int:
        return len(self.sections)

    @property
    def dtype(self) -> str:
        """The name of the elements' type, "float64"."""
        return self._core.dtype

    def __getitem__(self, coordinates: Any) -> Any:
        return self._arrays[self._numbers[coordinates if isinstance(coordinates, tuple) else (coordinates,)]]

    def __setitem__(self, coordinates: Any, values: Any) -> None:
        self[coordinates][...] = values

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self._coordinates)

    def __len__(self) -> int:
        return len(self._coordinates)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def to_dense(self) -> Any:
        """A new dense array of the blocks' library, zero where no block is."""
        like = self._owners[0] if self._owners else numpy.empty(0)
        dense = self._library.empty(self.shape, self.dtype, like)
        dense[...] = 0
        for coordinates, block in self.items():
            dense[_slices(self.sections, coordinates)] = block
        return dense if type(self._library) is Library else self._library.finish(dense, like)

    def conj(self) -> BlockArray:
        """The conjugate: itself where the elements are real, else with blocks of its own."""
        if not self.dtype.startswith("complex"):
            return self
        return BlockArray({coordinates: block.conj() for coordinates, block in self.items()}, self.sections)

    def __repr__(self) -> str:
        return f"<ttgt.BlockArray of {self.dtype}, shape {self.shape}, {len(self)} blocks>"

    @property
    def _layout_key(self) -> Any:
        """Equal where type, memory, sections, blocks and strides are."""
        if self._key is None:
            self._key = self._core.key if self._pool is None else (
                self.dtype, self._library.device(self._pool) == "cpu", self._places.key)
        return self._key


class Blocks:
    """Sections and blocks of tensors whose blocks lie one after the other in one array, and where each lies."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape
        self.key = shape.key
        self.sections = tuple(map(tuple, shape.sections))
        self.coordinates = shape.coordinates
        self.numbers = {each: number for number, each in enumerate(self.coordinates)}
        self.offsets = shape.offsets

    def split(self, library: Library, pool: Any) -> tuple[Any, ...]:
        """The array of each block: a part of the one array, its first axis fastest, or its last one."""
        if self.shape.is_row_major:
            return tuple(pool[begin:end].reshape([mode[at] for mode, at in zip(self.sections, each)])
                         for each, begin, end in zip(self.coordinates, self.offsets, self.offsets[1:]))
        axes = tuple(range(len(self.sections)))[::-1]
        return tuple(
            library.transposed(pool[begin:end].reshape([mode[at] for mode, at in zip(self.sections, each)][::-1]), axes)
            for each, begin, end in zip(self.coordinates, self.offsets, self.offsets[1:]))


def new_blocks(places: Blocks, dtype: str, like: Any, *, is_zero: bool) -> BlockArray:
    """A tensor with these blocks in a new array, where `like` lies."""
    library = array_library(like)
    _core.describe(dtype, [], [])  # refuses integers before memory is asked for
    size = places.offsets[-1]
    pool = results.empty(size, dtype) if type(library) is Library else library.empty((size,), dtype, like)
    if is_zero:
        pool[...] = 0
    made = BlockArray.__new__(BlockArray)
    made._library = array_library(pool)
    made._pool, made._parts, made._key, made._is_copied = pool, None, None, False
    made._places = places
    made._coordinates, made._numbers, made.sections = places.coordinates, places.numbers, places.sections
    made._described = (library.describe(pool, library.stream(like)),)
    made._core = _core.BlockTensor(places.shape, made._described[0])
    return made


def _checked_sections(sections: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    checked = tuple(tuple(map(_index, mode)) for mode in sections)
    for mode, extents in enumerate(checked):
        for section, extent in enumerate(extents):
            if extent < 0:
                raise InvalidArgument(f"section {section} of mode {mode} has extent {extent}")
    return checked


def _index(number: Any) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise InvalidArgument(f"{number!r} is no whole number: coordinates and extents are") from None


def _charge(charge: Any) -> tuple[int, ...]:
    """The components of a charge."""
    return tuple(map(_index, charge)) if isinstance(charge, (tuple, list)) else (_index(charge),)


def _slices(sections: Sequence[Sequence[int]], coordinates: tuple[int, ...]) -> tuple[slice, ...]:
    """Where a block lies in the dense tensor."""
    if len(coordinates) != len(sections):
        raise ShapeMismatch(f"block {coordinates} has {len(coordinates)} coordinate(s), the tensor has {len(sections)} "
                            "mode(s)")
    places = []
    for mode, (extents, place) in enumerate(zip(sections, coordinates)):
        if not 0 <= place < len(extents):
            raise InvalidArgument(f"block {coordinates} is in section {place} of mode {mode}, which has {len(extents)} "
                                  "section(s)")
        first = sum(extents[:place])
        places.append(slice(first, first + extents[place]))
    return tuple(places)


def check_not_recorded(arrays: Sequence[Any], name: str) -> None:
    """Refuses blocks whose derivatives PyTorch or JAX would record."""
    if is_recorded(arrays) or is_traced(arrays):
        raise Unsupported(f"{name} has blocks whose derivatives or trace would be recorded, which contractions of blocks "
                          "are not: detach them, or call it under torch.no_grad()")


def product_type(dtypes: Iterable[str], what: str = "blocks") -> str:
    """The type of a product of `what`: that of all, where a real one may stand beside its complex one."""
    names = set(dtypes)
    for wide, real in (("complex64", "float32"), ("complex128", "float64")):
        if names == {wide, real}:
            return wide
    if len(names) > 1:
        raise DtypeError(f"{what} of {' and '.join(sorted(names))} do not mix: nothing is cast")
    return names.pop()
