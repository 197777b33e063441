// SPDX-License-Identifier: Apache-2.0
// A CPU launches kernels by the registers of a GPU with a memory of its own.
#include "lanefold/command_registers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <string>

#include "lanefold/memory_map.h"
#include "tests/gpu/gpu_bench.h"
#include "tests/support/cpu.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using Register = CommandRegister;
using Command = CommandCode;

class CommandRegisters : public ::testing::Test {
 protected:
  CommandRegisters() {
    cpu_.socket.bind(gpu_.command);
    gpu_.interrupt.bind(interrupt_);
  }
  void run(std::function<void()> work) {
    Platform platform("platform", std::move(work));
    sc_core::sc_start();
    EXPECT_TRUE(platform.done());
  }
  /// Puts bytes into a buffer of the GPU, whose address it returns.
  std::uint32_t put(const void* data, std::size_t bytes) {
    const std::uint32_t address = cpu_.allocate(static_cast<std::uint32_t>(bytes));
    EXPECT_TRUE(cpu_.write(address, data, bytes));
    return address;
  }
  std::uint32_t load(const std::vector<std::byte>& elf) {
    cpu_.set(Register::Source, put(elf.data(), elf.size()));
    cpu_.set(Register::Bytes, static_cast<std::uint32_t>(elf.size()));
    cpu_.ring(Command::Load);
    return cpu_.get(Register::Result);
  }
  void prepare(std::uint32_t program, std::uint32_t numbers, std::uint32_t times) {
    const std::uint32_t arguments[] = {numbers, times};
    cpu_.set(Register::Arguments, put(arguments, sizeof arguments));
    cpu_.set(Register::Program, program);
    cpu_.set(Register::Kernel, 0);
    cpu_.set_range({1, {kItems, 1, 1}, {64, 1, 1}});
  }
  std::string message() {
    char text[kMessageBytes];
    EXPECT_TRUE(cpu_.read(static_cast<std::uint32_t>(Register::Message), text, sizeof text));
    return text;
  }

  const NewContext context_;
  Gpu gpu_{"gpu", MachineConfig()};
  Cpu cpu_{"cpu"};
  sc_core::sc_signal<bool> interrupt_{"interrupt"};
  const std::vector<std::byte> elf_ = compile_opencl(kTwice, "twice.cl").elf;
};

TEST_F(CommandRegisters, LaunchAKernelThatInterrupts) {
  std::vector<std::uint32_t> numbers(kItems, 5);
  run([&] {
    EXPECT_EQ(cpu_.get(Register::Id), kCommandId);
    EXPECT_EQ(cpu_.get(Register::Version), 1U);
    const std::uint32_t program = load(elf_);
    EXPECT_EQ(program, 1U);
    const std::uint32_t address = put(numbers.data(), kItems * sizeof(int));
    prepare(program, address, 3);
    cpu_.set(Register::InterruptEnable, 1);
    const sc_core::sc_time begin = sc_core::sc_time_stamp();
    cpu_.ring(Command::Launch);
    EXPECT_EQ(cpu_.get(Register::Status), 1U);
    sc_core::wait(interrupt_.posedge_event());
    const auto passed = (sc_core::sc_time_stamp() - begin) / gpu_.clock_period();
    EXPECT_EQ(cpu_.get(Register::Status), 2U);
    const std::uint32_t cycles = cpu_.get(Register::CyclesLow);
    EXPECT_EQ(cycles, gpu_.host().launches().at(0).cycles);
    EXPECT_GE(passed, cycles);
    EXPECT_LE(passed, cycles + 200);
    EXPECT_EQ(cpu_.get(Register::CyclesHigh), 0U);
    cpu_.set(Register::Interrupt, 1);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    sc_core::wait(sc_core::SC_ZERO_TIME);
    EXPECT_FALSE(interrupt_.read());
    EXPECT_TRUE(cpu_.read(address, numbers.data(), kItems * sizeof(int)));
  });
  EXPECT_EQ(numbers, std::vector<std::uint32_t>(kItems, 40));
}

TEST_F(CommandRegisters, SayWhyALaunchFailed) {
  run([&] {
    const std::uint32_t program = load(elf_);
    cpu_.launch_and_poll();
    EXPECT_EQ(cpu_.get(Register::Status), 3U);
    EXPECT_EQ(message(), "program 0 has not been loaded (Program)");
    prepare(program, 0x1234, 1);
    cpu_.launch_and_poll();
    EXPECT_EQ(cpu_.get(Register::Status), 3U);
    EXPECT_THAT(message(), HasSubstr("does not exist"));
    cpu_.set(Register::Kernel, 1);
    cpu_.launch_and_poll();
    EXPECT_EQ(message(), "program 1 has 1 kernels, from 0 on, and no 1 (Kernel)");
    cpu_.set(Register::Kernel, 0);
    cpu_.set(Register::Arguments, 0x40);
    cpu_.launch_and_poll();
    EXPECT_THAT(message(), HasSubstr("argument 0 of kernel twice is to be at 0x00000040"));
    std::vector<std::uint32_t> numbers(kItems, 1);
    prepare(program, put(numbers.data(), kItems * sizeof(int)), 1);
    cpu_.launch_and_poll();
    EXPECT_EQ(cpu_.get(Register::Status), 2U);
    EXPECT_EQ(message(), "");
  });
}

