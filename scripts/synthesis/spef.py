# SPDX-License-Identifier: Apache-2.0
"""Writes SPEF, the file in which OpenSTA reads what wires add to a netlist."""

# All lines are obligatory. The date is no fact of the netlist: the same wires are the same file.
_HEAD = ['*SPEF "IEEE 1481-1998"', '*DESIGN "top"', '*DATE ""', '*VENDOR "Lanefold"', '*PROGRAM "scripts/synth"',
         '*VERSION ""', '*DESIGN_FLOW ""', "*DIVIDER /", "*DELIMITER :", "*BUS_DELIMITER []", "*T_UNIT 1 NS",
         "*C_UNIT 1 PF", "*R_UNIT 1 OHM", "*L_UNIT 1 HENRY"]


def paragraph(name, terminals, network):
    """A net; `terminals` are (instance or PIN, pin, I or O)."""
    nodes = {(instance, pin): pin if instance == "PIN" else f"{instance}:{pin}" for instance, pin, _ in terminals}

    def node(key):
        return nodes.get(key, f"{name}:{key}")

    lines = [f"*D_NET {name} {sum(network.farads.values()):.6g}", "*CONN"]
    lines += [f"*{'P' if instance == 'PIN' else 'I'} {nodes[instance, pin]} {direction}"
              for instance, pin, direction in terminals]
    lines += ["*CAP"] + [f"{number} {node(key)} {farad:.6g}" for number, (key, farad)
                         in enumerate(network.farads.items(), 1)]
    lines += ["*RES"] + [f"{number} {node(one)} {node(other)} {ohms:.6g}" for number, (one, other, ohms)
                         in enumerate(network.resistors, 1)]
    return lines + ["*END"]


def spef(paragraphs):
    """The file with these nets."""
    return "\n".join(_HEAD + [line for lines in paragraphs for line in ["", *lines]]) + "\n"
