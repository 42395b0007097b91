"""One Chromium for all tests of a session, and pages of the sample opened in it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
Open = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None:
        pytest.skip(f"no Chromium here: none of {', '.join(NAMES)} is on the path")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found)
        yield browser
        await browser.close()


def asked(url: str) -> list[str]:
    """A request that a page made of anything but itself."""
    return [] if url.startswith(("file:", "data:")) else [f"asked for {url}"]


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of a test complained of; whatever is left at its end fails it."""
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def opened(chromium: Browser, tmp_path: Path, complaints: list[str]) -> AsyncIterator[Open]:
    """Opens a document as a file, in a context of its own."""
    contexts = []

    async def open_(content: str, fragment: str = "", **settings: Any) -> Page:
        file = tmp_path / "report.html"
        file.write_text(content, encoding="utf-8")
        context = await chromium.new_context(**{"offline": True, **settings})
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend(asked(request.url)))
        page.on("console", lambda message: complaints.append(message.text))
        await page.goto(f"file://{file}{fragment}")
        if settings.get("java_script_enabled", True) and 'id="problem"' in content:
            await page.locator("#live").wait_for(state="visible")  # opens what is compressed
        return page

    yield open_
    for context in contexts:
        await context.close()
    assert complaints == []
