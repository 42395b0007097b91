"""Rates in the unit of the flow, and the efficiency where there is one."""

from advisor.cli.flow_lines import print_flows
from knowledge.schema.probing import Estimate, Flow, FlowUnit, Measurement, Status
from knowledge.texts import Texts
from tests.advisor.fakes import NOW


def measured(workload, flow):
    return Measurement(
        id=workload, stack="jax/jit", workload=workload, batch=1, status=Status.OK, flow=flow,
        started=NOW,
    )  # fmt: skip


def test_rates_and_efficiency(capsys):
    rate = Estimate(point=219e6, low=88e6, high=544e6)
    moved = Flow(unit=FlowUnit.BYTES, amount=2**20, rate=rate, processes=2)
    rate = Estimate(point=4802.0, low=1634.0, high=14111.0)
    share = Estimate(point=0.46, low=0.11, high=1.84)
    step = Flow(unit=FlowUnit.SAMPLES, amount=128, rate=rate, processes=2, efficiency=share)
    silent = Flow(unit=FlowUnit.SAMPLES, amount=128)
    print_flows([measured("a", moved), measured("b", step), measured("c", silent)], Texts("en"))
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines[-2].split()) == "jax/jit a 219 MB/s 88 MB/s – 544 MB/s 2"
    assert lines[-1].endswith("2          46% (11% – 184%)")
    assert len(lines) == 5
    print_flows([measured("b", step)], Texts("zh"))
    assert "4,802 样本/秒" in capsys.readouterr().out
    print_flows([measured("c", silent), measured("d", None)], Texts("en"))
    assert capsys.readouterr().out == ""
