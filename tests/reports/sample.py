"""A realistic recommendation with everything in it that a report must cope with.

Eight ranked stacks by the seven criteria of data/criteria; measured, documented, partly documented,
stale and unknown cells; a tie at the top; exclusions, an unverified requirement; evidence of every
grade; measurements that succeeded, wavered and failed; and hostile text wherever text is free.
"""

from __future__ import annotations

from typing import Any

from knowledge.schema.base import LocalText
from knowledge.schema.decision import (
    Assumption,
    DecisionMatrix,
    Digests,
    Exclusion,
    FrameworkRow,
    Merged,
    NextMeasurement,
    Recommendation,
    Relaxation,
)
from knowledge.schema.host import Cpu, Host
from knowledge.schema.robustness import Robustness
from tests.reports.sample_evidence import CREATED, HOSTILE, evidence, excluded, measurements
from tests.reports.sample_matrix import STACKS, matrix, ranking
from tests.reports.sample_robustness import robustness

__all__ = [
    "CREATED",
    "HOSTILE",
    "clear_winner",
    "enlarged",
    "host",
    "matrix",
    "measurements",
    "nothing_feasible",
    "ranking",
    "recommendation",
]


def recommendation(**changes: Any) -> Recommendation:
    """The sample; keyword arguments replace fields."""
    stacks = STACKS
    base = Recommendation(
        id="r-20261130-4f1c9a",
        created=CREATED,
        scenario="edge-cv",
        scenario_title=LocalText(en="Edge computer vision", zh="边缘计算机视觉"),
        scenario_summary=LocalText(
            en="A small convolutional classifier answers single images with low latency on a "
            "CPU-class device; what it is trained with and what it runs on may differ.",
            zh="小型卷积分类网络在 CPU 级设备上以低延迟逐张处理图像；"
            "训练框架与部署运行时可以不同。",
        ),
        host=host(),
        seed=20261130,
        draws=20_000,
        digests=Digests(
            knowledge="9b2f6c1d0a5e4f37", code="52c8e7f9a3b1d604", inputs="0d4e8a7b6c5f1293"
        ),
        version="0.1.0",
        ranking=ranking(),
        matrix=matrix(),
        frameworks=(
            FrameworkRow(framework="tensorflow", title="TensorFlow", best=stacks[2][0]),
            FrameworkRow(framework="mindspore", title="MindSpore 昇思", best=None),
            FrameworkRow(framework="pytorch", title="PyTorch", best=stacks[0][0]),
            FrameworkRow(framework="jax", title="JAX", best=stacks[7][0]),
        ),
        excluded=excluded(),
        unverified=(
            Exclusion(
                alternative="tensorflow>litert/cpu",
                label="TensorFlow → LiteRT (cpu)",
                requirement="operators",
                title=LocalText(
                    en="The route carries every operator of the model",
                    zh="转换路线覆盖模型的全部算子",
                ),
                reason=LocalText(
                    en="Nothing is known about HardSigmoid on this route.",
                    zh="该转换路线是否支持 HardSigmoid 尚无记录。",
                ),
            ),
        ),
        measurements=measurements(),
        next_measurement=NextMeasurement(
            stack="openvino/cpu",
            workload="mobilenet-v3-small",
            batch=1,
            gain=0.0043,
            cost_s=38.0,
            command="advisor probe run openvino/cpu onnxruntime/cpu --workload mobilenet-v3-small",
            reason=LocalText(
                en="The two leading stacks differ by less than their intervals.",
                zh="领先的两个技术栈之间的差距小于各自的区间。",
            ),
        ),
        evidence=evidence(),
        assumptions=(
            Assumption(
                key="claim:openvino:os.android",
                pin="openvino:os.android=true",
                statement=LocalText(en="OpenVINO: Android: yes", zh="OpenVINO：Android：是"),
            ),
        ),
        relaxations=(
            Relaxation(
                requirements=("linux",),
                titles=(
                    LocalText(en="The runtime has Linux packages", zh="运行时有 Linux 安装包"),
                ),
                brings_back=("pytorch>coreml/cpu",),
                labels=("PyTorch → Core ML (cpu)",),
                expected=0.41,
            ),
        ),
        merged=(
            Merged(
                alternative="jax/other",
                label="JAX (other)",
                into=stacks[7][0],
                reason=LocalText(
                    en="JAX (other) differs from JAX (jit) in its mode alone.",
                    zh="JAX (other) 与 JAX (jit) 仅执行模式不同。",
                ),
            ),
        ),
        robustness=robustness(ranking(), matrix().criteria, evidence()),
        command="advisor recommend --scenario edge-cv --seed 20261130 --weight latency=30",
    )
    return base.model_copy(update=changes)


