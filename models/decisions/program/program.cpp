// SPDX-License-Identifier: Apache-2.0
// From an ELF file to a program: loading, predecoding, control flow, counting.
#include "lanefold/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <string_view>
#include <utility>

#include "decisions/program/barriers.h"
#include "decisions/program/elf_file.h"
#include "decisions/program/kernel_table.h"
#include "decisions/program/program_image.h"
#include "lanefold/compiler.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "lanefold/program_hash.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLargestImage = 64U << 20;

class Loader {
 public:
  Loader(const std::vector<std::byte>& file, const std::string& name)
      : elf_(file, name), image_(std::make_unique<ProgramImage>()) {
    image_->elf = file;
  }

  std::unique_ptr<const ProgramImage> load() {
    read_kernel_table();
    // A program of helper functions only is valid, and the linker leaves nothing of it.
    if (image_->kernels.empty()) return std::move(image_);
    load_segments();
    read_local_sizes();
    find_entries();
    image_->prints = elf_.symbol(std::string(kPrintfSymbol)).has_value();
    read_code();
    std::vector<std::uint32_t> starts = image_->entries;
    starts.insert(starts.end(), elf_.functions().begin(), elf_.functions().end());
    named([&] { image_->flow = analyse_control_flow(image_->code, code_begin_, starts); });
    count_blocks();
    find_exchanges();
    return std::move(image_);
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw Error(ErrorKind::Program, fmt::format("{}: {}", elf_.name(), reason));
  }

  /// Puts the program's name in front of what `action` has to say.
  template <class Action>
  void named(Action&& action) const {
    try {
      action();
    } catch (const Error& error) {
      refuse(error.what());
    }
  }

  void load_segments() {
    std::uint32_t begin = ~0U;
    std::uint32_t end = 0;
    for (const ElfSegment& segment : elf_.segments()) {
      if (segment.address >= kLocalBase) {
        place_local(segment);
        continue;
      }
      check_constant(segment);
      begin = std::min(begin, segment.address);
      end = std::max(end, segment.address + segment.memory_size);
    }
    if (begin >= end) refuse("has no code");
    if (end - begin > kLargestImage) {
      refuse(fmt::format("code and constants span {} bytes; the machine takes {}", end - begin,
                         kLargestImage));
    }
    image_->begin = begin;
    image_->bytes.resize(end - begin);
    for (const ElfSegment& segment : elf_.segments()) {
      if (segment.address >= kLocalBase || segment.file_size == 0) continue;
      std::memcpy(image_->bytes.data() + (segment.address - begin), segment.data,
                  segment.file_size);
    }
  }

  void place_local(const ElfSegment& segment) {
    if (segment.file_size != 0) refuse("initialises local memory, which OpenCL C does not allow");
    const std::uint64_t end = std::uint64_t{segment.address} + segment.memory_size - kLocalBase;
    local_bytes_ = std::max(local_bytes_, end);
  }

  /// The linker script leaves __local variables out of all segments; symbols give their sizes. A
  /// program that another version has linked has one layout for all kernels.
  void read_local_sizes() {
    const std::uint64_t common = elf_.symbol(std::string(kLocalBytesSymbol)).value_or(0);
    for (KernelInfo& kernel : image_->kernels) {
      const auto own = elf_.symbol(local_bytes_symbol(kernel.name));
      const std::uint64_t bytes = std::max<std::uint64_t>(own ? *own : common, local_bytes_);
      if (bytes > kLocalWindowBytes) {
        refuse(fmt::format("the __local variables of kernel {} take {} bytes; {} are addressable",
                           kernel.name, bytes, kLocalWindowBytes));
      }
      kernel.local_bytes = static_cast<std::uint32_t>(bytes);
    }
  }

  void check_constant(const ElfSegment& segment) {
    if (segment.address < kCodeBase || segment.address + segment.memory_size > kGlobalBase ||
        segment.address + segment.memory_size < segment.address) {
      refuse(
          fmt::format("a segment at {:#010x} lies outside of the program's part of memory, "
                      "{:#010x} to {:#010x}",
                      segment.address, kCodeBase, kGlobalBase));
    }
    if (segment.writable && segment.file_size != 0) {
      refuse("has writable data, which OpenCL C 1.2 does not allow");
    }
    if (!segment.executable) return;
    if (code_bytes_ != 0) refuse("has more than one executable segment");
    if (segment.address % 4 != 0) refuse("its code is not aligned to 4 bytes");
    code_begin_ = segment.address;
    code_bytes_ = segment.file_size / 4 * 4;
  }

  void read_kernel_table() {
    const auto section = elf_.section(std::string(kKernelTableSection));
    if (!section) {
      refuse(fmt::format("has no kernel table (section {}); compile it with lanefold",
                         kKernelTableSection));
    }
    named([&] {
      KernelTable table = lanefold::read_kernel_table(section->data, section->size);
      image_->kernels = std::move(table.kernels);
      for (auto& [function, areas] : table.spills) {
        if (const auto pc = elf_.symbol(function)) image_->spills.emplace(*pc, std::move(areas));
      }
    });
  }

