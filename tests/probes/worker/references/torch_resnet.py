"""ResNet-50 v1.5 with torch.nn layers, as torchvision writes it."""

MODES = ("eager", "compile")
STAGES = ((64, 3), (128, 4), (256, 6), (512, 3))


def open(mode, threads):
    import torch

    torch.set_num_threads(threads)
    return Stack(torch, mode)


class Stack:
    def __init__(self, torch, mode):
        self.torch, self.mode, self.version, self.notes = torch, mode, torch.__version__, ()

    def build(self, case):
        module = resnet(self.torch, case.weights).eval()
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
        return [native.numpy()]


def resnet(torch, weights):
    nn = torch.nn

    def tensor(name):
        return torch.tensor(weights[name])

    def conv(name, given, out, kernel, stride=1):
        made = nn.Conv2d(given, out, kernel, stride, kernel // 2, bias=False)
        made.weight.data = tensor(f"{name}.weight")
        norm = nn.BatchNorm2d(out)
        norm.weight.data, norm.bias.data = (
            tensor(f"{name}.norm.scale"),
            tensor(f"{name}.norm.shift"),
        )
        norm.running_mean = tensor(f"{name}.norm.mean")
        norm.running_var = tensor(f"{name}.norm.variance")
        return made, norm

    class Bottleneck(nn.Module):
        def __init__(self, name, given, inner, stride):
            super().__init__()
            out = 4 * inner
            self.conv1, self.bn1 = conv(f"{name}.reduce", given, inner, 1)
            self.conv2, self.bn2 = conv(f"{name}.middle", inner, inner, 3, stride)
            self.conv3, self.bn3 = conv(f"{name}.expand", inner, out, 1)
            self.relu = nn.ReLU(inplace=True)
            self.downsample = None
            if given != out:
                self.downsample = nn.Sequential(*conv(f"{name}.project", given, out, 1, stride))

        def forward(self, x):
            y = self.relu(self.bn1(self.conv1(x)))
            y = self.relu(self.bn2(self.conv2(y)))
            y = self.bn3(self.conv3(y))
            y += x if self.downsample is None else self.downsample(x)
            return self.relu(y)

    layers = [*conv("stem", 3, 64, 7, 2), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)]
    given = 64
    for stage, (inner, blocks) in enumerate(STAGES):
        for block in range(blocks):
            stride = 2 if stage and not block else 1
            layers.append(Bottleneck(f"stage{stage}.{block}", given, inner, stride))
            given = 4 * inner
    last = nn.Linear(given, 1000)
    last.weight.data, last.bias.data = tensor("classifier.weight"), tensor("classifier.bias")
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), last)