def nothing_feasible() -> Recommendation:
    """Every stack misses a requirement."""
    empty = DecisionMatrix(alternatives=(), criteria=matrix().criteria, beliefs=(), latents=())
    rows = tuple(row.model_copy(update={"best": None}) for row in recommendation().frameworks)
    return recommendation(
        ranking=(),
        matrix=empty,
        frameworks=rows,
        unverified=(),
        next_measurement=None,
        robustness=Robustness(),
    )


def clear_winner() -> Recommendation:
    """The same question with a first place that is not tied."""
    first, *others = ranking()
    sure = (0.971, 0.029, *(0.0 for _ in others[1:]))
    leader = first.model_copy(update={"tied_with": (), "rank_acceptability": sure})
    rest = []
    for ranked in others:
        tied = tuple(id_ for id_ in ranked.tied_with if id_ != first.id)
        shares = (0.0, *ranked.rank_acceptability[1:])
        shares = (0.029 if ranked is others[0] else 0.0, *shares[1:])
        rest.append(ranked.model_copy(update={"tied_with": tied, "rank_acceptability": shares}))
    return recommendation(ranking=(leader, *rest))


def enlarged(times: int) -> Recommendation:
    """`times` copies of every ranked stack, with ids of their own, to see sizes and page breaks."""
    base = recommendation()
    alternatives, beliefs, ranked = [], [], []
    count = len(base.ranking) * times
    for copy in range(times):
        suffix = f"-{copy}" if copy else ""
        for alternative in base.matrix.alternatives:
            renamed = {"id": alternative.id + suffix, "label": alternative.label + suffix}
            alternatives.append(alternative.model_copy(update=renamed))
        for belief in base.matrix.beliefs:
            renamed = {"alternative": belief.alternative + suffix}
            beliefs.append(belief.model_copy(update=renamed))
        for row in base.ranking:
            update = {
                "id": row.id + suffix,
                "label": row.label + suffix,
                "rank_acceptability": tuple(1 / count for _ in range(count)),
                "tied_with": tuple(id_ + suffix for id_ in row.tied_with),
            }
            ranked.append(row.model_copy(update=update))
    ranked.sort(key=lambda row: -row.expected.point)
    bigger = base.matrix.model_copy(
        update={"alternatives": tuple(alternatives), "beliefs": tuple(beliefs)}
    )
    return recommendation(ranking=tuple(ranked), matrix=bigger)


def host() -> Host:
    """A small virtual machine under a cgroup quota."""
    return Host(
        id="3f9d1c2b7a6e5048",
        hostname="builder-7",
        os="Debian GNU/Linux 12 (bookworm)",
        kernel="6.1.0",
        cpu=Cpu(
            model="AMD EPYC 7B13",
            machine="x86_64",
            isa=("avx2", "fma", "f16c"),
            caches_kib={"L1d": 32, "L2": 512, "L3": 32768},
            cores_online=4,
            cores_available=2.0,
            limited_by=("cgroup-quota",),
            device_class="x86-avx2",
        ),
        memory_bytes=8 * 2**30,
        virtualized=True,
    )
