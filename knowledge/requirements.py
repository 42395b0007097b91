"""The closed vocabulary of requirements: what scenarios and users can ask of every stack.

One place: each term has a name, a title in both languages, what it takes and how that becomes a
Requirement. `read` explains what it does not understand; did-you-mean on every part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from knowledge import licences
from knowledge.amounts import mebibytes, months, seconds
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.base import LocalText
from knowledge.schema.scenario import Asked, Requirement, RequirementKind

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


@dataclass(frozen=True, slots=True)
class RequirementTerm:
    """One word of the vocabulary."""

    name: str
    title: LocalText
    make: Callable[[RequirementTerm, str, Catalog], Requirement]
    takes: str = ""
    """What stands after "=", for the help; "" where nothing does."""
    default: str | None = None
    """Taken where no value is given; None where one is needed (or none is possible)."""
    prefix: str = ""
    """Of the capabilities that may be asked for, "os." for example."""
    part: Asked = Asked.RUNTIME
    choices: Mapping[str, str] = field(default_factory=dict)
    """Value -> capability, where they are few."""

    @property
    def usage(self) -> str:
        """The word as it is given: ``maintained[=MONTHS]``."""
        if not self.takes:
            return self.name
        return (
            f"{self.name}[={self.takes}]"
            if self.default is not None
            else (f"{self.name}={self.takes}")
        )

    @property
    def about(self) -> LocalText:
        """What it asks, in a sentence."""
        return _ABOUT.get(self.name, self.title)


def read(catalog: Catalog, text: str) -> Requirement:
    """The requirement that `text` (``NAME`` or ``NAME=VALUE``) asks for.

    The name of a capability alone asks the runtime for it.

    Raises:
        KnownError: an unknown name or value, or a value that is missing or too many.
    """
    name, sign, value = (part.strip() for part in text.partition("="))
    name = _ALSO.get(name, name)
    term = TERMS.get(name)
    if term is None and name in catalog.capabilities and not sign:
        for of in TERMS.values():
            if of.prefix and name.startswith(of.prefix):
                return of.make(of, name.removeprefix(of.prefix), catalog)
        return _has(TERMS["has"], name, catalog)
    if term is None:
        known = [*TERMS, *catalog.capabilities]
        hint = f"{did_you_mean(name, known)}; all are in `advisor recommend --help`"
        raise KnownError(f"unknown requirement {name!r}", hint=hint)
    if sign and not term.takes:
        raise KnownError(f"{name} takes no value, but {value!r} was given", hint=f"say {name}")
    if not value and term.takes and (sign or term.default is None):
        raise KnownError(f"{name} needs a value", hint=f"{name}={term.takes}")
    return term.make(term, value or term.default or "", catalog)


def slug(text: str) -> str:
    """`text` as a part of an id."""
    return re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-.")


def _made(
    term: RequirementTerm, value: str, kind: RequirementKind, /, **more: object
) -> Requirement:
    return Requirement.model_validate(
        {"id": slug(f"{term.name}.{value}" if value else term.name), "kind": kind, **more}
    )


def _worded(term: RequirementTerm, value: LocalText) -> LocalText:
    return LocalText(en=f"{term.title.en}: {value.en}", zh=f"{term.title.zh}：{value.zh}")


def _capability(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:
    """A capability by its short name, from `choices` or by `prefix`."""
    names = dict(term.choices) or {
        name.removeprefix(term.prefix): name
        for name in catalog.capabilities
        if name.startswith(term.prefix)
    }
    capability = names.get(value.removeprefix(term.prefix))
    if capability is None and term.name == "device" and value in catalog.devices:
        return _chip(term, value, catalog)
    if capability is None:
        names |= dict.fromkeys(catalog.devices, "") if term.name == "device" else {}
        raise KnownError(f"unknown {term.name} {value!r}", hint=did_you_mean(value, names))
    title = term.title if len(names) == 1 else _worded(term, catalog.capabilities[capability].title)
    kind = RequirementKind.DEVICE if term.name == "device" else RequirementKind.CAPABILITY
    part = {} if kind is RequirementKind.DEVICE else {"part": _PARTS.get(capability, term.part)}
    return _made(term, value, kind, title=title, capability=capability, **part)


def _chip(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:
    """A device of the catalogue: what frameworks support is stated of its kind."""
    device = catalog.devices[value]
    if device.counts_as is None:
        raise KnownError(
            f"no framework's support for {device.title} is on record",
            hint="its facts: advisor kb show " + value,
        )
    title = _worded(term, LocalText(en=device.title, zh=device.title))
    kind = RequirementKind.DEVICE
    return _made(term, value, kind, title=title, capability=device.counts_as, value=value)


def _training(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:  # noqa: ARG001
    if value not in ("", "on-device"):
        hint = did_you_mean(value, ["on-device"])
        raise KnownError(f"unknown training {value!r}", hint=hint)
    part = Asked.RUNTIME if value else Asked.TRAINER
    title = (
        term.title
        if not value
        else LocalText(en="The runtime can train, on the device itself", zh="运行时可在设备上训练")
    )
    return _made(
        term,
        value,
        RequirementKind.CAPABILITY,
        title=title,
        part=part,
        capability="autodiff.reverse",
    )


def _language(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:
    if value == "python":
        title = _worded(term, LocalText(en="Python", zh="Python"))
        return _made(term, value, RequirementKind.LANGUAGE, title=title)
    try:
        return _capability(term, value, catalog)
    except KnownError as error:
        known = [n.removeprefix(term.prefix) for n in catalog.capabilities if term.prefix in n]
        raise KnownError(str(error), hint=did_you_mean(value, [*known, "python"])) from None


def _has(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:
    """Any capability, of any part: ``has=trainer:export.onnx``."""
    part, colon, name = value.partition(":")
    if not colon:
        part, name = Asked.RUNTIME.value, value
    if part not in list(Asked):
        raise KnownError(f"unknown part {part!r}", hint=did_you_mean(part, list(Asked)))
    if name not in catalog.capabilities:
        hint = did_you_mean(name, catalog.capabilities)
        raise KnownError(f"unknown capability {name!r}", hint=hint)
    titled = catalog.capabilities[name].title
    words = _PART_WORDS[Asked(part)]
    title = LocalText(en=f"{words.en}: {titled.en}", zh=f"{words.zh}：{titled.zh}")
    return _made(
        term, f"{part}.{name}", RequirementKind.CAPABILITY, title=title, part=part, capability=name
    )


def _licence(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:  # noqa: ARG001
    checked = licences.checked(value)
    if checked in licences.WORDS:
        title = LICENCE_TITLES[checked]
    elif checked.startswith("-"):
        names = checked.replace("-", "", 1).replace(",-", ", ")
        title = LocalText(en=f"No part is under {names}", zh=f"各部分许可证均非 {names}")
    else:
        one, other = checked.replace(",", " or "), checked.replace(",", "、")
        title = LocalText(en=f"Every part is under {one}", zh=f"各部分许可证均属 {other}")
    return _made(term, value, RequirementKind.LICENCE, title=title, value=checked)


def _latency(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:  # noqa: ARG001
    limit = seconds(value)
    shown = f"{limit * 1e3:g} ms" if limit < 1 else f"{limit:g} s"
    title = LocalText(en=f"A call takes at most {shown} here", zh=f"本机单次调用不超过 {shown}")
    return _made(term, value, RequirementKind.LATENCY, title=title, value=f"{limit:g}")


def _memory(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:
    if value in catalog.devices:
        device = catalog.devices[value]
        fact = next((f for f in device.facts if f.quantity == "memory.capacity"), None)
        if fact is None or isinstance(fact.value, str):
            raise KnownError(
                f"how much memory {device.title} has is not known", hint="say how much: memory=2GB"
            )
        limit = mebibytes(f"{fact.value:g}{fact.unit}")
        title = LocalText(
            en=f"It fits into the memory of {device.title}, {fact.value:g} {fact.unit}",
            zh=f"可放入 {device.title} 的内存（{fact.value:g} {fact.unit}）",
        )
        return _made(term, value, RequirementKind.MEMORY, title=title, value=f"{limit:g}")
    if re.match(r"[a-z]", value.lower()):
        raise KnownError(f"unknown device {value!r}", hint=did_you_mean(value, catalog.devices))
    limit = mebibytes(value)
    title = LocalText(
        en=f"The process needs at most {limit:,.0f} MiB", zh=f"进程内存不超过 {limit:,.0f} MiB"
    )
    return _made(term, value, RequirementKind.MEMORY, title=title, value=f"{limit:g}")


def _agreement(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:  # noqa: ARG001
    kind, _, text = value.rpartition(":")
    kind = kind or ("top1" if text.endswith("%") else "cosine")
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if kind not in ("cosine", "top1") or not 0 < share <= 1:
        hint = "a cosine such as 0.999, or a share of equal top classes such as 98%"
        raise KnownError(f"{value!r} is no agreement with fp32", hint=hint)
    if kind == "top1":
        title = LocalText(
            en=f"Its top class is that of fp32 in at least {share:.4g} of the rows",
            zh=f"首位类别与 fp32 一致的比例不低于 {share:.4g}",
        )
    else:
        title = LocalText(
            en=f"The cosine of its output with fp32 is at least {share:g}",
            zh=f"输出与 fp32 的余弦相似度不低于 {share:g}",
        )
    made = f"{kind}:{share:g}"
    return _made(term, made, RequirementKind.AGREEMENT, title=title, value=made)


def _maintained(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:  # noqa: ARG001
    count = months(value)
    title = LocalText(
        en=f"Every part had a release in the last {count} months",
        zh=f"各部分近 {count} 个月内均发布过版本",
    )
    return _made(term, str(count), RequirementKind.RELEASED, title=title, value=str(count))


def _support(term: RequirementTerm, value: str, catalog: Catalog) -> Requirement:  # noqa: ARG001
    count = months(value)
    title = LocalText(
        en=f"The makers promise support for {count} months more",
        zh=f"官方承诺至少再支持 {count} 个月",
    )
    return _made(term, str(count), RequirementKind.SUPPORT, title=title, value=str(count))


def _plain(kind: RequirementKind) -> Callable[[RequirementTerm, str, Catalog], Requirement]:
    return lambda term, value, catalog: _made(term, "", kind, title=term.title)


LICENCE_TITLES = {
    "permissive": LocalText(
        en="Every part is under a permissive licence", zh="各部分均为宽松许可证"
    ),
    "no-copyleft": LocalText(
        en="No part is under a copyleft licence", zh="各部分均非著佐权（copyleft）许可证"
    ),
    "open-source": LocalText(
        en="Every part is under an open-source licence", zh="各部分均为开源许可证"
    ),
}
_PART_WORDS = {
    Asked.TRAINER: LocalText(en="The training framework", zh="训练框架"),
    Asked.RUNTIME: LocalText(en="The runtime", zh="运行时"),
    Asked.EVERY: LocalText(en="Every part", zh="各部分"),
    Asked.ANY: LocalText(en="Any part", zh="任一部分"),
}
_ABOUT = {
    "device": LocalText(en="It computes on the device", zh="可在该设备上计算"),
    "os": LocalText(en="The runtime has packages for the system", zh="运行时提供该系统的安装包"),
    "language": LocalText(en="The runtime is called from the language", zh="运行时提供该语言接口"),
    "precision": LocalText(en="The runtime computes in the precision", zh="运行时支持该精度"),
    "agreement": LocalText(
        en="A reduced precision agrees with fp32 so well, as measured here",
        zh="低精度的输出与 fp32 的一致程度（本机实测）",
    ),
    "quantisation": LocalText(en="It can quantise in this way", zh="支持该量化方式"),
    "training": LocalText(
        en="It can train; with a value, where it runs", zh="可以训练；带值时指在设备上训练"
    ),
    "latency": LocalText(en="A call takes at most so long here", zh="本机单次调用不超过该时长"),
    "memory": LocalText(
        en="The process needs at most so much, or what a device has",
        zh="进程内存不超过该值或某设备的内存",
    ),
    "licence": LocalText(en="Every part is under such a licence", zh="各部分许可证均符合"),
    "maintained": LocalText(
        en="Every part had a release in so many months, 12 if not said",
        zh="各部分在该月数内发布过版本，默认 12 个月",
    ),
    "support": LocalText(
        en="The makers promise support for so many months more", zh="官方承诺至少再支持该月数"
    ),
    "has": LocalText(
        en="A part has the capability: trainer, runtime, every or any",
        zh="某部分具备该能力：trainer、runtime、every 或 any",
    ),
}
_QUANTISATION = {
    "post-training": "quantize.post-training",
    "aware-training": "quantize.aware-training",
    "weight-only": "quantize.weight-only",
}
_PARTS = {"quantize.aware-training": Asked.TRAINER}
"""Where a capability belongs to another part than the rest of its term."""
_ALSO = {"license": "licence", "quantization": "quantisation", "devices": "device"}


def _terms() -> tuple[RequirementTerm, ...]:
    kind = RequirementKind
    return (
        RequirementTerm(
            "device", LocalText(en="Computes on", zh="计算设备"), _capability, "DEVICE",
            prefix="device.",
        ),
        RequirementTerm(
            "os", LocalText(en="The runtime has packages for", zh="运行时提供安装包"),
            _capability, "OS", prefix="os.",
        ),
        RequirementTerm(
            "language", LocalText(en="The runtime is called from", zh="运行时接口"),
            _language, "LANGUAGE", prefix="language.",
        ),
        RequirementTerm(
            "precision", LocalText(en="The runtime computes in", zh="运行时精度"),
            _capability, "DTYPE", prefix="dtype.",
        ),
        RequirementTerm(
            "agreement", LocalText(en="Agreement with fp32", zh="与 fp32 的一致程度"),
            _agreement, "COSINE|NN%",
        ),
        RequirementTerm(
            "dynamic-shapes",
            LocalText(en="The runtime takes shapes that vary", zh="运行时支持动态形状"),
            _capability, choices={"": "dynamic.shapes"},
        ),
        RequirementTerm(
            "quantisation", LocalText(en="Quantisation", zh="量化"), _capability,
            "|".join(_QUANTISATION), "post-training", part=Asked.ANY, choices=_QUANTISATION,
        ),
        RequirementTerm(
            "training", LocalText(en="It can train", zh="可以训练"), _training, "on-device", "",
        ),
        RequirementTerm(
            "latency", LocalText(en="Latency ceiling on this machine", zh="本机延迟上限"),
            _latency, "TIME",
        ),
        RequirementTerm(
            "memory", LocalText(en="Memory ceiling", zh="内存上限"), _memory, "SIZE|DEVICE"
        ),
        RequirementTerm(
            "licence", LocalText(en="Licences that are accepted", zh="可接受的许可证"),
            _licence, "|".join([*licences.WORDS, "SPDX,...", "-SPDX,..."]),
        ),
        RequirementTerm(
            "maintained", LocalText(en="Released within", zh="近期发布过版本"),
            _maintained, "MONTHS", "12",
        ),
        RequirementTerm(
            "support", LocalText(en="Support horizon promised", zh="承诺的支持期限"),
            _support, "MONTHS",
        ),
        RequirementTerm(
            "alive", LocalText(en="No part is discontinued", zh="各部分均未停止维护"),
            _plain(kind.LIFECYCLE),
        ),
        RequirementTerm(
            "domestic", LocalText(en="Every part is developed in China", zh="各部分均为国产"),
            _capability, part=Asked.EVERY, choices={"": "strategy.domestic-cn"},
        ),
        RequirementTerm(
            "offline", LocalText(en="It runs without a network", zh="可离线运行"),
            _capability, part=Asked.RUNTIME, choices={"": "offline"},
        ),
        RequirementTerm(
            "docs",
            LocalText(en="Every part has documentation in Chinese", zh="各部分均有中文文档"),
            _capability, "chinese", "chinese", part=Asked.EVERY,
            choices={"chinese": "docs.chinese"},
        ),
        RequirementTerm(
            "operators",
            LocalText(
                en="The route carries every operator of the model", zh="转换路线覆盖模型的全部算子"
            ),
            _plain(kind.OPERATORS),
        ),
        RequirementTerm(
            "runs", LocalText(en="It gives the right result here", zh="在本机运行且结果正确"),
            _plain(kind.RUNS),
        ),
        RequirementTerm(
            "has", LocalText(en="Any capability, of a part", zh="任意能力"), _has,
            "[PART:]CAPABILITY",
        ),
    )  # fmt: skip


TERMS = {term.name: term for term in _terms()}
"""Every word by its name, in the order they are listed in."""
