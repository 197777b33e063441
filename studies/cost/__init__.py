# SPDX-License-Identifier: Apache-2.0
"""Time, area and energy of the mechanisms: what runs (sweep.toml), and the page (study.py)."""
