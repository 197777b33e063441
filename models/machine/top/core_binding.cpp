// SPDX-License-Identifier: Apache-2.0
// The edges of a core.
#include "blocks/pipeline/core_interfaces.h"
#include "lanefold/error.h"
#include "machine/top/core.h"

namespace lanefold {
namespace {

/// A socket of slice control that this core has a use for.
template <class Socket>
Socket& needed(Socket* socket) {
  if (socket == nullptr) {
    throw Error(ErrorKind::Configuration,
                "a block of others controls the slices of a core that divides its warps or adapts, "
                "but has no socket `changes` or `adaptation` for that");
  }
  return *socket;
}

}  // namespace

/// A target of the model's own knows what to expect of something of others before it.
template <class Protocol>
void Core::connect(BlockFactory& factory, Edge edge, CallSource<Protocol>& from,
                   CallSocket<Protocol>& to) {
  CallSocket<Protocol>& target = factory.splice(edge, context_, to);
  bind_call(from, target);
  const CallContract contract{edge, clock_, handovers_, pool_};
  if (auto* const receiver = dynamic_cast<Expectant*>(&to)) receiver->expect(contract);
}

void Core::bind(ThreadInitiator& commands, CallSocket<WarpProtocol>& retired,
                CallSocket<WarpProtocol>& local_memory, BlockFactory& factory) {
  const auto slices = slice_control_->sockets();
  connect(factory, Edge::Command, commands, command);
  connect(factory, Edge::CoreCommand, thread_command_, slices.command);
  connect(factory, Edge::Admitted, slices.admitted, fetch_->sockets().command);
  connect(factory, Edge::Retired, slices.retired, retired);
  connect(factory, Edge::Local, load_store_unit_->sockets().local, local_memory);
}

void Core::bind_slices(BlockFactory& factory) {
  const auto slices = slice_control_->sockets();
  slices.work.bind(work);
  if (warp_slice_table_ != nullptr) {
    connect(factory, Edge::Slices, needed(slices.changes), warp_slice_table_->requests_socket());
  }
  if (adaptation_ != nullptr) {
    connect(factory, Edge::Adaptation, needed(slices.adaptation), adaptation_->requests_socket());
  }
}

void Core::bind_front_end(BlockFactory& factory) {
  const auto fetch = fetch_->sockets();
  const auto scoreboard = scoreboard_->sockets();
  const auto arbiter = arbiter_->sockets();
  bind_outward(fetch.memory, instructions);
  connect(factory, Edge::Fetched, fetch.decode, *decode_.in);
  connect(factory, Edge::Decoded, *decode_.out, *execution_mask_.in);
  connect(factory, Edge::Masked, *execution_mask_.out, scoreboard.masked);
  if (scalar_control_.module != nullptr) {
    connect(factory, Edge::Ready, scoreboard.ready, *scalar_control_.in);
    connect(factory, Edge::Decided, *scalar_control_.out, arbiter.ready);
  } else if (predicate_mask_.module != nullptr) {
    connect(factory, Edge::Ready, scoreboard.ready, *predicate_mask_.in);
    connect(factory, Edge::Predicated, *predicate_mask_.out, arbiter.ready);
  } else {
    connect(factory, Edge::Ready, scoreboard.ready, arbiter.ready);
  }
  connect(factory, Edge::Issued, arbiter.issue, issue_counter_.issued);
  connect(factory, Edge::Counted, issue_counter_.counted, *compaction_control_.in);
}

/// From operands to results. Latch and unswizzle are on the way where values move.
void Core::bind_datapath(BlockFactory& factory) {
  const auto banks = register_banks_->sockets();
  const auto crossbar = swizzle_crossbar_->sockets();
  CallSocket<WarpProtocol>& results = write_back_->sockets().alu;
  connect(factory, Edge::Scheduled, *compaction_control_.out, banks.scheduled);
  if (operand_latch_.module != nullptr) {
    connect(factory, Edge::Operands, banks.operands, *operand_latch_.in);
    connect(factory, Edge::Latched, *operand_latch_.out, crossbar.operands);
  } else {
    connect(factory, Edge::Operands, banks.operands, crossbar.operands);
  }
  const auto to_pipe = [&](Edge edge, CallSource<WarpProtocol>& from, Unit unit) {
    AluPipeBlock* const block = alu_.pipe(unit);
    if (block == nullptr) return;
    const auto pipe = block->sockets();
    connect(factory, edge, from, pipe.operands);
    connect(factory, Edge::Results, pipe.results,
            unswizzle_.module != nullptr ? *unswizzle_.in : results);
  };
  to_pipe(Edge::ToFpu, crossbar.fpu, Unit::Fpu);
  to_pipe(Edge::ToEm, crossbar.em, Unit::Em);
  to_pipe(Edge::ToScalar, crossbar.scalar, Unit::Scalar);
  to_pipe(Edge::ToControl, crossbar.control, Unit::Control);
  if (unswizzle_.module != nullptr) {
    connect(factory, Edge::Unswizzled, *unswizzle_.out, results);
  }
}

void Core::bind_memory(BlockFactory& factory) {
  const auto unit = load_store_unit_->sockets();
  const auto divergence = memory_divergence_->sockets();
  connect(factory, Edge::Addresses, register_banks_->sockets().addresses, unit.addresses);
  bind_outward(unit.memory, memory);
  if (miss_completion_buffer_ != nullptr) {
    connect(factory, Edge::Completion, unit.completion, miss_completion_buffer_->requests_socket());
  }
  connect(factory, Edge::Completed, unit.completed, divergence.loads);
  connect(factory, Edge::Arrived, unit.arrived, divergence.arrived);
  connect(factory, Edge::Proceeded, divergence.proceeded, unit.proceeded);
  connect(factory, Edge::Resume, divergence.resume, fetch_->sockets().resume);
  connect(factory, Edge::DivideLoad, divergence.divide, slice_control_->sockets().load);
  connect(factory, Edge::Served, divergence.completed, write_back_->sockets().memory);
  if (memory_divergence_table_ == nullptr) return;
  connect(factory, Edge::LeftBehind, left_behind_, memory_divergence_table_->requests_socket());
  connect(factory, Edge::Slip, slipping_, slip_controller_->requests_socket());
}

void Core::bind_write_back(BlockFactory& factory) {
  const auto write_back = write_back_->sockets();
  connect(factory, Edge::Written, write_back.banks, register_banks_->sockets().write_port);
  connect(factory, Edge::Released, write_back.scoreboard, scoreboard_->sockets().release);
  connect(factory, Edge::Resolved, write_back.resolved, fetch_->sockets().resolved);
  connect(factory, Edge::DivideBranch, write_back.divide, slice_control_->sockets().branch);
  connect(factory, Edge::Stopped, write_back.retired, slice_control_->sockets().stopped);
}

}  // namespace lanefold
