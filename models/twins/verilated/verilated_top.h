// SPDX-License-Identifier: Apache-2.0
// Runs a Verilated SystemC module without a simulation around it. Only for twins.
#pragma once

#include <memory>
#include <string>
#include <systemc>

#include "lanefold/error.h"
#include "twins/verilated/session_state.h"

namespace lanefold {

/// Verilator leaves the evaluation of SystemC modules to the kernel: eval() is private. An explicit
/// instantiation may name it all the same, so each model has, in the file that makes its twin, a
///   template struct EvaluationOf<Model, &Model::eval>;
template <class Model>
struct Evaluation {
  friend void evaluate_model(Evaluation, Model& model);
};
template <class Model, void (Model::*kEval)()>
struct EvaluationOf {
  friend void evaluate_model(Evaluation<Model>, Model& model) { (model.*kEval)(); }
};

/// Makes a SystemC context the current one for as long as it lives.
class CurrentContext {
 public:
  explicit CurrentContext(sc_core::sc_simcontext& context)
      : previous_(sc_core::sc_curr_simcontext) {
    sc_core::sc_curr_simcontext = &context;
  }
  ~CurrentContext() { sc_core::sc_curr_simcontext = previous_; }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  sc_core::sc_simcontext* previous_;
};

/// A module, `pins.model`, with a channel at each port, in a SystemC context of its own that serves
/// to bind the ports and never runs again. `Pins` is made from the module's name.
template <class Pins>
class VerilatedTop final : private SessionModel {
 public:
  VerilatedTop(const TwinPlace& place, const std::shared_ptr<TwinSession>& session,
               const char* kind)
      : session_(session), context_(std::make_unique<sc_core::sc_simcontext>()) {
    const CurrentContext use(*context_);
    TwinSession::State& state = session_->state();
    scope_ = state.unique_name(place.name, kind);
    use_session();
    pins_ = std::make_unique<Pins>(scope_.c_str());
    settle();
    state.add(this);
  }
  ~VerilatedTop() override {
    const CurrentContext use(*context_);
    use_session();
    session_->state().remove(this);
    pins_.reset();
    context_.reset();
  }
  VerilatedTop(const VerilatedTop&) = delete;
  VerilatedTop& operator=(const VerilatedTop&) = delete;

  Pins& pins() { return *pins_; }
  /// Lets the outputs follow the inputs.
  void evaluate() {
    use_session();
    evaluate_model(Evaluation<Model>(), pins_->model);
    session_->state().evaluated(*this);
  }

 private:
  using Model = decltype(Pins::model);

  /// Models use the context of the thread, which may be that of a session that is gone.
  void use_session() { Verilated::threadContextp(&session_->state().context()); }

  /// The first evaluation is SystemC's, which wraps what a design that stops throws.
  void settle() {
    try {
      sc_core::sc_start(1, sc_core::SC_NS);
    } catch (const sc_core::sc_report& report) {
      pins_.reset();
      throw Error(ErrorKind::Internal, report.get_msg());
    }
  }

  const std::string& scope() const override { return scope_; }
  void attach(VerilatedFstC& waveform) override {
    const CurrentContext use(*context_);
    constexpr int kAllLevels = 99;
    pins_->model.trace(&waveform, kAllLevels);
  }

  std::shared_ptr<TwinSession> session_;
  std::unique_ptr<sc_core::sc_simcontext> context_;
  std::string scope_;
  std::unique_ptr<Pins> pins_;
};

}  // namespace lanefold
