// SPDX-License-Identifier: Apache-2.0
// What the doorbell of the registers asks for.
#include <fmt/format.h>

#include <exception>
#include <utility>

#include "decisions/zebin/zebin.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "machine/gpu/command_processor.h"

namespace lanefold {

namespace {

/// What ends in a status, whoever has thrown it; but not what unwinds a process that is killed.
template <class Action, class Failed>
void guarded(const Action& action, const Failed& failed) {
  try {
    action();
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (const std::exception& error) {
    failed(error.what());
  }
}

}  // namespace

/// A launch is prepared, and carried out in the process; the rest is done at once. False for a code
/// that is none.
bool CommandProcessor::ring(std::uint32_t code) {
  const auto command = static_cast<CommandCode>(code);
  if (command < CommandCode::Load || command > CommandCode::Launch) return false;
  guarded([&] { carry_out(command); },
          [&](const char* message) {
            end(CommandStatus::Failed, message);
            if (command == CommandCode::Launch) raise_interrupt();
          });
  return true;
}

void CommandProcessor::carry_out(CommandCode code) {
  std::uint32_t result = 0;
  switch (code) {
    case CommandCode::Load:
      result = load();
      break;
    case CommandCode::Unload:
      programs_.erase(at(CommandRegister::Program));
      break;
    case CommandCode::Allocate:
      result = allocate();
      break;
    case CommandCode::Release:
      device_.release({at(CommandRegister::Source), 0});
      break;
    case CommandCode::Launch:
      prepared_ = prepare();
      end(CommandStatus::Running, "");
      return doorbell_.notify(sc_core::SC_ZERO_TIME);
  }
  at(CommandRegister::Result) = result;
  end(CommandStatus::Done, "");
}

std::uint32_t CommandProcessor::load() {
  constexpr std::uint32_t kMostBytes = kGlobalBase - kCodeBase;  // of a program, and of its file
  const std::uint32_t source = at(CommandRegister::Source);
  const std::uint32_t bytes = at(CommandRegister::Bytes);
  std::vector<std::byte> elf(bytes <= kMostBytes ? bytes : 0);
  if (bytes > kMostBytes || !device_.read_at(source, elf.data(), bytes)) {
    throw Error(ErrorKind::Program,
                fmt::format("there are no {} bytes of a program at {:#010x} (Source, Bytes)", bytes,
                            source));
  }
  const std::uint32_t number = loaded_ + 1;
  const std::string name = fmt::format("program {}", number);
  programs_[number] = gen8::is_zebin(elf) ? load_gen8_program(elf, name) : load_program(elf, name);
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
    guarded([this] { launch(); },
            [this](const char* message) { end(CommandStatus::Failed, message); });
    raise_interrupt();
  }
}

void CommandProcessor::launch() {
  const Prepared launch = std::exchange(prepared_, {});
  device_.launch(*launch.program, launch.kernel, launch.range, launch.arguments);
  const std::uint64_t cycles = device_.launches().back().cycles;
  at(CommandRegister::CyclesLow) = static_cast<std::uint32_t>(cycles);
  at(CommandRegister::CyclesHigh) = static_cast<std::uint32_t>(cycles >> 32);
  end(CommandStatus::Done, "");
}

CommandProcessor::Prepared CommandProcessor::prepare() {
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
  return {program->second, kernels[number].name, range, arguments(kernels[number])};
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
    if (formal.kind == ArgumentKind::Value || formal.kind == ArgumentKind::Sampler) {
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
