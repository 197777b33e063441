// SPDX-License-Identifier: Apache-2.0
// The machine as a module.
#include "lanefold/gpu.h"

#include <string>

#include "machine/gpu/blocking_link.h"
#include "machine/gpu/command_processor.h"
#include "machine/gpu/gpu_device.h"
#include "machine/top/block_factory.h"

namespace lanefold {

/// Made while the module is under construction, so that all modules in it are its children.
class Gpu::Parts {
 public:
  Parts(Gpu& gpu, const MachineConfig& config, BlockFactory& factory, GpuMemory place)
      : links(make_links(gpu.memory, place)),
        device(config, factory, links),
        commands("command_processor", device, gpu.interrupt) {
    gpu.command.bind(commands.socket);
  }

  static GpuDevice::MemoryLinks make_links(sc_core::sc_vector<tlm::tlm_initiator_socket<32>>& outer,
                                           GpuMemory place) {
    GpuDevice::MemoryLinks links;
    for (auto& socket : outer) {
      const sc_core::sc_module_name name(("memory_link_" + std::to_string(links.size())).c_str());
      if (place == GpuMemory::Blocking) {
        links.push_back(std::make_unique<BlockingLink>(name, socket));
      } else {
        links.push_back(std::make_unique<MemoryLink>(name, socket));
      }
    }
    return links;
  }

  const GpuDevice::MemoryLinks links;
  GpuDevice device;
  CommandProcessor commands;
  sc_core::sc_signal<bool> unbound_interrupt{"unbound_interrupt"};
};

Gpu::Gpu(const sc_core::sc_module_name& name, const MachineConfig& config, BlockFactory& factory,
         GpuMemory place)
    : sc_module(name),
      memory("memory_port", place == GpuMemory::Own ? 0 : links_to_memory(config)),
      parts_(std::make_unique<Parts>(*this, config, factory, place)) {}

Gpu::Gpu(const sc_core::sc_module_name& name, const MachineConfig& config, GpuMemory place)
    : sc_module(name),
      memory("memory_port", place == GpuMemory::Own ? 0 : links_to_memory(config)) {
  BlockFactory model;
  parts_ = std::make_unique<Parts>(*this, config, model, place);
}

Gpu::~Gpu() = default;

Machine& Gpu::host() { return parts_->device; }

const sc_core::sc_time& Gpu::clock_period() const { return parts_->device.period(); }

void Gpu::before_end_of_elaboration() {
  if (interrupt.bind_count() == 0) interrupt.bind(parts_->unbound_interrupt);
}

void Gpu::start_of_simulation() { parts_->device.start(); }

}  // namespace lanefold
