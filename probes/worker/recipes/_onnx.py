"""ONNX models written by hand: recipes run where no onnx package is.

The encoding is protobuf's; field numbers are those of onnx.proto3 (IR version 8, opset 17).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IR_VERSION, OPSET = 8, 17
TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7}


class Graph:
    """A graph that grows node by node; every `add` returns the name of its output."""

    def __init__(self) -> None:
        self._nodes: list[bytes] = []
        self._tensors: list[bytes] = []
        self._count = 0

    def tensor(self, array: Any) -> str:
        """Keep a numpy array as an initializer."""
        name = self._name("w")
        body = b"".join(_number(1, size) for size in array.shape)
        body += _number(2, TYPES[array.dtype.name]) + _text(8, name) + _field(9, array.tobytes())
        self._tensors.append(_field(5, body))
        return name

    def add(self, operator: str, *inputs: Any, **attributes: Any) -> str:
        """A node; its inputs are names, or arrays that become initializers."""
        output = self._name("v")
        names = [each if isinstance(each, str) else self.tensor(each) for each in inputs]
        body = b"".join(_text(1, name) for name in names) + _text(2, output)
        body += _text(3, f"n{output}") + _text(4, operator)
        body += b"".join(_field(5, _attribute(*pair)) for pair in attributes.items())
        self._nodes.append(_field(1, body))
        return output

    def model(self, inputs: Mapping[str, Sequence[int | str]], outputs: Sequence[str]) -> bytes:
        """The file's content; inputs (name and shape, "n" for any size) and outputs are float32."""
        graph = b"".join(self._nodes) + _text(2, "recipe") + b"".join(self._tensors)
        graph += b"".join(_field(11, _value(*pair)) for pair in inputs.items())
        graph += b"".join(_field(12, _value(name)) for name in outputs)
        return _number(1, IR_VERSION) + _field(8, _number(2, OPSET)) + _field(7, graph)

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}{self._count}"


def _value(name: str, shape: Sequence[int | str] | None = None) -> bytes:
    tensor = _number(1, TYPES["float32"])
    if shape is not None:
        sizes = (_text(2, size) if isinstance(size, str) else _number(1, size) for size in shape)
        tensor += _field(2, b"".join(_field(1, size) for size in sizes))
    return _text(1, name) + _field(2, _field(1, tensor))


def _attribute(name: str, value: Any) -> bytes:
    """An attribute that is an integer, a float or a sequence of integers."""
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, 2)
    if isinstance(value, float):
        return _text(1, name) + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)
    return _text(1, name) + b"".join(_number(8, each) for each in value) + _number(20, 7)


def _text(field: int, text: str) -> bytes:
    return _field(field, text.encode())


def _field(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value % (1 << 64))


def _varint(value: int) -> bytes:
    """Seven bits to a byte, the lowest first; the high bit says that more follow.

    >>> _varint(300).hex()
    'ac02'
    """
    done = b""
    while value > 0x7F:
        done += bytes([value & 0x7F | 0x80])
        value >>= 7
    return done + bytes([value])
