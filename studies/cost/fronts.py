# SPDX-License-Identifier: Apache-2.0
"""The sets of mechanisms that no other set is better than."""

from lanefold_studies.page import Scatter, Table
from .measures import LARGER, NOTHING, front, named

MM2 = 1e6  # um2


def sides(places):
    """The two diagrams: (cost, cost) of each set."""
    return ({using: (area, time) for using, (area, time, _) in places.items()},
            {using: (time, energy) for using, (_, time, energy) in places.items()})


def fronts(costs):
    """The diagrams, and every set."""
    places = costs.places()
    by_area, by_time = sides(places)
    on = {"area": front(by_area), "energy": front(by_time)}
    drawn = [using for using, (_, time, _) in places.items()
             if time <= 1 or using in on["energy"]]
    yield "## The fronts\n"
    yield (f"Geometric means of {len(costs.runs.few)} workloads, by a core with none of the "
           f"mechanisms, which has {costs.areas.cores[NOTHING].area / MM2:.3f} mm2 at 45 nm. A "
           "set is on a front if no other is better in one of the two costs and at least as good "
           "in the other. Sets that are slower than none are not drawn.")
    yield diagram("front-area", "Run time against area of the core", by_area, "area of the core",
                  "run time", drawn)
    yield diagram("front-energy", "Energy against run time", by_time, "run time", "energy", drawn)
    yield "Every set, by area; the last column says on which of the fronts it is."
    rows = [[named(using), f"{costs.areas.cores[using].area / MM2:.3f}",
             *(f"{part:.3f}" for part in place), f"{place[1] * place[2]:.3f}",
             ", ".join(name for name, members in on.items() if using in members)]
            for using, place in sorted(places.items(), key=lambda item: item[1])]
    yield Table(["set", "mm2", "area", "time", "energy", "energy x time", "front"], rows)


def diagram(name, caption, places, x_label, y_label, drawn):
    """Sets as points, and larger cores beside them."""
    points = {named(using): places[using] for using in drawn}
    larger = {name: points.pop(name) for name in LARGER if name in points}
    return Scatter(name, caption + ", by a core with none of the mechanisms",
                   {"sets of mechanisms": points, "larger cores": larger},
                   [named(using) for using in front(places)], x_label, y_label)
