// SPDX-License-Identifier: Apache-2.0
// Energy of a run: what was counted, times the energy of each event.
#pragma once

#include "lanefold/machine_config.h"
#include "lanefold/run_energy.h"
#include "lanefold/statistics.h"

namespace lanefold {

/// In pJ at the node of their source, 45 nm but for what is measured at 180. "Horowitz" is
/// figure 1.1.9 of "Computing's energy problem" (ISSCC 2014), at 0.9 V; "Nangate" is the Open Cell
/// Library of 45 nm, at its typical 1.1 V.
struct EnergyConstants {
  /// Horowitz: a float addition of 32 bits. An integer one has 0.1, a float product 3.7; all
  /// operations of a lane count alike.
  double lane_operation = 0.9;
  double register_bit = 6.0 / 96;  ///< Horowitz: 6 for two words read and one written
  double fetch = 25;               ///< Horowitz: an access to an instruction cache
  /// Horowitz: 64 bits of a memory of 8 KB. One of 32 KB has 20, of 1 MB 100: the square root of
  /// the capacity gives 20 and 113.
  double word_of_8_kb = 10;
  /// Measured at 180 nm: the RTL on cells of OSU while kernels run (scripts/switching-power),
  /// without wires. 16 lanes on an ALU of four; the mean of three kernels.
  double mask_lane = 0.039;  ///< a lane of the execution mask
  double bcc_lane = 0.156;   ///< a lane of the control of BCC
  double scc_lane = 1.151;   ///< a lane of the control of SCC
  /// A lane of the ALU in a cycle: swizzle of all operands, and unswizzle.
  double crossbar_slot = 10.164 + 8.776;
  double dram_bit = 1950.0 / 64;  ///< Horowitz: between 1,300 and 2,600 for 64 bits
  /// Nangate: NAND2_X1 leaks 17.4 nW on 0.798 um^2; W/um^2, at 0.9 V as the others. Arrays are
  /// taken to leak like gates.
  double leakage = 17.4e-9 / 0.798 * 0.9 / 1.1;
};

/// All at one node: what switches and what leaks scales as technology.h says. DRAM stays
/// as it is: it is another chip, with a process of its own. Throws Error(Usage) for a node that is
/// not listed.
EnergyConstants energy_constants(unsigned node);

/// Energy of an access to 64 bits of a memory of so many bytes, in pJ.
double energy_of_word(double bytes, const EnergyConstants& constants = {});

/// Energy of a timed run: operations of lanes, register file, fetch of an instruction for a whole
/// warp, execution mask and compaction control of ALU instructions, crossbars where lanes are
/// swizzled, words of local memory, each cache, DRAM, leakage of cores, local memories and shared
/// caches. A line that is looked up, filled or written back takes all of its words; a perfect cache
/// takes nothing. Left out are the latches of operands, other control, and wires between blocks.
/// Clocks stay those of the machine at every node. Throws Error(Usage) for a functional run.
RunEnergy energy_of(const LaunchStatistics& run, const MachineConfig& config, unsigned node = 45);

}  // namespace lanefold
