// SPDX-License-Identifier: Apache-2.0
// Sessions of RTL twins: arguments from the environment, waveforms, coverage.
#include "twins/verilated/twin_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/output_file.h"
#include "lanefold/error.h"
#include "twins/verilated/rtl_models.h"
#include "twins/verilated/session_state.h"

#ifdef LANEFOLD_RTL_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>
#endif

namespace lanefold {
namespace {

constexpr int kPowerUpSeed = 1;

/// The words of LANEFOLD_RTL_PLUSARGS, after the name of the program.
std::vector<std::string> rtl_arguments() {
  std::vector<std::string> arguments{"lanefold"};
  if (const char* words = std::getenv("LANEFOLD_RTL_PLUSARGS")) {
    std::istringstream stream(words);
    for (std::string word; stream >> word;) arguments.push_back(word);
  }
  return arguments;
}

/// Throws for what is no waveform file or cannot become one: a device, too, since the writer
/// replaces whatever has the name.
void check_waveform(const std::string& file) {
  namespace fs = std::filesystem;
  const std::string name = fmt::format("the waveform file '{}'", file);
  if (fs::path(file).extension() != ".fst") {
    throw Error(ErrorKind::Usage, name + " is no name that ends in .fst");
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw Error(ErrorKind::File, name + " exists and is not a regular file");
  }
  OutputFile(file, OutputFile::Kind::Plain).close();
}

}  // namespace

TwinSession::State::State() : context_(std::make_unique<VerilatedContext>()) {
  const std::vector<std::string> arguments = rtl_arguments();
  std::vector<const char*> pointers;
  pointers.reserve(arguments.size());
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  // Before their reset, registers have random values, as after power-up; the same in every run,
  // unless an argument says otherwise.
  context_->randReset(2);
  context_->randSeed(kPowerUpSeed);
  context_->commandArgs(static_cast<int>(pointers.size()), pointers.data());
  context_->traceEverOn(true);
}

TwinSession::State::~State() { end_trace(); }

std::string TwinSession::State::unique_name(const std::string& given, const char* kind) {
  const std::string base = given.empty() ? kind : given;
  std::string name = base;
  for (unsigned number = 1; std::count(names_.begin(), names_.end(), name) != 0; ++number) {
    name = fmt::format("{}_{}", base, number);
  }
  names_.push_back(name);
  return name;
}

void TwinSession::State::add(SessionModel* model) {
  if (waveform_ != nullptr) {
    throw Error(ErrorKind::Internal,
                "an RTL twin cannot join a session whose waveform is being recorded: make all "
                "twins first");
  }
  models_.push_back(model);
}

void TwinSession::State::remove(SessionModel* model) {
  end_trace();
  save_coverage();
  models_.erase(std::remove(models_.begin(), models_.end(), model), models_.end());
}

/// What cannot write cannot be closed, either, not even by its destructor: it stays behind. What it
/// has written is of no use without its end.
template <class Action>
void TwinSession::State::write(Action&& action) {
  try {
    action();
  } catch (const std::system_error& failure) {
    static_cast<void>(waveform_.release());
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
    std::filesystem::remove(file_ + ".hier", ignored);
    throw write_error(file_, failure.code().value());
  }
}

void TwinSession::State::trace(const std::string& fst_file, WavePart part) {
  stop_trace();
  check_waveform(fst_file);
  file_ = fst_file;
  part_ = std::move(part);
  waveform_ = std::make_unique<VerilatedFstC>();
  for (SessionModel* model : models_) {
    model->recorded = !part_.records || part_.records(model->scope());
    if (model->recorded) model->attach(*waveform_);
  }
  write([&] { waveform_->open(fst_file.c_str()); });
}

void TwinSession::State::dump() {
  write([this] { waveform_->dump(time_++); });
}

void TwinSession::State::stop_trace() {
  if (waveform_ == nullptr) return;
  write([this] { waveform_->close(); });
  waveform_.reset();
}

/// For destructors: a waveform that cannot be completed is taken away, which others see.
void TwinSession::State::end_trace() noexcept {
  try {
    stop_trace();
  } catch (const Error&) {
  }
}

/// The counters die with the models, so the first that goes saves those of all.
void TwinSession::State::save_coverage() {
#ifdef LANEFOLD_RTL_COVERAGE
  static unsigned files = 0;
  const char* folder = std::getenv("LANEFOLD_RTL_COVERAGE_DIR");
  if (folder != nullptr) {
    const std::string file = fmt::format("{}/{}-{}.dat", folder, getpid(), files++);
    context_->coveragep()->write(file.c_str());
  }
  context_->coveragep()->clear();
#endif
}

TwinSession::TwinSession() : TwinSession(std::vector<RtlModel>()) {}
TwinSession::TwinSession(std::vector<RtlModel> models)
    : own_models_(std::move(models)), state_(std::make_unique<State>()) {}
TwinSession::~TwinSession() = default;
const RtlModel* TwinSession::use_own_model(const std::string& module,
                                           const std::array<unsigned, 3>& key) {
  const auto same = [&](const RtlModel& model) {
    return model.module == module && model.key == key;
  };
  const auto found = std::find_if(own_models_.begin(), own_models_.end(), same);
  if (found == own_models_.end()) return nullptr;
  used_.insert(module);
  return &*found;
}
void TwinSession::trace(const std::string& fst_file, WavePart part) {
  state_->trace(fst_file, std::move(part));
}
void TwinSession::stop_trace() { state_->stop_trace(); }
void TwinSession::set_time(std::uint64_t time) { state_->set_time(time); }

}  // namespace lanefold
