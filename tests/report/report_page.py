# SPDX-License-Identifier: Apache-2.0
"""A report made from the committed page and given data, and a browser that opens it."""

import json
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

SOURCES = Path(__file__).resolve().parents[2]
PAGE = SOURCES / "apps/report/bundle/report.html"
DATA = Path(__file__).resolve().parent / "data"
PLACEHOLDER = "<!-- lanefold-report-data -->"
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync",
           "--force-prefers-reduced-motion", "--window-size=1360,900")


def data_of(name):
    """The report's data of that name."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def page_with(data):
    """The page's text with its data in place."""
    text = json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")
    element = f'<script type="application/json" id="lanefold-data">{text}</script>'
    return PAGE.read_text(encoding="utf-8").replace(PLACEHOLDER, element)


def open_browser(chromium, driver, profile):
    """A browser without a window whose user data are in the folder `profile`."""
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(driver), options=options)
