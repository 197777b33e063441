// SPDX-License-Identifier: Apache-2.0
// The registers by which a CPU of the platform launches kernels (lanefold/command_registers.h).
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "lanefold/command_registers.h"
#include "lanefold/program.h"
#include "machine/gpu/gpu_device.h"

namespace lanefold {

/// A call takes a cycle of the GPU's clock. A launch runs in a process of the module's own, which
/// only a GPU has whose registers are bound.
class CommandProcessor : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket_optional<CommandProcessor> socket{"socket"};

  /// Both outlive it.
  CommandProcessor(const sc_core::sc_module_name& name, GpuDevice& device,
                   sc_core::sc_out<bool>& interrupt);

 private:
  using Payload = tlm::tlm_generic_payload;
  static constexpr std::uint32_t kWordBytes = 4;

  void start_of_simulation() override;
  void b_transport(Payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(Payload& payload);
  void access(Payload& payload, bool rings);
  tlm::tlm_response_status access_registers(Payload& payload, bool rings);
  bool access_buffers(Payload& payload);
  bool write(std::uint32_t address, std::uint32_t value, bool rings);

  std::uint32_t& at(CommandRegister name) {
    return words_[static_cast<std::uint32_t>(name) / kWordBytes];
  }
  std::array<std::uint32_t, 3> three_at(CommandRegister first) const;
  bool running() {
    return at(CommandRegister::Status) == static_cast<std::uint32_t>(CommandStatus::Running);
  }

  /// A launch as the registers and the argument words say when the doorbell rings.
  struct Prepared {
    std::shared_ptr<const Program> program;
    std::string kernel;
    NDRange range;
    std::vector<ArgumentValue> arguments;
  };

  bool ring(std::uint32_t code);
  void carry_out(CommandCode code);
  std::uint32_t load();
  std::uint32_t allocate();
  void serve();
  Prepared prepare();
  void launch();
  Buffer pointed_to(std::uint32_t address) const;
  std::vector<ArgumentValue> arguments(const KernelInfo& kernel);
  void end(CommandStatus status, const std::string& message);
  void raise_interrupt();
  void drive_interrupt();

  GpuDevice& device_;
  sc_core::sc_out<bool>& interrupt_;
  std::array<std::uint32_t, kCommandBytes / kWordBytes> words_{};
  std::map<std::uint32_t, std::shared_ptr<const Program>> programs_;  ///< by number
  std::uint32_t loaded_ = 0;
  Prepared prepared_;
  sc_core::sc_event doorbell_{"doorbell"};
  sc_core::sc_event interrupt_changed_{"interrupt_changed"};
};

}  // namespace lanefold
