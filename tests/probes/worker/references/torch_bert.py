"""BERT-base with torch.nn layers and scaled_dot_product_attention, as transformers writes it."""

MODES = ("eager", "compile")
HEADS, LAYERS, WIDTH, HIDDEN, EPSILON = 12, 12, 768, 3072, 1e-12


def open(mode, threads):
    import torch

    torch.set_num_threads(threads)
    return Stack(torch, mode)


class Stack:
    def __init__(self, torch, mode):
        self.torch, self.mode, self.version, self.notes = torch, mode, torch.__version__, ()

    def build(self, case):
        module = bert(self.torch, case.weights).eval()
        return Program(self.torch, self.torch.compile(module) if self.mode == "compile" else module)


class Program:
    def __init__(self, torch, module):
        self.torch, self.module = torch, module

    def place(self, arrays):
        return [self.torch.from_numpy(array) for array in arrays]

    def __call__(self, inputs):
        with self.torch.inference_mode():
            return self.module(*inputs)

    def fetch(self, native):
        return [tensor.numpy() for tensor in native]


def bert(torch, weights):
    nn, f = torch.nn, torch.nn.functional

    def tensor(name):
        return torch.tensor(weights[name])

    def dense(name, given, out, turned=True):
        made = nn.Linear(given, out)
        weight = tensor(f"{name}.weight")
        made.weight.data = weight.t().contiguous() if turned else weight
        made.bias.data = tensor(f"{name}.bias")
        return made

    def norm(name):
        made = nn.LayerNorm(WIDTH, EPSILON)
        made.weight.data, made.bias.data = tensor(f"{name}.scale"), tensor(f"{name}.shift")
        return made

    class Layer(nn.Module):
        def __init__(self, name):
            super().__init__()
            self.query, self.key, self.value, self.out = (
                dense(f"{name}.attention.{part}", WIDTH, WIDTH)
                for part in ("query", "key", "value", "out")
            )
            self.up, self.down = (
                dense(f"{name}.up", WIDTH, HIDDEN),
                dense(f"{name}.down", HIDDEN, WIDTH),
            )
            self.norm1, self.norm2 = norm(f"{name}.norm1"), norm(f"{name}.norm2")

        def heads(self, x):
            return x.view(*x.shape[:2], HEADS, WIDTH // HEADS).transpose(1, 2)

        def forward(self, x, mask):
            mixed = f.scaled_dot_product_attention(
                self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x)),
                attn_mask=mask,
            )  # fmt: skip
            x = self.norm1(x + self.out(mixed.transpose(1, 2).reshape(x.shape)))
            return self.norm2(x + self.down(f.gelu(self.up(x))))

    class Bert(nn.Module):
        def __init__(self):
            super().__init__()
            self.words = nn.Embedding.from_pretrained(tensor("words"))
            self.kinds = nn.Embedding.from_pretrained(tensor("segments"))
            (places,) = (a for a in weights.values() if a.shape == (1, 128, WIDTH))
            self.register_buffer("places", torch.tensor(places))
            self.norm = norm("embeddings.norm")
            self.layers = nn.ModuleList(Layer(f"layer{i}") for i in range(LAYERS))
            self.pooler = dense("pooler", WIDTH, WIDTH, turned=False)

        def forward(self, ids, kinds, mask):
            mask = (1.0 - mask[:, None, None].to(torch.float32)) * -10_000.0
            x = self.norm(self.words(ids) + self.kinds(kinds) + self.places)
            for layer in self.layers:
                x = layer(x, mask)
            return x, torch.tanh(self.pooler(x[:, 0]))

    return Bert()
