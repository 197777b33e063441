// SPDX-License-Identifier: Apache-2.0
// Binding `--arg` to the arguments of a kernel.
#include "kernel_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>

#include "argument_spec.h"
#include "base/nearest_name.h"
#include "base/output_file.h"
#include "base/text.h"
#include "files.h"
#include "lanefold/error.h"
#include "workloads/random.h"

namespace lanefold {

namespace {

constexpr std::uint32_t kUsualGroupSize = 64;

double element_of(const BufferSpec& buffer, std::uint64_t index, SplitMix64& random) {
  if (buffer.fill == BufferSpec::Fill::Index) return static_cast<double>(index);
  const double unit = static_cast<double>(random.unit());
  const double number = buffer.low + unit * (buffer.high - buffer.low);
  return buffer.type.is_real ? number : std::floor(number);
}

std::vector<std::byte> initial_content(const BufferSpec& buffer, std::uint64_t seed) {
  std::vector<std::byte> content(buffer.count * buffer.type.bytes());
  SplitMix64 random(seed);
  for (std::uint64_t i = 0; i < buffer.count; ++i) {
    std::byte* element = &content[i * buffer.type.bytes()];
    if (buffer.fill == BufferSpec::Fill::Value) {
      std::memcpy(element, buffer.value.data(), buffer.type.bytes());
      continue;
    }
    for (unsigned lane = 0; lane < buffer.type.elements; ++lane) {
      store_scalar(buffer.type, element_of(buffer, i, random),
                   element + std::size_t{lane} * buffer.type.scalar_bytes);
    }
  }
  return content;
}

bool is_text_file(const std::string& file) {
  const std::filesystem::path path(file);
  return file == "-" || (is_compressed(file) ? path.stem() : path).extension() == ".txt";
}

/// One element per line.
std::string as_text(const ValueType& type, const std::vector<std::byte>& content) {
  std::string text;
  for (std::size_t i = 0; i + type.bytes() <= content.size(); i += type.bytes()) {
    text += format_value(type, &content[i]) + "\n";
  }
  return text;
}

std::string describe(const KernelArgument& argument, std::size_t index) {
  return "argument " + std::to_string(index + 1) + " (" +
         (argument.type_name.empty() ? "" : argument.type_name + " ") +
         (argument.name.empty() ? "unnamed" : argument.name) + ")";
}

/// The type's name without qualifiers and with its short form: "unsigned int" is "uint".
std::string short_type_name(const std::string& name) {
  return name.rfind("unsigned ", 0) == 0 ? "u" + name.substr(9) : name;
}

/// What a pointer of the kernel points to, for instance of "float4*"; none for a type of its own.
std::optional<ValueType> element_type(const std::string& pointer) {
  return find_value_type(short_type_name(pointer.substr(0, pointer.find('*'))));
}

/// Whether both see the same numbers in memory. A vector of 3 has room for a fourth.
bool same_elements(const ValueType& a, const ValueType& b) {
  return a.scalar_bytes == b.scalar_bytes && a.is_real == b.is_real &&
         (a.elements == 3) == (b.elements == 3);
}

/// Binds arguments one by one and remembers the buffers.
class Binder {
 public:
  Binder(Device& device, const KernelInfo& kernel, std::uint64_t seed)
      : device_(device), kernel_(kernel), seed_(seed) {}

  ArgumentValue bind(const ArgumentSpec& spec, std::size_t index) {
    const KernelArgument& argument = kernel_.arguments[index];
    if (const auto* buffer = std::get_if<BufferSpec>(&spec.what)) {
      const bool pointer =
          argument.kind == ArgumentKind::Global || argument.kind == ArgumentKind::Constant;
      if (!pointer) refuse(spec, index, "is not a pointer to a buffer");
      check_elements(spec, buffer->type, index);
      return bind_buffer(*buffer, index);
    }
    if (const auto* local = std::get_if<LocalSpec>(&spec.what)) {
      if (argument.kind != ArgumentKind::Local) refuse(spec, index, "is not local memory");
      return LocalBytes{
          static_cast<std::uint32_t>(std::min<std::uint64_t>(local->bytes, UINT32_MAX))};
    }
    if (argument.kind == ArgumentKind::Local) refuse(spec, index, "wants local:BYTES");
    if (argument.kind != ArgumentKind::Value)
      refuse(spec, index, "wants a buffer, for instance buffer:float:1024");
    return bind_value(spec, std::get<ValueSpec>(spec.what), index);
  }

