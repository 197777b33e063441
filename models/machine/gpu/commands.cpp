// SPDX-License-Identifier: Apache-2.0
// What the doorbell of the registers asks for.
#include <fmt/format.h>

#include "lanefold/error.h"
#include "machine/gpu/command_processor.h"

namespace lanefold {

/// All but a launch are carried out at once. False for a code that is none.
bool CommandProcessor::ring(std::uint32_t code) {
  const auto command = static_cast<CommandCode>(code);
  if (command < CommandCode::Load || command > CommandCode::Launch) return false;
  if (command == CommandCode::Launch) {
    end(CommandStatus::Running, "");
    doorbell_.notify(sc_core::SC_ZERO_TIME);
    return true;
  }
  try {
    at(CommandRegister::Result) = carry_out(command);
    end(CommandStatus::Done, "");
  } catch (const Error& error) {
    end(CommandStatus::Failed, error.what());
  }
  return true;
}

std::uint32_t CommandProcessor::carry_out(CommandCode code) {
  switch (code) {
    case CommandCode::Load:
      return load();
    case CommandCode::Allocate:
      return allocate();
    case CommandCode::Unload:
      programs_.erase(at(CommandRegister::Program));
      return 0;
    case CommandCode::Release:
      device_.release({at(CommandRegister::Source), 0});
      return 0;
    case CommandCode::Launch:
      break;
  }
  return 0;
}

std::uint32_t CommandProcessor::load() {
  const std::uint32_t source = at(CommandRegister::Source);
  std::vector<std::byte> elf(at(CommandRegister::Bytes));
  if (!device_.read_at(source, elf.data(), elf.size())) {
    throw Error(ErrorKind::Program,
                fmt::format("there are no {} bytes of a program at {:#010x} (Source, Bytes)",
                            elf.size(), source));
  }
  const std::uint32_t number = loaded_ + 1;
  programs_[number] = load_program(elf, fmt::format("program {}", number));
  return loaded_ = number;
}

std::uint32_t CommandProcessor::allocate() {
  const std::uint32_t address = at(CommandRegister::Source);
  const std::uint32_t bytes = at(CommandRegister::Bytes);
  return address == 0 ? device_.allocate(bytes).address
                      : device_.allocate_at(address, bytes).address;
}

void CommandProcessor::serve() {
  for (;;) {
    sc_core::wait(doorbell_);
    try {
      launch();
      const std::uint64_t cycles = device_.launches().back().cycles;
      at(CommandRegister::CyclesLow) = static_cast<std::uint32_t>(cycles);
      at(CommandRegister::CyclesHigh) = static_cast<std::uint32_t>(cycles >> 32);
      end(CommandStatus::Done, "");
    } catch (const Error& error) {
      end(CommandStatus::Failed, error.what());
    }
    at(CommandRegister::Interrupt) = 1;
    interrupt_changed_.notify(sc_core::SC_ZERO_TIME);
  }
}

void CommandProcessor::launch() {
  const auto program = programs_.find(at(CommandRegister::Program));
  if (program == programs_.end()) {
    throw Error(ErrorKind::Launch, fmt::format("program {} has not been loaded (Program)",
                                               at(CommandRegister::Program)));
  }
  const std::vector<KernelInfo>& kernels = program->second->kernels();
  const std::uint32_t number = at(CommandRegister::Kernel);
  if (number >= kernels.size()) {
    throw Error(ErrorKind::Launch, fmt::format("program {} has {} kernels, from 0 on, and no {} "
                                               "(Kernel)",
                                               program->first, kernels.size(), number));
  }
  const NDRange range{at(CommandRegister::Dimensions), three_at(CommandRegister::GlobalSize),
                      three_at(CommandRegister::LocalSize), three_at(CommandRegister::Offset)};
  device_.launch(*program->second, kernels[number].name, range, arguments(kernels[number]));
}

/// From an address within a buffer on; what is in none is refused by the launch.
Buffer CommandProcessor::pointed_to(std::uint32_t address) const {
  const Buffer buffer = device_.buffer_at(address);
  if (buffer.size == 0) return {address, address == 0 ? 0U : 1U};
  return {address, buffer.size - (address - buffer.address)};
}

std::vector<ArgumentValue> CommandProcessor::arguments(const KernelInfo& kernel) {
  std::vector<ArgumentValue> values;
  std::uint64_t at_address = at(CommandRegister::Arguments);
  const auto next = [&](void* data, std::uint32_t bytes) {
    if (!device_.read_at(at_address, data, bytes)) {
      throw Error(ErrorKind::Launch,
                  fmt::format("argument {} of kernel {} is to be at {:#010x}, where no buffer is "
                              "(Arguments)",
                              values.size(), kernel.name, at_address));
    }
    at_address += (bytes + kWordBytes - 1) / kWordBytes * kWordBytes;
  };
  for (const KernelArgument& formal : kernel.arguments) {
    std::uint32_t word = 0;
    if (formal.kind == ArgumentKind::Value) {
      std::vector<std::byte> value(formal.size);
      next(value.data(), formal.size);
      values.emplace_back(std::move(value));
    } else if (formal.kind == ArgumentKind::Local) {
      next(&word, sizeof word);
      values.emplace_back(LocalBytes{word});
    } else {
      next(&word, sizeof word);
      values.emplace_back(pointed_to(word));
    }
  }
  return values;
}

}  // namespace lanefold
