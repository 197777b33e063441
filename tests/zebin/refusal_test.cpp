// SPDX-License-Identifier: Apache-2.0
// Files that are not loaded: one sentence for each, and no harm by random damage.
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/zebin/sample.h"
#include "tests/zebin/zebin_builder.h"

namespace lanefold::gen8 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Bytes = std::vector<std::byte>;

std::string refusal_of(const Bytes& file) {
  return refusal(ErrorKind::Program, [&] { load_zebin(file, "x.bin"); });
}

std::string refusal_of_info(const std::string& info) { return refusal_of(file_with_info(info)); }

TEST(ZebinRefusal, NamesWhatIsWrongInZeInfo) {
  struct Case {
    const char* part;
    const char* by;
    const char* sentence;
  };
  constexpr Case kCases[] = {
      {"simd_size: 16", "simd_size: 1",
       "kernel 'k': execution_env: simd_size is 1; valid: 8, 16, 32"},
      {"      simd_size: 16\n", "", "kernel 'k': execution_env: simd_size is missing"},
      {"grf_count: 128", "grf_count: 256",
       "kernel 'k': execution_env: grf_count is 256; Gen8 has 128"},
      {"slm_size: 64", "slm_size: many",
       "kernel 'k': execution_env: slm_size is not a number from 0 to 2147483647"},
      {"slm_size: 64", "slm_size: -1",
       "kernel 'k': execution_env: slm_size is not a number from 0 to 2147483647"},
      {"slm_size: 64", "has_stack_calls: true",
       "kernel 'k': execution_env: it calls functions by a stack, which this model does not have; "
       "recursion needs it"},
      {"slm_size: 64", "has_stack_calls: maybe",
       "kernel 'k': execution_env: has_stack_calls is 'maybe'; valid: true, false"},
      {"[ 16, 2, 1 ]", "[ 16, 2 ]",
       "kernel 'k': execution_env: required_work_group_size is not three numbers"},
      {"arg_type: arg_byvalue", "arg_type: arg_by_wire",
       "kernel 'k': payload argument 3: arg_type 'arg_by_wire' is not supported; valid: "
       "global_id_offset, local_size, enqueued_local_size, group_count, global_size, "
       "work_dimensions, arg_byvalue, arg_bypointer, buffer_address, buffer_offset, "
       "private_base_stateless, printf_buffer"},
      {"addrspace: global", "addrspace: generic",
       "kernel 'k': payload argument 1: addrspace 'generic' is not supported; valid: global, "
       "constant, local"},
      {"addrspace: global", "addrspace: image",
       "kernel 'k': payload argument 1: images and samplers need core.isa=riscv, for the model has "
       "no sampler of Gen8"},
      {"arg_type: arg_byvalue", "arg_type: sampler_snap_wa",
       "kernel 'k': payload argument 3: images and samplers need core.isa=riscv, for the model has "
       "no sampler of Gen8"},
      {"addrmode: stateless", "addrmode: bindless",
       "kernel 'k': payload argument 2: addrmode 'bindless' is not supported; valid: stateless, "
       "stateful, slm"},
      {"addrmode: stateless", "addrmode: slm",
       "kernel 'k': payload argument 2: addrmode slm belongs to addrspace local, and no other"},
      {"offset: 16\n        size: 4", "offset: 16\n        size: 8",
       "kernel 'k': payload argument 2: 8 bytes are no valid size of arg_bypointer"},
      {"offset: 20", "offset: 3980",
       "kernel 'k': payload argument 3: 4 bytes at 3980 do not fit into a thread's registers"},
      {"offset: 20", "offset: {}",
       "kernel 'k': payload argument 3: offset is not a number from 0 to 2147483647"},
      {"arg_index: 1\n", "arg_index: 5000\n",
       "kernel 'k': payload argument 3: arg_index is 5000; valid: 0 to 1023"},
      {"arg_index: 1\n", "arg_index: 4\n", "kernel 'k': nothing says what argument 3 of 5 is"},
      {"size: 96", "size: 80",
       "kernel 'k': per-thread payload argument 0: valid is one local_id at offset 0, of 32, 64 "
       "or 96 bytes"},
      {"arg_type: local_id", "arg_type: packed_local_ids",
       "kernel 'k': per-thread payload argument 0: arg_type 'packed_local_ids' is not supported; "
       "valid: local_id"},
      {"bti_value: 3", "bti_value: 254",
       "kernel 'k': binding table entry 0: bti_value is 254; valid: 0 to 239"},
      {"type: scratch", "type: slm",
       "kernel 'k': memory of a thread 0: type 'slm' is not supported; valid: global, scratch"},
      {"type: global\n", "type: scratch\n",
       "kernel 'k': memory of a thread 1: a second memory of this type; one of each is valid"},
      {"size: 2048", "size: 4194304",
       "kernel 'k': memory of a thread 0: size is 4194304; valid: 0 to 2097152"},
      {"address_qualifier: __global", "address_qualifier: __remote",
       "kernel 'k': argument 0: address_qualifier '__remote' is not supported; valid: __global, "
       "__constant, __local, __private, NONE"},
      {"kernels:\n", "kernels: 3\nother:\n", ".ze_info: kernels is not a list"},
      {"  - name: k\n    args", "  - 7\n    args", ".ze_info is not YAML: line "},
      {"    execution_env:\n", "    something: 1\n    other:\n",
       "kernel 'k': execution_env is missing"},
      {"version: '1.20'", "version: '1.20", ".ze_info is not YAML: line "},
  };
  for (const Case& each : kCases) {
    EXPECT_THAT(refusal_of_info(replaced(example_info(), each.part, each.by)),
                StartsWith(std::string("x.bin: ") + each.sentence))
        << each.by;
  }
  EXPECT_THAT(refusal_of_info("just a text"), StartsWith("x.bin: .ze_info: not a mapping"));
  EXPECT_THAT(refusal_of_info(std::string(100000, '[')), StartsWith("x.bin: .ze_info"));
}