  LaunchCheck check_outputs() const {
    LaunchCheck check;
    std::set<std::size_t> counted;  // of the buffers
    for (const Expectation& wanted : expectations_) {
      if (check.references.empty() || check.references.back() != wanted.reference) {
        check.references.push_back(wanted.reference);
      }
      const Bound& bound = buffers_[wanted.of];
      if (counted.insert(wanted.of).second) {
        check.values += wanted.content.size() / bound.spec.type.bytes();
      }
      if (check.wrong) continue;
      const auto wrong_value = compare_buffers(bound.spec.type, content_of(bound.buffer),
                                               wanted.content, wanted.tolerance);
      if (wrong_value)
        check.wrong = WrongBuffer{bound.buffer, described(bound.index), *wrong_value};
    }
    return check;
  }

  /// All buffers, as they are on another device.
  void expect(const ReferenceContents& reference) {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      expectations_.push_back({i, "as on " + reference.device,
                               reference.buffers.at(buffers_[i].index),
                               buffers_[i].spec.tolerance});
    }
  }

  std::vector<std::vector<std::byte>> contents() const {
    std::vector<std::vector<std::byte>> contents(kernel_.arguments.size());
    for (const Bound& bound : buffers_) contents[bound.index] = content_of(bound.buffer);
    return contents;
  }

  void write_outputs() const {
    for (const Bound& bound : buffers_) {
      const std::string& file = bound.spec.out_file;
      if (file.empty()) continue;
      const std::vector<std::byte> content = content_of(bound.buffer);
      const std::string raw(reinterpret_cast<const char*>(content.data()), content.size());
      write_output(file, is_text_file(file) ? as_text(bound.spec.type, content) : raw);
    }
  }

 private:
  struct Bound {
    Buffer buffer;
    BufferSpec spec;
    std::size_t index;  ///< of the argument
  };
  struct Expectation {
    std::size_t of;  ///< which of the buffers
    std::string reference;
    std::vector<std::byte> content;
    Tolerance tolerance;
  };

  std::string described(std::size_t index) const {
    return describe(kernel_.arguments[index], index);
  }

  std::vector<std::byte> content_of(const Buffer& buffer) const {
    std::vector<std::byte> content(buffer.size);
    device_.read(buffer, 0, content.data(), content.size());
    return content;
  }

  [[noreturn]] void refuse(const ArgumentSpec& spec, std::size_t index,
                           const std::string& why) const {
    throw Error(ErrorKind::Launch, "--arg " + spec.text + ": " + described(index) + " of kernel " +
                                       kernel_.name + " " + why);
  }

  /// Elements of the kernel's type; a buffer of bytes takes any.
  void check_elements(const ArgumentSpec& spec, const ValueType& type, std::size_t index) const {
    const auto wanted = element_type(kernel_.arguments[index].type_name);
    if (!wanted || type.bytes() == 1 || same_elements(type, *wanted)) return;
    refuse(spec, index,
           "wants elements of " + wanted->name + "; buffer:uchar takes bytes as they are");
  }

  ArgumentValue bind_buffer(const BufferSpec& spec, std::size_t index) {
    const Buffer buffer =
        spec.fill == BufferSpec::Fill::File ? from_file(spec) : generated(spec, index);
    if (!spec.out_file.empty()) require_writable(spec.out_file);
    buffers_.push_back({buffer, spec, index});
    if (!spec.expected_file.empty()) expect_file(spec.expected_file);
    return buffer;
  }

  /// What the latest buffer is to have. Read before the run, which may take long.
  void expect_file(const std::string& file) {
    const Bound& bound = buffers_.back();
    std::vector<std::byte> content = read_elements(bound.spec.type, file);
    if (content.size() != bound.buffer.size) {
      const std::uint64_t unit =
          content.size() % bound.spec.type.bytes() == 0 ? bound.spec.type.bytes() : 1;
      throw Error(ErrorKind::File,
                  fmt::format("{} has {} {}, and the buffer of {} has {}", file,
                              content.size() / unit, unit == 1 ? "bytes" : "elements",
                              described(bound.index), bound.buffer.size / unit));
    }
    Tolerance tolerance = bound.spec.tolerance;
    if (tolerance.kind == Tolerance::Kind::Bytes && is_text_file(file)) {
      tolerance.kind = Tolerance::Kind::Text;
    }
    expectations_.push_back({buffers_.size() - 1, "as in " + file, std::move(content), tolerance});
  }

