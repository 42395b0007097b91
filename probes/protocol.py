"""The parent's side of protocol version 1: what a worker may reply, and what else can happen.

Replies are checked field by field; fields that are not known are passed over. Whatever goes wrong
is a `Trouble`, a value with the Status it leads to.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from knowledge.schema.base import Noun
from knowledge.schema.probing import Status

PROTOCOL = 1

Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Bytes = Annotated[int, Field(ge=0)]


class Reply(BaseModel):
    """Base of all replies."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Hello(Reply):
    """The worker is up."""

    type: Literal["hello"]
    protocol: int
    python: str
    pid: int


class Opened(Reply):
    """The framework is imported."""

    type: Literal["opened"]
    version: str
    import_s: Amount
    rss_bytes: Bytes
    threads: int
    notes: tuple[str, ...] = ()
    report: dict[str, str] = {}
    """What the framework says of itself."""


class Prepared(Reply):
    """A case is built and ran once per input set; its outputs are in the file `outputs`."""

    type: Literal["prepared"]
    case: str
    build_s: Amount
    first_call_s: Amount
    call_s: Amount | None = None
    """The last call of those; None where there was one only, or the worker does not tell."""
    outputs: str
    peak_rss_bytes: Bytes
    notes: tuple[str, ...] = ()


class Sampled(Reply):
    """`loops` calls took `seconds` together."""

    type: Literal["sampled"]
    case: str
    loops: Annotated[int, Field(gt=0)]
    seconds: Amount
    cpu_s: Amount
    peak_rss_bytes: Bytes

    @property
    def seconds_per_call(self) -> float:
        """Mean wall time of one call; a nanosecond at least, so that it has a logarithm."""
        return max(self.seconds / self.loops, 1e-9)


class Released(Reply):
    """A case is forgotten."""

    type: Literal["released"]
    case: str


class Converted(Reply):
    """A case was turned into an artefact, which lies in the folder that was named."""

    type: Literal["converted"]
    versions: dict[str, str]
    seconds: Amount
    delegated: Annotated[float, Field(ge=0, le=1)] | None = None
    notes: tuple[str, ...] = ()


class Arranged(Reply):
    """A variant of a recipe is ready."""

    type: Literal["arranged"]
    arrange_s: Amount
    notes: tuple[str, ...] = ()
    stand_in: bool = False
    """It is not the thing itself, which this interpreter lacks, but something of the same kind."""


class Taken(Reply):
    """A variant ran `loops` times in `seconds`; `value` is what its last call gave."""

    type: Literal["taken"]
    loops: Annotated[int, Field(gt=0)]
    seconds: Amount
    value: Annotated[float, Field(allow_inf_nan=False)] | None = None


class Closed(Reply):
    """The worker is about to exit."""

    type: Literal["closed"]


class Refusal(Reply):
    """The worker says no, and stays."""

    type: Literal["error"]
    kind: Literal["unavailable", "unsupported", "failed"]
    stage: str
    message: str
    detail: str = ""
    operators: tuple[str, ...] = ()


class Trouble(Noun):
    """A message did not get the reply it wants."""

    status: Status
    message: str
    """One line."""
    detail: str = ""
    busy: bool = False
    """For a time-out: it was still computing, so it was slow rather than stuck."""
    operators: tuple[str, ...] = ()
    """What is lacking, in ONNX's or the tool's own names, where it is operators."""


AnyReply = TypeVar("AnyReply", bound=Reply)


def parse(line: bytes, wanted: type[AnyReply]) -> AnyReply | Trouble:
    """Read one line of the worker as the reply `wanted`.

    >>> parse(b'{"type": "closed"}', Closed)
    Closed(type='closed')
    >>> parse(b'Segmentation fault', Closed).message
    "broken protocol: 'Segmentation fault'"
    >>> refused = b'{"type":"error","kind":"unsupported","stage":"prepare","message":"no Erf"}'
    >>> parse(refused, Prepared).status, parse(refused, Prepared).message
    (<Status.FAILED: 'failed'>, 'unsupported: no Erf')
    """
    try:
        data = json.loads(line)
        if isinstance(data, dict) and data.get("type") == "error":
            return _refused(Refusal.model_validate(data))
        return wanted.model_validate(data)
    except (ValueError, ValidationError):
        shown = line[:80].decode("utf-8", "replace").strip()
        return Trouble(status=Status.CRASHED, message=f"broken protocol: {shown!r}")


def _refused(refusal: Refusal) -> Trouble:
    status = Status.UNAVAILABLE if refusal.kind == "unavailable" else Status.FAILED
    prefix = "unsupported: " if refusal.kind == "unsupported" else ""
    return Trouble(
        status=status,
        message=prefix + " ".join(refusal.message.split()),
        detail=refusal.detail,
        operators=refusal.operators,
    )
