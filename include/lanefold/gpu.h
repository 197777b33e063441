// SPDX-License-Identifier: Apache-2.0
// The machine as a module of anyone's SystemC program.
#pragma once

#include <tlm.h>

#include <cstdint>
#include <memory>
#include <systemc>

#include "lanefold/machine.h"
#include "lanefold/machine_config.h"

namespace lanefold {

/// Where a GPU's memory is, behind the levels of cache that its configuration has.
enum class GpuMemory : std::uint8_t {
  Own,          ///< the DRAM of the configuration, within the module
  Nonblocking,  ///< behind Gpu::memory, approximately timed: nb_transport_fw and its phases
  Blocking,     ///< behind Gpu::memory, loosely timed: b_transport, several calls at a time
};

/// Lives in the simulation context in which it is constructed, beside any other modules, with a
/// clock of its own (`clock_mhz`) whose cycles begin at multiples of its period from time 0. It
/// outlives every run of the simulation. Throws Error(Configuration) for a memory outside that does
/// not fit the machine, and for a clock that the time resolution cannot express to a hundredth; a
/// configuration that `validate` (lanefold/config.h) refuses is not simulated correctly.
///
/// Kernels are launched by either of two hosts, never by both at a time: a CPU of the platform, by
/// the registers of lanefold/command_registers.h, or C++, by host().
///
/// **Memory outside.** Requests are reads and writes of whole lines at the addresses that kernels
/// see (lanefold/memory_map.h); private memory lies from 1 << 32 on. The window of global memory,
/// `memory.bytes` from kGlobalBase, belongs to the GPU: others use of it what has been allocated.
/// When a launch begins, the GPU takes over what the memory holds in buffers, and when it ends, the
/// memory holds what the kernel has changed, both by debug transport: who writes meanwhile what the
/// kernel reads may or may not be seen. If values go through the levels of memory
/// (`memory.values=through`), others see what has left the GPU's caches, and kernels what caches do
/// not hold.
class Gpu : public sc_core::sc_module {
 public:
  using CommandSocket =
      tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  CommandSocket command{"command"};  ///< registers and, with a memory of its own, its buffers
  /// To a memory outside; as many as the machine has first levels that share none further on, one
  /// for most. None if the memory is its own.
  sc_core::sc_vector<tlm::tlm_initiator_socket<32>> memory;
  /// As long as an enabled interrupt is pending. Need not be bound.
  sc_core::sc_out<bool> interrupt{"interrupt"};

  Gpu(const sc_core::sc_module_name& name, const MachineConfig& config,
      GpuMemory place = GpuMemory::Own);
  /// With blocks made by a factory, which is asked during this call only.
  Gpu(const sc_core::sc_module_name& name, const MachineConfig& config, BlockFactory& factory,
      GpuMemory place = GpuMemory::Own);
  ~Gpu() override;

  /// The GPU as a device of this program. Transfers take no simulated time. launch() lets time pass
  /// until the kernel has ended: in a thread process it waits, outside of processes it runs the
  /// simulation. In a method process it throws Error(Usage). What allocate() and write() do before
  /// the simulation starts is there when it does.
  Machine& host();
  const sc_core::sc_time& clock_period() const;

 private:
  class Parts;

  void before_end_of_elaboration() override;
  void start_of_simulation() override;

  std::unique_ptr<Parts> parts_;
};

}  // namespace lanefold