TEST(ZebinRefusal, NamesWhatIsWrongInTheFile) {
  EXPECT_EQ(refusal_of({}), "x.bin: not an ELF file, or a truncated one");
  EXPECT_EQ(refusal_of(Bytes(100)), "x.bin: not an ELF file, or a truncated one");
  ZebinBuilder other;
  other.machine = EM_RISCV;
  EXPECT_EQ(refusal_of(other.file()),
            "x.bin: not a program for Intel's GPU: machine 243, where 205 is needed");
  EXPECT_FALSE(is_zebin(other.file()));
  const ZebinBuilder empty;
  EXPECT_TRUE(is_zebin(empty.file()));
  EXPECT_EQ(refusal_of(empty.file()),
            "x.bin: section .ze_info is missing; compile with ocloc's option --format zebin");
  Bytes wide = empty.file();
  wide[EI_CLASS] = std::byte{ELFCLASS64};
  EXPECT_THAT(refusal_of(wide), StartsWith("x.bin: "));
}

TEST(ZebinRefusal, NamesWhatIsWrongWithCode) {
  const auto sentence = [](const char* section, const std::string& code) {
    ZebinBuilder builder;
    builder.add(section, code);
    builder.add(".ze_info", example_info());
    return refusal_of(builder.file());
  };
  EXPECT_EQ(sentence(".text.other", end_of_thread()),
            "x.bin: kernel 'k' has no code: no section '.text.k'");
  EXPECT_EQ(sentence(".text.k", ""), "x.bin: the code of kernel 'k' has no end");
  EXPECT_EQ(sentence(".text.k", std::string(64, '\0')), "x.bin: the code of kernel 'k' has no end");
  EXPECT_EQ(sentence(".text.k", end_of_thread().substr(0, 15)),
            "x.bin: the code of kernel 'k' has no end");
}

