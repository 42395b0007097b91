"""ResNet-50 of Keras with random weights, in TensorFlow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

CLASSES = 10


def resnet50(tf: Any, side: int) -> Any:
    """The model for images of `side` pixels, seeded."""
    tf.keras.utils.set_random_seed(0)
    return tf.keras.applications.ResNet50(
        weights=None, input_shape=(side, side, 3), classes=CLASSES, classifier_activation=None
    )


def first_stages(tf: Any, side: int) -> Any:
    """Its stem and first two of four stages (23 convolutions on the longest path), and a head."""
    whole, keras = resnet50(tf, side), tf.keras
    x = keras.layers.GlobalAveragePooling2D()(whole.get_layer("conv3_block4_out").output)
    return keras.Model(whole.input, keras.layers.Dense(CLASSES)(x))


def training(tf: Any, model: Any, batch: int) -> tuple[Callable[..., Any], tuple[Any, Any]]:
    """A step of gradient descent that returns its loss, and the batch to call it with."""
    optimizer = tf.keras.optimizers.SGD(0.01)
    optimizer.build(model.trainable_variables)
    entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    images = tf.random.stateless_normal((batch, *model.input_shape[1:]), (0, 1))
    labels = tf.random.stateless_uniform((batch,), (0, 2), maxval=CLASSES, dtype=tf.int32)

    def step(images: Any, labels: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = entropy(labels, model(images, training=True))
        slopes = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(slopes, model.trainable_variables))
        return loss

    return step, (images, labels)
