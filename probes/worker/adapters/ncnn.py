"""ncnn on the CPU: model.ncnn.param and model.ncnn.bin in a net that computes in real fp32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..artefact import described, folder_of, shaped

if TYPE_CHECKING:
    from ..case import Case

MODES = ("cpu",)

HALVES = (
    "use_fp16_packed",
    "use_fp16_storage",
    "use_fp16_arithmetic",
    "use_bf16_packed",
    "use_bf16_storage",
)
"""Options that would let it store or compute in 16 bits."""
WHOLE = 233
"""ncnn's way to say that no axis is the batch."""


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import ncnn; nets get `threads` threads."""
    import ncnn

    return Stack(ncnn, threads)


class Stack:
    """ncnn with the options nets are loaded under."""

    def __init__(self, ncnn: Any, threads: int) -> None:
        self._ncnn = ncnn
        self._threads = threads
        self.version = ncnn.__version__
        self.notes: tuple[str, ...] = ()

    def build(self, case: Case) -> Program:
        """Load the artefact.

        Raises:
            RuntimeError: ncnn does not take it; its own words are on stderr.
        """
        folder = folder_of(case)
        facts = described(folder)
        net = self._ncnn.Net()
        net.opt.num_threads = self._threads
        net.opt.use_vulkan_compute = False
        for option in HALVES:
            setattr(net.opt, option, False)
        for kind, load in (("param", net.load_param), ("bin", net.load_model)):
            if load(str(folder / f"model.ncnn.{kind}")):
                raise RuntimeError(f"ncnn does not load what pnnx wrote as {kind}")
        return Program(self._ncnn, net, case, facts)


class Program:
    """A loaded net; each call is an extractor of its own, as ncnn wants it."""

    def __init__(self, ncnn: Any, net: Any, case: Case, facts: dict[str, Any]) -> None:
        self._ncnn = ncnn
        self._net = net
        self._given = case.outputs
        self._inputs = [f"in{i}" for i in range(len(case.inputs))]
        self._outputs = [f"out{i}" for i in range(len(case.outputs))]
        self._batches = [WHOLE if axis is None else axis for axis in facts["inputs"]]
        self._batches_out = [WHOLE if axis is None else axis for axis in facts["outputs"]]

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as ncnn's matrices, with memory of their own."""
        return [
            self._ncnn.Mat(array, batch_index=self._batches[i]).clone()
            for i, array in enumerate(arrays)
        ]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run; gives one matrix per output."""
        extractor = self._net.create_extractor()
        for position, name in enumerate(self._inputs):
            extractor.input(name, inputs[position])
        return [extractor.extract(name)[1] for name in self._outputs]

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy views of the matrices, which know no axes of length 1 in front."""
        arrays = [matrix.numpy(batch_index=self._batches_out[i]) for i, matrix in enumerate(native)]
        return shaped(self._given, arrays)
