# SPDX-License-Identifier: Apache-2.0
"""The study of ISCA'13: what runs (sweep.toml), and the page (study.py)."""
