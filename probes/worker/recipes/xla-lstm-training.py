"""tf.function without and with XLA in TensorFlow: a training step of an LSTM."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import tensorflow_with
from ._remarks import with_first_loss

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BATCH, STEPS, WORDS, WIDTH, UNITS = 16, 32, 1000, 64, 128


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Embedding, LSTM and classes; a call is a training step on sixteen texts."""
    tf = tensorflow_with(threads)
    keras = tf.keras
    lstm = keras.layers.LSTM(UNITS)
    model = keras.Sequential([keras.layers.Embedding(WORDS, WIDTH), lstm, keras.layers.Dense(2)])
    tokens = tf.random.stateless_uniform((BATCH, STEPS), (0, 1), maxval=WORDS, dtype=tf.int32)
    labels = tf.random.stateless_uniform((BATCH,), (0, 2), maxval=2, dtype=tf.int32)
    model(tokens)

    @tf.function(jit_compile=variant == "xla" or None)  # type: ignore[untyped-decorator]
    def step(tokens: Any, labels: Any) -> Any:
        with tf.GradientTape() as tape:
            each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, model(tokens))
            loss = tf.reduce_mean(each)
        slopes = tape.gradient(loss, model.trainable_variables)
        for variable, slope in zip(model.trainable_variables, slopes):
            variable.assign_sub(0.01 * tf.convert_to_tensor(slope))
        return loss

    return with_first_loss(lambda: float(step(tokens, labels)))
