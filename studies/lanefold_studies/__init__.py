# SPDX-License-Identifier: Apache-2.0
"""Sweeps of runs over programs and machines, and studies of their results (docs/how-to/studies.md)."""
