"""BERT-base with keras layers in a tf.function, as keras examples write transformers."""

MODES = ("function", "xla")
HEADS, LAYERS, WIDTH, HIDDEN, EPSILON = 12, 12, 768, 3072, 1e-12


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
        model = bert(self.tf, case.weights)
        function = self.tf.function(model, jit_compile=self.mode == "xla" or None)
        return Program(self.tf, function)


class Program:
    def __init__(self, tensorflow, function):
        self.tf, self.function = tensorflow, function

    def place(self, arrays):
        return [self.tf.constant(array) for array in arrays]

    def __call__(self, inputs):
        return self.function(*inputs)

    def fetch(self, native):
        return [tensor.numpy() for tensor in native]


def bert(tf, weights):
    keras = tf.keras
    head = WIDTH // HEADS

    def dense(name, given, out, turned=False, activation=None):
        made = keras.layers.Dense(out, activation)
        made.build((None, None, given))
        weight = weights[f"{name}.weight"]
        made.set_weights([weight.T if turned else weight, weights[f"{name}.bias"]])
        return made

    def norm(name):
        made = keras.layers.LayerNormalization(epsilon=EPSILON)
        made.build((None, None, WIDTH))
        made.set_weights([weights[f"{name}.scale"], weights[f"{name}.shift"]])
        return made

    def attention(name):
        made = keras.layers.MultiHeadAttention(HEADS, head)
        made.build((None, 128, WIDTH), (None, 128, WIDTH))
        values = []
        for part in ("query", "key", "value"):
            values += [weights[f"{name}.{part}.weight"].reshape(WIDTH, HEADS, head),
                       weights[f"{name}.{part}.bias"].reshape(HEADS, head)]  # fmt: skip
        values += [weights[f"{name}.out.weight"].reshape(HEADS, head, WIDTH),
                   weights[f"{name}.out.bias"]]  # fmt: skip
        made.set_weights(values)
        return made

    words, kinds = tf.constant(weights["words"]), tf.constant(weights["segments"])
    (places,) = (array for array in weights.values() if array.shape == (1, 128, WIDTH))
    layers = [
        (
            attention(f"layer{i}.attention"), norm(f"layer{i}.norm1"),
            dense(f"layer{i}.up", WIDTH, HIDDEN, activation="gelu"),
            dense(f"layer{i}.down", HIDDEN, WIDTH), norm(f"layer{i}.norm2"),
        )
        for i in range(LAYERS)
    ]  # fmt: skip
    first = norm("embeddings.norm")
    pooler = dense("pooler", WIDTH, WIDTH, turned=True, activation="tanh")

    def model(ids, segments, mask):
        x = first(tf.gather(words, ids) + tf.gather(kinds, segments) + places)
        mask = tf.cast(mask[:, None, :], tf.bool)
        for attend, norm1, up, down, norm2 in layers:
            x = norm1(x + attend(x, x, attention_mask=mask))
            x = norm2(x + down(up(x)))
        return x, pooler(x[:, 0])

    return model
