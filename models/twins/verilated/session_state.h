// SPDX-License-Identifier: Apache-2.0
// The state of a TwinSession: Verilator's context and its waveform writer. Only for twins.
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "twins/verilated/twin_session.h"

namespace lanefold {

/// A Verilated model as its session sees it.
class SessionModel {
 public:
  virtual ~SessionModel() = default;
  /// Its name, which is its scope in waveforms.
  virtual const std::string& scope() const = 0;
  /// Adds the model's signals to a waveform that is not open yet.
  virtual void attach(VerilatedFstC& waveform) = 0;

  bool recorded = false;  ///< in the waveform of the session
};

class TwinSession::State {
 public:
  State();
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  VerilatedContext& context() { return *context_; }
  /// The name of a new model: the one given or, if that is empty, `kind`; made unique by a number.
  std::string unique_name(const std::string& given, const char* kind);

  void add(SessionModel* model);
  /// Ends the waveform, because the signals of the model go away.
  void remove(SessionModel* model);

  void trace(const std::string& fst_file, WavePart part);
  /// Throws Error(File) if the waveform could not be written to its end.
  void stop_trace();
  void set_time(std::uint64_t time) {
    now_ = time;
    time_ = time > time_ ? time : time_;
  }
  /// To be called after each evaluation of a model.
  void evaluated(const SessionModel& model) {
    if (waveform_ == nullptr || !model.recorded) return;
    if (now_ >= part_.from && now_ < part_.to) dump();
  }

 private:
  template <class Action>
  void write(Action&& action);
  void dump();
  void end_trace() noexcept;
  void save_coverage();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<VerilatedFstC> waveform_;
  std::string file_;  ///< of the waveform
  WavePart part_;
  std::uint64_t now_ = 0;   ///< as it was set
  std::uint64_t time_ = 0;  ///< of the next evaluation
  std::vector<SessionModel*> models_;
  std::vector<std::string> names_;
};

}  // namespace lanefold
