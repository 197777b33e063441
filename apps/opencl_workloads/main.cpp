// SPDX-License-Identifier: Apache-2.0
// The workloads as an OpenCL application: any platform runs and checks them.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "apps/opencl_device/opencl_device.h"
#include "base/output_file.h"
#include "decisions/program/program_image.h"
#include "lanefold/config.h"
#include "lanefold/error.h"
#include "lanefold/program.h"
#include "workloads/workload.h"

namespace lanefold {
namespace {

struct Options {
  std::vector<std::string> names;
  WorkloadRequest request;
};

Options parse(int argc, char** argv) {
  Options options;
  const std::map<std::string, WorkloadSize> sizes{{"tiny", WorkloadSize::Tiny},
                                                  {"default", WorkloadSize::Default},
                                                  {"paper", WorkloadSize::Paper}};
  std::vector<std::string> known;
  for (const auto& workload : workloads()) known.push_back(workload->name());
  CLI::App app("The workloads of Lanefold on the first OpenCL platform");
  app.add_option("workloads", options.names, "the showcase when left out")
      ->check(CLI::IsMember(known));
  app.add_option("--size", options.request.size, "tiny, default or paper")
      ->transform(CLI::CheckedTransformer(sizes));
  app.add_option("--seed", options.request.seed, "seed of random input");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));
  }
  if (!options.names.empty()) return options;
  for (const Workload* workload : showcase()) options.names.push_back(workload->name());
  return options;
}

std::string text_of(const std::string& file) {
  const std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw Error(ErrorKind::File, "cannot read " + file);
  return text.str();
}

/// Returns whether the output was right.
bool run(OpenClDevice& device, const Workload& workload, const WorkloadRequest& request) {
  const std::string folder = data_directory("workloads");
  device.build(text_of(folder + "/" + workload.source_file_for(request)), "-I \"" + folder + "\"");
  // The device knows its kernels itself.
  const Program none(workload.name(), std::make_unique<ProgramImage>());
  const WorkloadResult result = workload.run(device, none, request);
  print_to(stdout, workload.name() + (result.verified ? ": verified, " : ": WRONG, ") +
                       result.detail + "\n");
  return result.verified;
}

int run_all(const Options& options) {
  OpenClDevice device;
  print_to(stdout, "device: " + device.name() + "\n");
  bool right = true;
  for (const std::string& name : options.names) {
    right &= run(device, *find_workload(name), options.request);
  }
  finish_printing(stdout);
  return right ? 0 : static_cast<int>(ErrorKind::Verification);
}

}  // namespace
}  // namespace lanefold

int main(int argc, char** argv) {
  try {
    return lanefold::run_all(lanefold::parse(argc, argv));
  } catch (const lanefold::Error& error) {
    std::fprintf(stderr, "lanefold-workloads: %s\n", error.what());
    return static_cast<int>(error.kind());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lanefold-workloads: a bug: %s\n", error.what());
    return static_cast<int>(lanefold::ErrorKind::Internal);
  }
}
