// SPDX-License-Identifier: Apache-2.0
// What RTL twins share that are looked at together: the arguments they were started with, one
// waveform and its time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lanefold {

struct RtlModel;

/// What of a session a waveform records.
struct WavePart {
  std::uint64_t from = 0;                                        ///< picoseconds
  std::uint64_t to = std::numeric_limits<std::uint64_t>::max();  ///< not included
  /// Whether the twin of this scope is recorded; all are if there is none.
  std::function<bool(const std::string& scope)> records = nullptr;
};

/// A world of Verilated models. Twins of different sessions know nothing of each other. Every
/// session takes plus arguments for the RTL from the environment variable LANEFOLD_RTL_PLUSARGS.
class TwinSession {
 public:
  TwinSession();
  /// Its twins are of these models, where one of them has the module and the shape, instead of
  /// those of this build.
  explicit TwinSession(std::vector<RtlModel> models);
  ~TwinSession();
  TwinSession(const TwinSession&) = delete;
  TwinSession& operator=(const TwinSession&) = delete;

  /// Records every evaluation of the twins of this session, from now on, in a waveform file (FST)
  /// that replaces an existing one, as far as it belongs to the part. Once a waveform was started,
  /// the session takes no more twins. Throws Error(Usage) when the name does not end in .fst,
  /// Error(File) when the file cannot be written or is not a regular file; an evaluation throws
  /// Error(File) when it can no longer be.
  void trace(const std::string& fst_file, WavePart part = {});
  /// Ends the waveform and completes its file. Throws Error(File) when it cannot be completed;
  /// where the waveform ends with its session or with one of the twins, the file is only taken
  /// away.
  void stop_trace();

  /// The time of the next evaluation in the waveform, in picoseconds. Every evaluation takes one
  /// unit, so a time that is already over becomes the earliest one that is not.
  void set_time(std::uint64_t time);

  /// One of the models of the constructor, to make a twin of it; null if none has the module and
  /// the parameters (RtlModel::key).
  const RtlModel* use_own_model(const std::string& module, const std::array<unsigned, 3>& key);
  /// Whether any twin is of one of them.
  bool uses_own_model(const std::string& module) const { return used_.count(module) != 0; }

  /// For the twins themselves.
  class State;
  State& state() { return *state_; }

 private:
  std::vector<RtlModel> own_models_;
  std::set<std::string> used_;  ///< their modules, if they were used
  std::unique_ptr<State> state_;
};

/// The base of all twins: a piece of RTL that answers as soon as it is called. A twin is no part of
/// any SystemC simulation and may be made, called and destroyed inside or outside one.
class Twin {
 public:
  virtual ~Twin() = default;
  Twin(const Twin&) = delete;
  Twin& operator=(const Twin&) = delete;

  TwinSession& session() const { return *session_; }

 protected:
  explicit Twin(std::shared_ptr<TwinSession> session) : session_(std::move(session)) {}
  const std::shared_ptr<TwinSession>& shared_session() const { return session_; }

 private:
  std::shared_ptr<TwinSession> session_;
};

/// Each factory puts its twin into the session given, under a scope of this name in the waveform,
/// or into a session of its own.
struct TwinPlace {
  std::shared_ptr<TwinSession> session;
  std::string name;
};
inline std::shared_ptr<TwinSession> session_of(const TwinPlace& place) {
  return place.session != nullptr ? place.session : std::make_shared<TwinSession>();
}

}  // namespace lanefold
