// SPDX-License-Identifier: Apache-2.0
// Constants of silicon, each with its source, and how areas and energies scale from node to node.
#pragma once

#include <string>
#include <vector>

namespace lanefold {

/// Nodes in nm, oldest first: each is a generation.
const std::vector<unsigned>& technology_nodes();

/// The node that a text like "45" names. Throws Error(Usage) for one that is not listed.
unsigned technology_node(const std::string& text);

/// Square feature sizes (F^2) at a node, in um^2.
double um2_of(double f2, unsigned node);

/// An area at another node: lengths are 0.7 times as long in each generation (SC'09 section 6.1,
/// IPDPS'12 section IV-B).
double area_at(double area, unsigned from, unsigned to);

/// The supply of a circuit at a node, in V: nine tenths of the nominal one of high-performance
/// transistors, as the 0.9 V of Horowitz at 45 nm (energy.h) are.
double supply_volts(unsigned node);

/// The part of an energy of switching at 45 nm that it takes at another node, both at their supply:
/// the fits of Stillmaker and Baas, "Scaling equations for the accurate prediction of CMOS device
/// performance from 180 nm to 7 nm" (Integration, 2017), to simulated chains of gates. 22 nm, which
/// they leave out, lies between their 32 and 20 nm.
double switching_at(unsigned node);

/// The part that remains of an energy at 180 nm and its full 1.8 V, as standard cells of OSU have.
double switching_from_180nm(unsigned node);

/// The part of the leakage of an area at 45 nm that the same area leaks at another node:
/// off-current times supply, of transistors whose widths on an area grow as 1/F.
double leakage_at(unsigned node);

/// Constants of arrays, lengths in F and areas in F^2. One value may be replaced to see what
/// depends on it.
///
/// "Nangate" is the Open Cell Library of 45 nm, whose areas are divided by (0.045 um)^2; "CACTI" is
/// the source of version 6.5.
struct ArrayConstants {
  double cell = 146;  ///< CACTI: SRAM cell of one port; Intel's of 45 nm, 0.346 um^2, has 171
  double cell_aspect = 1.46;     ///< CACTI: height by width
  double wire_pitch = 2.5;       ///< CACTI: local wires; a port adds two to height and to width
  double bus_pitch = 4;          ///< CACTI: semi-global wires, which bring an address to its bank
  double transistor = 98.5;      ///< Nangate: NAND2_X1 has 0.798 um^2 and four
  double latch = 1313.6;         ///< Nangate: DLH_X1, 2.66 um^2, a bit that is transparent or holds
  double drive = 131.4;          ///< Nangate: INV_X1 to X32 have 0.266 um^2 x (1 + strength)
  double inverter_gates = 23.2;  ///< Nangate: widths of both gates of INV_X1, 1.045 um
  double access_gates = 2.62;    ///< CACTI: of the two transistors that a word line opens
  double word_line_wire = 1;     ///< assumed: a word line's wire loads as much as its gates
  double stage_effort = 4;       ///< the usual fan-out of a stage of drivers
  double row_area = 1;           ///< of row gates, times what standard cells need; assumed
  bool wires_beside_gates = false;  ///< assumed: predecoded wires run above the row gates
  double precharge = 3;             ///< transistors of a column: precharge of both lines, equaliser
  double column_switch = 2;         ///< transistors of a column that shares a sense amplifier
  double read = 11;      ///< transistors: isolation 2, sense amplifier 5, tri-state output 4
  double write = 8;      ///< transistors: two drivers of bit lines, tri-state
  double control = 256;  ///< transistors of a bank: clock and enables; assumed 64 gates
};

/// A unit of a core, with the node for which its source gives it.
struct UnitArea {
  std::string name;
  double mm2 = 0;
  unsigned node = 0;
  std::string source;
};

/// Areas of one lane of 32 bits: floating-point multiply-add unit and integer ALU.
const std::vector<UnitArea>& lane_units();
/// What all lanes of a core share: fetch, decode, issue, addresses.
const UnitArea& front_end_unit();

/// SC'09 table 2 in mm^2 at 45 nm, from which `units_of_table2` infers units of die-photo size.
struct CoreAreasOfTable2 {
  double scalar = 1.05;
  double two_warps = 7.3;
  double sixteen_warps = 11.5;
};

}  // namespace lanefold