TEST_F(CommandRegisters, LoadNothingButPrograms) {
  run([&] {
    const std::vector<std::byte> text(100, std::byte{'x'});
    cpu_.set(Register::Source, put(text.data(), text.size()));
    cpu_.set(Register::Bytes, 100);
    cpu_.ring(Command::Load);
    EXPECT_EQ(cpu_.get(Register::Status), 3U);
    EXPECT_THAT(message(), HasSubstr("program 1"));
    cpu_.set(Register::Bytes, 101);
    cpu_.ring(Command::Load);
    EXPECT_THAT(message(), HasSubstr("there are no 101 bytes of a program"));
  });
}

TEST_F(CommandRegisters, PlaceBuffers) {
  run([&] {
    EXPECT_EQ(cpu_.allocate(64, kGlobalBase + 0x1000), kGlobalBase + 0x1000);
    cpu_.allocate(64, kGlobalBase + 0x1000);
    EXPECT_EQ(cpu_.get(Register::Status), 3U);
    EXPECT_THAT(message(), HasSubstr("no buffer of 64 bytes can be at 0x10001000"));
    cpu_.allocate(64, kGlobalBase + 0x1001);
    EXPECT_EQ(cpu_.get(Register::Status), 3U);
    cpu_.set(Register::Source, kGlobalBase + 0x1000);
    cpu_.ring(Command::Release);
    EXPECT_EQ(cpu_.get(Register::Status), 2U);
    EXPECT_EQ(cpu_.allocate(64, kGlobalBase + 0x1000), kGlobalBase + 0x1000);
  });
}

TEST_F(CommandRegisters, AnswerErrorsToWrongAccesses) {
  run([&] {
    std::uint32_t word = 0;
    EXPECT_FALSE(cpu_.write(0x000, &word, 4)) << "Id is read only";
    EXPECT_EQ(cpu_.response(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_FALSE(cpu_.read(0x002, &word, 4));
    EXPECT_EQ(cpu_.response(), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_FALSE(cpu_.read(0x008, &word, 2));
    EXPECT_EQ(cpu_.response(), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_FALSE(cpu_.read(kCommandBytes, &word, 4));
    EXPECT_EQ(cpu_.response(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_FALSE(cpu_.read(kGlobalBase, &word, 4)) << "no buffer is there";
    EXPECT_EQ(cpu_.response(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    word = 9;
    EXPECT_FALSE(cpu_.write(0x00c, &word, 4)) << "no command has this code";
    std::uint32_t all[kCommandBytes / 4];
    EXPECT_TRUE(cpu_.read(0, all, sizeof all));
    EXPECT_EQ(all[0], kCommandId);
  });
}

// A CPU that is ahead of time prepares its next launch at once.
TEST_F(CommandRegisters, LaunchWhatTheySayWhenTheDoorbellRings) {
  run([&] {
    std::vector<std::uint32_t> numbers(kItems, 1);
    const std::uint32_t program = load(elf_);
    const std::uint32_t address = put(numbers.data(), kItems * sizeof(int));
    prepare(program, address, 3);
    const tlm::tlm_response_status rung = cpu_.ring_and_go_on(Register::Program, 77);
    EXPECT_EQ(rung, tlm::TLM_OK_RESPONSE);
    cpu_.poll();
    EXPECT_EQ(cpu_.get(Register::Status), 2U) << message();
    EXPECT_TRUE(cpu_.read(address, numbers.data(), kItems * sizeof(int)));
    EXPECT_EQ(numbers, std::vector<std::uint32_t>(kItems, 8));
  });
}

// It has no streaming width and no byte enables (IEEE 1666-2011, 11.3).
TEST_F(CommandRegisters, AreSeenByDebugTransport) {
  run([&] {
    std::uint32_t word = 0;
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(0);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(4);
    EXPECT_EQ(cpu_.socket->transport_dbg(payload), 4U);
    EXPECT_EQ(word, kCommandId);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(static_cast<std::uint32_t>(Register::Command));
    EXPECT_EQ(cpu_.socket->transport_dbg(payload), 0U) << "it rings no doorbell";
  });
}

TEST_F(CommandRegisters, RefuseAProgramLargerThanMemory) {
  run([&] {
    cpu_.set(Register::Source, kGlobalBase);
    cpu_.set(Register::Bytes, UINT32_MAX);
    cpu_.ring(Command::Load);
    EXPECT_EQ(cpu_.get(Register::Status), 3U);
    EXPECT_THAT(message(), HasSubstr("there are no 4294967295 bytes of a program"));
  });
}

TEST_F(CommandRegisters, KeepTheDoorbellWhileAKernelRuns) {
  run([&] {
    const std::uint32_t program = load(elf_);
    std::vector<std::uint32_t> numbers(kItems, 1);
    const std::uint32_t address = put(numbers.data(), kItems * sizeof(int));
    prepare(program, address, 100);
    cpu_.ring(Command::Launch);
    const auto code = static_cast<std::uint32_t>(Command::Launch);
    EXPECT_FALSE(cpu_.write(0x00c, &code, 4));
    EXPECT_FALSE(cpu_.read(address, numbers.data(), 4)) << "its buffers are the kernel's";
    cpu_.poll();
    EXPECT_EQ(cpu_.get(Register::Status), 2U);
    EXPECT_TRUE(cpu_.read(address, numbers.data(), 4));
  });
}

}  // namespace
}  // namespace lanefold
