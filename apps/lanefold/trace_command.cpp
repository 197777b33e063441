// SPDX-License-Identifier: Apache-2.0
// `lanefold trace`: masks from a run or another tool into a file, and from the file to cycles.
#include <cstdio>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "files.h"
#include "observers/mask_trace/trace_recorder.h"
#include "observers/mask_trace/trace_text.h"
#include "simulation.h"
#include "trace_report.h"

namespace lanefold {

namespace {

/// A file that has not been closed is no whole trace, and readers say so.
class TraceFile {
 public:
  TraceFile(const TraceOptions& options, const TraceHeader& header)
      : file_(name_of(options)),
        writer_(header, !options.uncompressed,
                [this](std::string_view bytes) { file_.write(bytes); }),
        report_(options.output == "-" ? stderr : stdout) {}

  MaskTraceWriter& writer() { return writer_; }

  void close(const std::string& program) {
    writer_.close();
    file_.close();
    const std::string size = trace_size_text(writer_.instructions(), writer_.bytes());
    print_to(report_, program + ": " + size + "\n");
  }

 private:
  static const std::string& name_of(const TraceOptions& options) {
    if (is_compressed(options.output)) {
      throw Error(ErrorKind::Usage,
                  "traces are compressed in themselves: choose a name other than " +
                      in_quotes(options.output) + ", without .gz");
    }
    return options.output;
  }

  OutputFile file_;
  MaskTraceWriter writer_;
  std::FILE* report_;
};

void record(const TraceOptions& options) {
  const auto [config, notes] = machine_of(options.machine);
  tell(notes);
  const LoadedProgram loaded = load(options.program, config.core.isa);
  const bool warps = config.core.isa == InstructionSet::Riscv;
  TraceFile file(options, {loaded.name, warps ? config.core.warp_width : 0});
  TraceRecorder recorder(file.writer(), config.core.warp_width);
  const std::unique_ptr<Machine> machine = make_functional_machine(config, recorder);
  std::FILE* printed = options.output == "-" ? stderr : stdout;
  const Outcome outcome =
      run_on(*machine, loaded, config, options.machine, options.program, loaded.name, printed);
  file.close(loaded.name);
  require_verified(outcome);
}

void import(const TraceOptions& options) {
  const std::string name = base_name(options.input);
  TraceFile file(options, {name, 0});
  TraceTextReader reader(options.input, file.writer());
  for_each_line(options.input, [&](std::string_view line) { reader.line(line); });
  reader.finish();
  file.close(name);
}

std::string heading(const TraceHeader& header, const TraceCounts& counts, std::uint64_t bytes) {
  std::string text = in_quotes(header.program);
  if (header.warp_width != 0) text += ", " + std::to_string(header.warp_width) + " lanes";
  return text + ": " + trace_size_text(counts.warp_instructions, bytes) + "\nALU " +
         std::to_string(counts.alu_width) + " lanes wide\n\n";
}

void replay(const TraceOptions& options) {
  const MappedFile file(options.input);
  MaskTraceReader reader(file.content(), options.input);
  const TraceCounts counts = replay(reader, options.alu_width);
  const std::string text =
      options.json ? trace_json(reader.header(), counts)
                   : heading(reader.header(), counts, file.content().size()) + trace_text(counts);
  print_to(stdout, text);
}

void show(const TraceOptions& options) {
  const MappedFile file(options.input);
  MaskTraceReader reader(file.content(), options.input);
  print_trace(reader, [](std::string_view piece) { print_to(stdout, piece); });
}

}  // namespace

void trace_command(const TraceOptions& options) {
  if (options.action == "record") record(options);
  if (options.action == "import") import(options);
  if (options.action == "replay") replay(options);
  if (options.action == "show") show(options);
}

}  // namespace lanefold