/// A kernel whose code has one relocation.
Bytes relocated(std::uint32_t type, std::uint32_t offset, const char* data, std::uint32_t value) {
  ZebinBuilder builder;
  builder.add(".text.k", end_of_thread() + std::string(16, '\0'));
  const unsigned section = builder.add(data, std::string(8, 'x'));
  builder.add(".ze_info", example_info());
  const unsigned strings = builder.add(".strtab", std::string("\0table\0", 7), SHT_STRTAB);
  Elf32_Sym symbol{};
  symbol.st_name = 1;
  symbol.st_value = value;
  symbol.st_shndx = static_cast<std::uint16_t>(section);
  const unsigned table =
      builder.add(".symtab", ZebinBuilder::as_text(Elf32_Sym{}) + ZebinBuilder::as_text(symbol),
                  SHT_SYMTAB, strings);
  Elf32_Rel relocation{};
  relocation.r_offset = offset;
  relocation.r_info = ELF32_R_INFO(1, type);
  builder.add(".rel.text.k", ZebinBuilder::as_text(relocation), SHT_REL, table);
  return builder.file();
}

TEST(ZebinRefusal, NamesWhatIsWrongWithRelocations) {
  const Zebin good = load_zebin(relocated(2, 8, ".data.global", 4), "x.bin");
  ASSERT_EQ(good.kernels.at(0).code.relocations.size(), 1U);
  const Relocation& relocation = good.kernels[0].code.relocations[0];
  EXPECT_EQ(relocation.offset, 8U);
  EXPECT_EQ(relocation.kind, RelocationKind::Low32);
  EXPECT_EQ(relocation.section, DataSection::Global);
  EXPECT_EQ(relocation.target, 4U);
  EXPECT_EQ(refusal_of(relocated(4, 8, ".data.const", 0)),
            "x.bin: relocation 0 of section '.text.k' has type 4; valid: 1 to 3");
  EXPECT_EQ(refusal_of(relocated(1, 8, ".text.function", 0)),
            "x.bin: relocation 0 of section '.text.k' needs an address in section "
            "'.text.function', which is no data of the program");
  EXPECT_EQ(refusal_of(relocated(1, 28, ".data.const", 0)),
            "x.bin: relocation 0 of section '.text.k' is beyond its end: offset 28 of 32 bytes");
  EXPECT_EQ(refusal_of(relocated(2, 14, ".data.const", 0)),
            "x.bin: a relocation of kernel 'k' is behind its code");
  EXPECT_EQ(refusal_of(relocated(1, 8, ".data.const.string", 9)),
            "x.bin: relocation 0 of section '.text.k' needs byte 9 of '.data.const.string', which "
            "has 8 bytes");
}

/// Loads or refuses; anything but Error(Program) fails the test.
bool loads(const Bytes& file) {
  try {
    load_zebin(file, "x.bin");
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Program) << error.what();
    EXPECT_THAT(error.what(), StartsWith("x.bin: "));
    return false;
  }
}

TEST(ZebinRefusal, IsOfEveryTruncation) {
  const Bytes sample = sample_file("tests/zebin/sample.bin");
  for (std::size_t size = 0; size < sample.size(); size += 7) {
    // Whatever is missing: the table of sections is at the end.
    EXPECT_FALSE(loads({sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(size)}))
        << size;
  }
}

TEST(ZebinRefusal, OrALoadFollowsRandomDamage) {
  struct Case {
    Bytes file;
    unsigned count;
  };
  const Case cases[] = {{sample_file("tests/zebin/sample.bin"), 400},
                        {relocated(1, 8, ".data.const", 4), 2600}};
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (const Case& each : cases) {
    unsigned refused = 0;
    for (unsigned i = 0; i < each.count; ++i) {
      Bytes damaged = each.file;
      for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
        damaged[random() % damaged.size()] ^= static_cast<std::byte>(1U << random() % 8);
      }
      if (!loads(damaged)) ++refused;
    }
    EXPECT_GT(refused, each.count / 20);
  }
}

}  // namespace
}  // namespace lanefold::gen8