  static std::vector<std::byte> read_elements(const ValueType& type, const std::string& file) {
    return is_text_file(file) ? parse_elements(type, read_text(file), file) : read_bytes(file);
  }

  /// Whole elements. Characters are those of a text file, not numbers in it.
  Buffer from_file(const BufferSpec& spec) {
    const bool characters = spec.type.bytes() == 1;
    const std::vector<std::byte> content =
        characters ? read_bytes(spec.in_file) : read_elements(spec.type, spec.in_file);
    if (content.size() % spec.type.bytes() != 0) {
      throw Error(ErrorKind::File,
                  fmt::format("{} ends within an element: it has {} bytes, and {} has {}",
                              spec.in_file, content.size(), spec.type.name, spec.type.bytes()));
    }
    const Buffer buffer = device_.allocate(content.size());
    device_.write(buffer, 0, content.data(), content.size());
    return buffer;
  }

  /// The machine may refuse the size, so it is asked before anything is generated. What it gives is
  /// zero.
  Buffer generated(const BufferSpec& spec, std::size_t index) {
    const Buffer buffer = device_.allocate(spec.count * spec.type.bytes());
    if (spec.fill == BufferSpec::Fill::Zero) return buffer;
    const std::vector<std::byte> content = initial_content(spec, seed_ * 1000003 + index);
    device_.write(buffer, 0, content.data(), content.size());
    return buffer;
  }

  ArgumentValue bind_value(const ArgumentSpec& spec, const ValueSpec& value,
                           std::size_t index) const {
    const KernelArgument& argument = kernel_.arguments[index];
    const std::string wanted = short_type_name(argument.type_name);
    const auto known = find_value_type(wanted);
    if (value.type.empty() && !known)
      refuse(spec, index, "has a type of its own; write TYPE:VALUE");
    if (known && !value.type.empty() && value.type != wanted) {
      refuse(spec, index, "wants a value of type " + wanted);
    }
    const ValueType type = known ? *known : *find_value_type(value.type);
    if (type.bytes() != argument.size) {
      refuse(spec, index,
             "has " + std::to_string(argument.size) + " bytes, but " + type.name + " has " +
                 std::to_string(type.bytes()));
    }
    return parse_value(type, value.text, "--arg " + spec.text);
  }

  Device& device_;
  const KernelInfo& kernel_;
  std::uint64_t seed_;
  std::vector<Bound> buffers_;
  std::vector<Expectation> expectations_;
};

const KernelInfo& choose_kernel(const Program& program, const std::string& name) {
  const std::vector<KernelInfo>& kernels = program.kernels();
  if (name.empty() && kernels.size() == 1) return kernels.front();
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels) {
    if (kernel.name == name) return kernel;
    names.push_back(kernel.name);
  }
  if (names.empty()) throw Error(ErrorKind::Launch, program.name() + " has no kernel");
  if (name.empty()) {
    throw Error(
        ErrorKind::Usage,
        program.name() + " has several kernels; choose one with --kernel: " + join(names, ", "));
  }
  throw Error(ErrorKind::Launch,
              program.name() + " has no kernel " + in_quotes(name) + suggestion(name, names));
}

/// The largest number up to the usual group size and `most` that divides `global`.
std::uint32_t usual_local_size(std::uint32_t global, std::uint32_t most) {
  std::uint32_t size = std::max(1U, std::min({global, kUsualGroupSize, most}));
  while (global % size != 0) --size;
  return size;
}

void fill(std::array<std::uint32_t, 3>& to, const std::vector<std::uint32_t>& from) {
  std::copy(from.begin(), from.end(), to.begin());
}

