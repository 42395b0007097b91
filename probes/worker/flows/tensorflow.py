"""TensorFlow's flows: tf.data, and MultiWorkerMirroredStrategy over gRPC."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

from ..crew import SUSPENDED_S, Crew, free_address
from ..exchange import arrays, numbers, rows_of, summed, updates
from ..flow import Pipeline

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ..crew import Share
    from ..flow import Flow, Plan

FLOWS = {
    "data-pipeline": ("function",),
    "all-reduce": ("function",),
    "data-parallel-step": ("function",),
}

_crews: dict[int, Crew] = {}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001 - a rank has one
    """Start the flow that the plan names."""
    if plan.name == "data-pipeline":
        return _pipeline(plan)
    ranks = plan["ranks"]
    if ranks not in _crews:
        places = " ".join(free_address() for _ in range(ranks))
        _crews[ranks] = Crew("tensorflow", ranks, places)
    return _crews[ranks].begin(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """A tf.data pipeline over the files, in order.

    Without workers everything is done when a batch is asked for; with them as many images are
    prepared at once, and a batch ahead.
    """
    import tensorflow as tf

    files = [str(path) for path in plan.files(plan["folder"])]
    half, workers = plan["side"] // 2, plan["workers"]
    mean, spread = tf.constant(plan["mean"]), tf.constant(plan["spread"])

    def prepared(path: Any) -> Any:
        image = tf.io.decode_bmp(tf.io.read_file(path), channels=3)
        return (tf.image.resize(image, (half, half)) / 255 - mean) / spread

    data = tf.data.Dataset.from_tensor_slices(files)
    data = data.map(prepared, num_parallel_calls=workers or None, deterministic=True)
    data = data.batch(plan["batch"])
    if workers:
        data = data.prefetch(1)
    how = f"{workers} images at once, a batch ahead" if workers else "one image after the other"
    return Pipeline(
        plan,
        lambda: data,
        lambda batch: batch.numpy(),
        channels_last=True,
        notes=(f"tf.data, {how}",),
    )


def join(rank: int, ranks: int, place: str) -> Rank:
    """Be one of several processes under MultiWorkerMirroredStrategy, with one thread."""
    if ranks > 1:
        task = {"type": "worker", "index": rank}
        os.environ["TF_CONFIG"] = json.dumps({"cluster": {"worker": place.split()}, "task": task})
    import tensorflow as tf

    tf.config.set_visible_devices([], "GPU")
    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    if ranks == 1:
        return Rank(tf, tf.distribute.get_strategy(), rank, ranks)
    ring = tf.distribute.experimental.CommunicationImplementation.RING
    options = tf.distribute.experimental.CommunicationOptions(implementation=ring)
    strategy = tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)
    # It has no public name, and the strategy gives up on who is silent for 10 s.
    strategy.extended._check_health_timeout = SUSPENDED_S
    return Rank(tf, strategy, rank, ranks)


class Rank:
    """A process that has joined the others."""

    def __init__(self, tensorflow: Any, strategy: Any, rank: int, ranks: int) -> None:
        """Keep which one it is."""
        self.tensorflow, self.strategy = tensorflow, strategy
        self.rank, self.ranks = rank, ranks

    def own(self, array: Any) -> Any:
        """A value of which every rank has its own."""
        tensor = self.tensorflow.constant(array)
        return self.strategy.experimental_distribute_values_from_function(lambda _: tensor)

    def begin(self, flow: str, data: str, parameters: Mapping[str, Any]) -> Share:
        """This rank's part of a flow."""
        if flow == "all-reduce":
            return AllReduce(self, parameters["bytes"] // 4)
        return Step(self, data, parameters["rate"])


class AllReduce:
    """Strategy.reduce of a float32 tensor over the ranks, in a tf.function."""

    def __init__(self, rank: Rank, count: int) -> None:
        """Make the tensor, and the function."""
        tf, strategy = rank.tensorflow, rank.strategy
        self._ranks, self._mine = rank.ranks, rank.own(numbers(rank.rank, count))

        def reduce(value: Any) -> Any:
            return strategy.reduce(tf.distribute.ReduceOp.SUM, value, axis=None)

        self._reduce = tf.function(reduce, autograph=False)

    def check(self) -> Mapping[str, list[float]]:
        """Whether the sum is exact."""
        return summed(self._reduce(self._mine).numpy(), self._ranks)

    def take(self, loops: int) -> float:
        """Seconds of so many exchanges, one after the other."""
        self._reduce(self._mine)  # all ranks begin together
        start = time.perf_counter()
        for _ in range(loops):
            self._reduce(self._mine)
        return time.perf_counter() - start


class Step:
    """A step of SGD by a gradient tape under the strategy, in a tf.function."""

    def __init__(self, rank: Rank, data: str, rate: float) -> None:
        """Make the variables that all ranks have, and the function."""
        tf, strategy, values = rank.tensorflow, rank.strategy, arrays(data)
        self._given = [values[name] for name in sorted(values) if name.startswith("weight")]
        self._rate = rate
        self._own = [rank.own(each) for each in rows_of(values, rank.rank, rank.ranks)]
        with strategy.scope():
            self._weights = [tf.Variable(weight) for weight in self._given]
        weights, mean = self._weights, tf.distribute.ReduceOp.MEAN

        def gradients(rows: Any, targets: Any) -> Any:
            with tf.GradientTape() as tape:
                for weight in weights[:-1]:
                    rows = tf.nn.relu(tf.matmul(rows, weight))
                loss = tf.reduce_mean(tf.square(tf.matmul(rows, weights[-1]) - targets))
            return tape.gradient(loss, weights)

        def step(rows: Any, targets: Any) -> None:
            moves = strategy.run(gradients, (rows, targets))
            for weight, move in zip(weights, moves):  # noqa: B905 - Python 3.9
                down = strategy.reduce(mean, move, axis=None)
                strategy.extended.update(weight, lambda w, d: w.assign_sub(rate * d), (down,))

        self._step = tf.function(step, autograph=False)

    def check(self) -> Mapping[str, list[float]]:
        """What the first step does to the weights."""
        self._step(*self._own)
        return updates(self._given, [each.numpy() for each in self._weights], self._rate)

    def take(self, loops: int) -> float:
        """Seconds of so many steps."""
        start = time.perf_counter()
        for _ in range(loops):
            self._step(*self._own)
        return time.perf_counter() - start
