"""ResNet-50 v1.5 with keras layers in a tf.function, as keras.applications writes ResNets."""

MODES = ("function", "xla")
STAGES = ((64, 3), (128, 4), (256, 6), (512, 3))


def open(mode, threads):
    import tensorflow

    tensorflow.config.threading.set_intra_op_parallelism_threads(threads)
    tensorflow.config.threading.set_inter_op_parallelism_threads(threads)
    return Stack(tensorflow, mode)


class Stack:
    def __init__(self, tensorflow, mode):
        self.tf, self.mode = tensorflow, mode
        self.version, self.notes = tensorflow.__version__, ()

    def build(self, case):
        model = resnet(self.tf.keras, case.weights, case.inputs[0].shape[0])
        function = self.tf.function(
            lambda x: model(x, training=False), jit_compile=self.mode == "xla" or None
        )
        return Program(self.tf, function)


class Program:
    def __init__(self, tensorflow, function):
        self.tf, self.function = tensorflow, function

    def place(self, arrays):
        return self.tf.constant(arrays[0].transpose(0, 2, 3, 1).copy())

    def __call__(self, inputs):
        return self.function(inputs)

    def fetch(self, native):
        return [native.numpy()]


def resnet(keras, weights, batch):
    layers = keras.layers
    todo = []

    def conv(name, x, out, kernel, stride=1):
        if kernel > 1:
            x = layers.ZeroPadding2D(kernel // 2)(x)
        made = layers.Conv2D(out, kernel, stride, use_bias=False)
        norm = layers.BatchNormalization(epsilon=1e-5)
        y = norm(made(x))
        todo.append((made, [weights[f"{name}.weight"].transpose(2, 3, 1, 0)]))
        parts = ("scale", "shift", "mean", "variance")
        todo.append((norm, [weights[f"{name}.norm.{part}"] for part in parts]))
        return y

    def relu(x):
        return layers.Activation("relu")(x)

    image = keras.Input((224, 224, 3), batch)
    x = relu(conv("stem", image, 64, 7, 2))
    x = layers.MaxPooling2D(3, 2)(layers.ZeroPadding2D(1)(x))
    given = 64
    for stage, (inner, blocks) in enumerate(STAGES):
        for block in range(blocks):
            name, stride = f"stage{stage}.{block}", 2 if stage and not block else 1
            y = relu(conv(f"{name}.reduce", x, inner, 1))
            y = relu(conv(f"{name}.middle", y, inner, 3, stride))
            y = conv(f"{name}.expand", y, 4 * inner, 1)
            if given != 4 * inner:
                x = conv(f"{name}.project", x, 4 * inner, 1, stride)
            given = 4 * inner
            x = relu(layers.Add()([x, y]))
    last = layers.Dense(1000)
    model = keras.Model(image, last(layers.GlobalAveragePooling2D()(x)))
    todo.append((last, [weights["classifier.weight"].T, weights["classifier.bias"]]))
    for layer, values in todo:
        layer.set_weights(values)
    return model