void check_argument_kinds(const KernelInfo& kernel) {
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    const ArgumentKind kind = kernel.arguments[i].kind;
    if (kind != ArgumentKind::Image && kind != ArgumentKind::Sampler) continue;
    throw Error(ErrorKind::Launch, describe(kernel.arguments[i], i) + " of kernel " + kernel.name +
                                       " can only be passed by OpenCL applications (lanefold "
                                       "exec)");
  }
}

void check_argument_count(const KernelInfo& kernel, std::size_t given) {
  if (given == kernel.arguments.size()) return;
  std::vector<std::string> wanted;
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    wanted.push_back(describe(kernel.arguments[i], i));
  throw Error(ErrorKind::Launch, "kernel " + kernel.name + " has " + std::to_string(wanted.size()) +
                                     " arguments, but " + std::to_string(given) +
                                     " --arg are given" +
                                     (wanted.empty() ? ""
                                                     : ": " + join(wanted, ", ") +
                                                           "; a buffer is --arg "
                                                           "buffer:TYPE:COUNT, a number --arg "
                                                           "NUMBER (lanefold run --help)"));
}

}  // namespace

NDRange range_of(const KernelInfo& kernel, const ProgramOptions& options,
                 std::uint32_t largest_group) {
  if (options.global.empty()) {
    throw Error(ErrorKind::Usage,
                "the kernel " + kernel.name + " wants --global, its number of work-items");
  }
  NDRange range;
  const std::vector<std::uint32_t> global = parse_extent("--global", options.global, 1);
  range.dimensions = static_cast<unsigned>(global.size());
  fill(range.global, global);
  if (!options.offset.empty()) fill(range.offset, parse_extent("--offset", options.offset, 0));
  if (!options.local.empty()) {
    const std::vector<std::uint32_t> local = parse_extent("--local", options.local, 1);
    if (local.size() != global.size()) {
      throw Error(ErrorKind::Usage, "--local " + options.local + " and --global " + options.global +
                                        " have different numbers of dimensions");
    }
    fill(range.local, local);
  } else if (kernel.required_work_group_size[0] != 0) {
    range.local = kernel.required_work_group_size;
  } else {
    range.local[0] = usual_local_size(range.global[0], largest_group);
  }
  return range;
}

namespace {

void refuse_idle_tolerance(const ArgumentSpec& spec, const ProgramOptions& options) {
  const auto* buffer = std::get_if<BufferSpec>(&spec.what);
  if (buffer == nullptr || buffer->tolerance.kind == Tolerance::Kind::Bytes) return;
  if (!buffer->expected_file.empty() || !options.against.empty()) return;
  throw Error(ErrorKind::Usage, "--arg " + spec.text +
                                    ": a tolerance is for a comparison: add expect=FILE, or "
                                    "--against");
}

/// Runs the kernel; the binder knows the buffers.
Binder launched(Device& device, const KernelInfo& kernel, const Program& program,
                const ProgramOptions& options, const NDRange& range) {
  check_argument_kinds(kernel);
  check_argument_count(kernel, options.arguments.size());
  Binder binder(device, kernel, options.seed);
  std::vector<ArgumentValue> values;
  for (std::size_t i = 0; i < options.arguments.size(); ++i) {
    const ArgumentSpec spec = parse_argument(options.arguments[i]);
    refuse_idle_tolerance(spec, options);
    values.push_back(binder.bind(spec, i));
  }
  device.launch(program, kernel.name, range, values);
  return binder;
}

}  // namespace

LaunchCheck launch_kernel(Device& device, const Program& program, const ProgramOptions& options,
                          const BufferOutputs& outputs) {
  const KernelInfo& kernel = choose_kernel(program, options.kernel);
  const NDRange range = range_of(kernel, options, device.max_work_group_size());
  Binder binder = launched(device, kernel, program, options, range);
  if (!outputs.wanted) return {};
  if (outputs.reference != nullptr) binder.expect(*outputs.reference);
  binder.write_outputs();
  return binder.check_outputs();
}

std::vector<std::vector<std::byte>> buffers_after(Device& device, const Program& program,
                                                  const ProgramOptions& options,
                                                  std::uint32_t largest_group) {
  const KernelInfo& kernel = choose_kernel(program, options.kernel);
  const NDRange range = range_of(kernel, options, largest_group);
  return launched(device, kernel, program, options, range).contents();
}

}  // namespace lanefold