  void find_entries() {
    for (const KernelInfo& kernel : image_->kernels) {
      const auto entry = elf_.symbol(kernel.entry_symbol);
      const bool inside =
          entry && *entry % 4 == 0 && *entry >= code_begin_ && *entry - code_begin_ < code_bytes_;
      if (!inside) {
        refuse(fmt::format("kernel {} has no entry point {} in the code", kernel.name,
                           kernel.entry_symbol));
      }
      image_->entries.push_back(*entry);
    }
  }

  void read_code() {
    std::vector<std::uint32_t> words(code_bytes_ / 4);
    std::memcpy(words.data(), image_->bytes.data() + (code_begin_ - image_->begin), code_bytes_);
    decode_code(words, code_begin_, *image_);
  }

  void count_blocks() {
    for (const BlockFlow& block : image_->flow.blocks) {
      const Instruction* code = image_->code.data();
      image_->counts.push_back(count_instructions(code + block.first, code + block.last));
    }
  }

  void find_exchanges() {
    const auto& code = image_->code;
    if (std::none_of(code.begin(), code.end(), reads_sub_group_exchange)) return;
    for (std::size_t i = 0; i < image_->kernels.size(); ++i) {
      image_->kernels[i].exchanges_in_sub_groups =
          reaches_sub_group_exchange(*image_, image_->entries[i]);
    }
  }

  ElfFile elf_;
  std::unique_ptr<ProgramImage> image_;
  std::uint32_t code_begin_ = 0;
  std::uint32_t code_bytes_ = 0;
  std::uint64_t local_bytes_ = 0;  ///< of segments in local memory
};

/// Rows that instructions can read or write.
RegisterSet rows_of(const std::vector<Instruction>& code, const FloatTraits& traits) {
  RegisterSet rows;
  rows.set(0);
  rows.set(kSinkRow);
  for (const Instruction& one : code) {
    for (const std::uint8_t row : {one.rd, one.rs1, one.rs2, one.rs3}) rows.set(row);
  }
  if (!traits.has_double) return rows;
  for (unsigned row = kFloatRow; row < kFloatHighRow; ++row) {
    if (rows.test(row)) rows.set(row - kFloatRow + kFloatHighRow);
  }
  return rows;
}

}  // namespace

void decode_code(const std::vector<std::uint32_t>& words, std::uint32_t base, ProgramImage& image) {
  image.code.reserve(words.size());
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    image.code.push_back(decode(words[i], base + 4 * i));
    observe(image.code.back(), image.traits);
  }
  image.rows = rows_of(image.code, image.traits);
  for (Instruction& instruction : image.code) {
    instruction.execute = lane_function(instruction, image.traits);
  }
}

std::uint64_t next_program_number() {
  static std::atomic<std::uint64_t> next{0};
  return ++next;
}

BlockCounts count_instructions(const Instruction* first, const Instruction* last) {
  BlockCounts counts;
  for (const Instruction* instruction = first; instruction <= last; ++instruction) {
    ++counts.instructions;
    if (instruction->unit == Unit::Send) {
      ++counts.send;
      continue;
    }
    ++(instruction->unit == Unit::Em ? counts.em : counts.fpu);
    ++(instruction->operand_bits == 64 ? counts.alu_64 : counts.alu_32);
  }
  return counts;
}

Program::Program(std::string name, std::unique_ptr<const ProgramImage> image)
    : name_(std::move(name)), image_(std::move(image)) {}

Program::Program(std::string name, std::shared_ptr<const gen8::Zebin> zebin,
                 std::vector<KernelInfo> kernels, std::vector<std::byte> file,
                 std::vector<std::string> warnings)
    : name_(std::move(name)),
      zebin_(std::move(zebin)),
      kernels_(std::move(kernels)),
      file_(std::move(file)),
      warnings_(std::move(warnings)) {}

Program::~Program() = default;

const std::vector<std::byte>& Program::file() const {
  return image_ != nullptr ? image_->elf : file_;
}

std::size_t hash_of_program(const std::vector<std::byte>& file) {
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(file.data()), file.size()});
}

const std::vector<KernelInfo>& Program::kernels() const {
  return image_ != nullptr ? image_->kernels : kernels_;
}

const KernelInfo& Program::kernel(const std::string& name) const {
  for (const KernelInfo& kernel : kernels()) {
    if (kernel.name == name) return kernel;
  }
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels()) names.push_back(kernel.name);
  throw Error(ErrorKind::Launch,
              fmt::format("{} has no kernel '{}'; it has: {}", name_, name,
                          names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

const ProgramImage& Program::image() const {
  if (image_ != nullptr) return *image_;
  throw Error(ErrorKind::Launch,
              fmt::format("{} is code of Gen8; this machine executes RISC-V (core.isa)", name_));
}

const std::shared_ptr<const gen8::Zebin>& Program::zebin() const {
  if (zebin_ != nullptr) return zebin_;
  throw Error(ErrorKind::Launch,
              fmt::format("{} is code of RISC-V; this machine executes Gen8 (core.isa)", name_));
}

std::shared_ptr<const Program> load_program(const std::vector<std::byte>& elf,
                                            const std::string& name) {
  return std::make_shared<const Program>(name, Loader(elf, name).load());
}

}  // namespace lanefold
