"""PyTorch's flows: torch.utils.data.DataLoader, and torch.distributed over gloo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..flow import Pipeline

if TYPE_CHECKING:
    from pathlib import Path

    from ..flow import Flow, Plan

FLOWS = {"data-pipeline": ("eager",)}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001
    """Start the flow that the plan names."""
    return _pipeline(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """A DataLoader over the files, in the main process or in worker processes that stay."""
    import torch
    from torch.nn.functional import interpolate
    from torch.utils.data import DataLoader, Dataset

    files = [str(path) for path in plan.files(plan["folder"])]
    side, header, workers = plan["side"], plan["header"], plan["workers"]
    mean, spread = (torch.tensor(plan[name])[:, None, None] for name in ("mean", "spread"))

    class Images(Dataset):  # type: ignore[misc]
        """The package has no decoder of images, but of a BMP the pixels are plain bytes."""

        def __len__(self) -> int:
            return len(files)

        def __getitem__(self, index: int) -> Any:
            with open(files[index], "rb") as file:  # noqa: PTH123 - the quickest way there is
                content = bytearray(file.read())
            pixels = torch.frombuffer(content, dtype=torch.uint8, offset=header)
            # Rows stand from the bottom up, and colours as blue, green, red.
            image = pixels.view(side, side, 3).flip(0, 2).permute(2, 0, 1).float()
            half = interpolate(image[None], scale_factor=0.5, mode="bilinear", align_corners=False)
            return (half[0] / 255 - mean) / spread

    loader = DataLoader(
        Images(),
        batch_size=plan["batch"],
        num_workers=workers,
        persistent_workers=workers > 0,
        worker_init_fn=_die_with_parent,
    )
    return Pipeline(
        plan,
        lambda: loader,
        lambda batch: batch.numpy(),
        channels_last=False,
        notes=(f"torch.utils.data.DataLoader, {workers} worker processes",),
    )


def _die_with_parent(_: int) -> None:
    from ..main import die_with_parent

    die_with_parent()
