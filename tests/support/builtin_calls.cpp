// SPDX-License-Identifier: Apache-2.0
#include "tests/support/builtin_calls.h"

#include <fmt/format.h>

#include <sstream>

namespace lanefold {
namespace {

const std::vector<BuiltinFamily> kFloatFamilies = {
    {"acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp "
     "exp2 exp10 expm1 fabs floor ilogb lgamma log log2 log10 log1p logb rint round rsqrt sin sinh "
     "sinpi sqrt tan tanh tanpi tgamma trunc degrees radians sign isfinite isinf isnan isnormal "
     "signbit",
     "G"},
    {"atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder "
     "max min step isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater "
     "isordered isunordered",
     "G G"},
    {"fma mad clamp mix smoothstep bitselect", "G G G"},
    {"pown rootn ldexp", "G N"},
    {"fract modf sincos", "G P"},
    {"frexp lgamma_r", "G Q"},
    {"remquo", "G G Q"},
    {"select", "G G I"},
    {"select", "G G U"},
    {"nan", "U"},
    {"fmax fmin max min", "G S", true},
    {"clamp", "G S S", true},
    {"mix", "G G S", true},
    {"step", "S G", true},
    {"smoothstep", "S S G", true},
    {"ldexp", "G int", true}};

const std::vector<BuiltinFamily> kSingleFamilies = {
    {"half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_recip half_rsqrt "
     "half_sin half_sqrt half_tan native_cos native_exp native_exp2 native_exp10 native_log "
     "native_log2 native_log10 native_recip native_rsqrt native_sin native_sqrt native_tan",
     "G"},
    {"half_divide half_powr native_divide native_powr", "G G"}};

const std::vector<BuiltinFamily> kIntegerFamilies = {
    {"abs clz popcount", "G"},
    {"abs_diff add_sat hadd max min mul_hi rhadd rotate sub_sat", "G G"},
    {"clamp mad_hi mad_sat bitselect", "G G G"},
    {"select", "G G I"},
    {"select", "G G U"},
    {"max min", "G S", true},
    {"clamp", "G S S", true}};

const char* const kWidths[] = {"", "2", "3", "4", "8", "16"};
const char* const kRoundings[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
const char* const kTypes[] = {"char", "uchar", "short", "ushort", "int",
                              "uint", "long",  "ulong", "float",  "double"};

const std::vector<BuiltinType> kIntegers = {
    {"char", "char", "uchar"},     {"uchar", "char", "uchar"}, {"short", "short", "ushort"},
    {"ushort", "short", "ushort"}, {"int", "int", "uint"},     {"uint", "int", "uint"},
    {"long", "long", "ulong"},     {"ulong", "long", "ulong"}};
const BuiltinType kFloat = {"float", "int", "uint"};
const BuiltinType kDouble = {"double", "long", "ulong"};
const BuiltinType kHalf = {"half", "short", "ushort"};

std::string argument_of(const std::string& letter, const BuiltinType& type,
                        const std::string& width, const std::string& space) {
  const auto value = [&](const std::string& name) { return "*(global " + name + "*)m"; };
  if (letter == "G") return value(type.name + width);
  if (letter == "S") return value(type.name);
  if (letter == "I") return value(type.signed_name + width);
  if (letter == "U") return value(type.unsigned_name + width);
  if (letter == "N") return value("int" + width);
  const std::string pointee = (letter == "P" ? type.name : "int") + width;
  if (letter == "P" || letter == "Q") return "(" + space + " " + pointee + "*)" + space[0];
  return value(letter);
}

/// Calls of a family's functions with one type and width; pointers in every address space.
std::string calls(const BuiltinFamily& family, const BuiltinType& type, const std::string& width) {
  if (family.vectors_only && width.empty()) return "";
  const bool pointer = std::string(family.arguments).find_first_of("PQ") != std::string::npos;
  std::string text;
  std::istringstream names(family.names);
  for (std::string name; names >> name;) {
    for (const char* space : {"global", "local", "private"}) {
      std::string arguments;
      std::istringstream letters(family.arguments);
      for (std::string letter; letters >> letter;) {
        if (!arguments.empty()) arguments += ", ";
        arguments += argument_of(letter, type, width, space);
      }
      // Used, or a function without side effects would not be called at all.
      text += fmt::format("  {{ __typeof__({0}({1})) r = {0}({1}); m[1] += *(char*)&r; }}\n", name,
                          arguments);
      if (!pointer) break;
    }
  }
  return text;
}

std::string all_calls(const std::vector<BuiltinFamily>& families, const BuiltinType& type) {
  std::string text;
  for (const BuiltinFamily& family : families) {
    for (const char* width : kWidths) text += calls(family, type, width);
  }
  return text;
}

/// Those that give a value of the type.
std::string sub_group_calls(const std::string& type) {
  std::string text = fmt::format("  sub_group_broadcast(({})m[0], 1);\n", type);
  for (const char* kind : {"reduce", "scan_inclusive", "scan_exclusive"}) {
    for (const char* operation : {"add", "min", "max"}) {
      text += fmt::format("  sub_group_{}_{}(({})m[0]);\n", kind, operation, type);
    }
  }
  return text;
}

}  // namespace

const std::vector<BuiltinFamily>& float_families() { return kFloatFamilies; }
const std::vector<BuiltinFamily>& single_families() { return kSingleFamilies; }
const std::vector<BuiltinFamily>& integer_families() { return kIntegerFamilies; }

std::string float_calls() {
  return all_calls(kFloatFamilies, kFloat) + all_calls(kSingleFamilies, kFloat);
}

std::string double_calls() { return all_calls(kFloatFamilies, kDouble); }

/// In a program that enables cl_khr_fp16.
std::string half_calls() {
  std::string text = all_calls(kFloatFamilies, kHalf);
  for (const std::string width : kWidths) {
    for (const char* mode : kRoundings) {
      for (const char* type : kTypes) {
        text += fmt::format("  *(global half{0}*)m = convert_half{0}{1}(*(global {2}{0}*)m);\n",
                            width, mode, type);
        text += fmt::format("  *(global {2}{0}*)m = convert_{2}{0}{1}(*(global half{0}*)m);\n",
                            width, mode, type);
      }
    }
    if (width.empty()) continue;
    text += fmt::format("  vstore{0}(vload{0}(1, (constant half*)c), 2, (local half*)l);\n", width);
    text += fmt::format("  vstore{0}(vload{0}(1, (global half*)g), 2, (private half*)p);\n", width);
    text += fmt::format(
        "  async_work_group_copy((local half{0}*)l, (const global half{0}*)g, 4, 0);\n", width);
  }
  for (const char* width : {"", "2", "3", "4"}) {
    for (const char* function : {"dot", "distance"}) {
      text += fmt::format("  {1}(*(global half{0}*)m, *(global half{0}*)m);\n", width, function);
    }
    text +=
        fmt::format("  length(*(global half{0}*)m);\n  normalize(*(global half{0}*)m);\n", width);
  }
  text +=
      "  cross(*(global half3*)m, *(global half3*)m);\n"
      "  shuffle2(*(global half4*)m, *(global half4*)m, *(global ushort8*)m);\n";
  return text + sub_group_calls("half");
}

std::string integer_calls() {
  std::string text;
  for (const BuiltinType& type : kIntegers) text += all_calls(kIntegerFamilies, type);
  for (const char* type : {"int", "uint"}) {
    for (const char* width : kWidths) {
      const BuiltinType same{type, type, type};
      text += calls({"mul24", "G G"}, same, width) + calls({"mad24", "G G G"}, same, width);
    }
  }
  for (const BuiltinType& type : {kIntegers[0], kIntegers[2], kIntegers[4], kIntegers[6]}) {
    for (const char* width : kWidths) text += calls({"any all", "G"}, type, width);
  }
  for (const char* width : kWidths) {
    for (std::size_t i = 0; i < 6; ++i) {
      text += calls({"upsample", "G U"}, kIntegers[i], width);
    }
  }
  return text;
}

std::string conversion_calls() {
  std::string text;
  for (const std::string to : kTypes) {
    const bool real = to == "float" || to == "double";
    for (const std::string from : kTypes) {
      for (const std::string width : kWidths) {
        // All widths are made from the scalar in the same way, whatever that converts from.
        if (from != "int" && !width.empty() && width != "3") continue;
        for (const char* mode : kRoundings) {
          for (const char* saturation : {"", "_sat"}) {
            if (real && *saturation != '\0') continue;
            text +=
                fmt::format("  *(global {0}{1}*)m = convert_{0}{1}{2}{3}(*(global {4}{1}*)m);\n",
                            to, width, saturation, mode, from);
          }
        }
      }
    }
  }
  return text;
}

std::string vector_data_calls() {
  std::string text;
  for (const char* type : kTypes) {
    for (const char* width : {"2", "3", "4", "8", "16"}) {
      for (const char* space : {"global", "local", "private"}) {
        text += fmt::format("  vstore{1}(vload{1}(1, ({2} {0}*){3}), 2, ({2} {0}*){3});\n", type,
                            width, space, *space);
      }
      text += fmt::format("  vstore{1}(vload{1}(1, (constant {0}*)c), 2, (global {0}*)g);\n", type,
                          width);
    }
  }
  for (const std::string width : kWidths) {
    for (const std::string form : {"", "a"}) {
      if (width.empty() && form == "a") continue;
      const std::string load = "vload" + form + "_half" + width;
      text += fmt::format("  vstore_half{0}({1}(1, (constant half*)c), 1, (global half*)g);\n",
                          width, load);
      for (const char* space : {"global", "local", "private"}) {
        for (const std::string mode : kRoundings) {
          // Addresses and rounding do not depend on each other.
          if (*space != 'g' && !mode.empty()) continue;
          const std::string store = "vstore" + form + "_half" + width + mode;
          text += fmt::format(
              "  {0}({1}(1, ({2} half*){3}), 1, ({2} half*){3});\n"
              "  {0}(*(global double{4}*)m, 1, ({2} half*){3});\n",
              store, load, space, *space, width);
        }
      }
    }
  }
  for (const char* from : {"2", "4", "8", "16"}) {
    for (const char* to : {"2", "4", "8", "16"}) {
      text += fmt::format("  shuffle(*(global int{0}*)m, *(global uint{1}*)m);\n", from, to);
      text += fmt::format(
          "  shuffle2(*(global char{0}*)m, *(global char{0}*)m, *(global uchar{1}*)m);\n", from,
          to);
    }
  }
  return text + "  m[0] = vec_step(float3);\n";
}

namespace {

struct ImageType {
  const char* name;   ///< image2d_t without its end
  const char* texel;  ///< type of integer coordinates
  const char* point;  ///< of floats; empty: takes no sampler
  const char* queries;
};

constexpr ImageType kImages[] = {{"1d", "int", "float", ""},
                                 {"1d_buffer", "int", "", ""},
                                 {"1d_array", "int2", "float2", "array_size"},
                                 {"2d", "int2", "float2", "height dim"},
                                 {"2d_array", "int4", "float4", "height dim array_size"},
                                 {"3d", "int4", "float4", "height dim depth"}};

}  // namespace

std::string image_parameters() {
  std::string text = "sampler_t s";
  for (const ImageType& type : kImages) {
    text += fmt::format(", read_only image{0}_t r{0}, write_only image{0}_t w{0}", type.name);
  }
  return text;
}

std::string image_calls() {
  std::string text;
  for (const ImageType& type : kImages) {
    for (const char* suffix : {"f", "i", "ui", "h"}) {
      text += fmt::format("  write_image{0}(w{1}, ({2})(0), read_image{0}(r{1}, ({2})(0)));\n",
                          suffix, type.name, type.texel);
      for (const std::string at : {type.texel, type.point}) {
        if (*type.point == '\0') continue;
        text += fmt::format("  read_image{}(r{}, s, ({})(0));\n", suffix, type.name, at);
      }
    }
    std::istringstream queries(std::string("width channel_data_type channel_order ") +
                               type.queries);
    for (std::string query; queries >> query;) {
      text += fmt::format("  get_image_{0}(r{1}); get_image_{0}(w{1});\n", query, type.name);
    }
  }
  return text;
}

std::string synchronisation_calls() {
  std::string text =
      "  event_t e = 0;\n  wait_group_events(1, &e);\n  prefetch((global int*)g, 1);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
      "  mem_fence(CLK_LOCAL_MEM_FENCE);\n  read_mem_fence(CLK_LOCAL_MEM_FENCE);\n"
      "  write_mem_fence(CLK_GLOBAL_MEM_FENCE);\n  get_work_dim();\n"
      "  m[0] = printf(\"%d %v3f\", 1, *(global float3*)m);\n";
  for (const char* name : {"global_id", "local_id", "group_id", "global_size", "local_size",
                           "num_groups", "global_offset"}) {
    text += fmt::format("  get_{}(m[0]);\n", name);
  }
  for (const char* name : {"sub_group_size", "max_sub_group_size", "num_sub_groups",
                           "enqueued_num_sub_groups", "sub_group_id", "sub_group_local_id"}) {
    text += fmt::format("  get_{}();\n", name);
  }
  text +=
      "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n  sub_group_all(m[0]);\n"
      "  sub_group_any(m[0]);\n";
  for (const char* type : {"int", "uint", "long", "ulong", "float", "double"}) {
    text += sub_group_calls(type);
  }
  for (const char* type : {"uchar", "int", "uint", "float"}) {
    text += fmt::format("  load_snoop((const global {0}*)g, ({0}*)&e);\n", type);
  }
  for (const char* type : {"char", "float", "int3", "double2", "float16"}) {
    text += fmt::format(
        "  async_work_group_copy((local {0}*)l, (const global {0}*)g, 4, e);\n"
        "  async_work_group_copy((global {0}*)g, (const local {0}*)l, 4, e);\n"
        "  async_work_group_strided_copy((local {0}*)l, (const global {0}*)g, 4, 2, e);\n"
        "  async_work_group_strided_copy((global {0}*)g, (const local {0}*)l, 4, 2, e);\n",
        type);
  }
  for (const char* space : {"global", "local"}) {
    for (const char* type : {"int", "uint"}) {
      for (const char* prefix : {"atom", "atomic"}) {
        for (const char* name : {"add", "sub", "xchg", "min", "max", "and", "or", "xor"}) {
          text += fmt::format("  {}_{}(({} {}*){}, 1);\n", prefix, name, space, type, *space);
        }
        text += fmt::format(
            "  {0}_inc(({1} {2}*){3});\n  {0}_dec(({1} {2}*){3});\n"
            "  {0}_cmpxchg(({1} {2}*){3}, 1, 2);\n",
            prefix, space, type, *space);
      }
    }
    text += fmt::format("  atomic_xchg(({} float*){}, 1.0f);\n", space, *space);
  }
  for (const char* type : {"float", "double"}) {
    for (const char* width : {"", "2", "3", "4"}) {
      text += fmt::format(
          "  dot(*(global {0}{1}*)m, *(global {0}{1}*)m);\n"
          "  distance(*(global {0}{1}*)m, *(global {0}{1}*)m);\n"
          "  length(*(global {0}{1}*)m);\n  normalize(*(global {0}{1}*)m);\n",
          type, width);
    }
    text += fmt::format(
        "  cross(*(global {0}3*)m, *(global {0}3*)m);\n"
        "  cross(*(global {0}4*)m, *(global {0}4*)m);\n",
        type);
  }
  for (const char* width : {"", "2", "3", "4"}) {
    text += fmt::format(
        "  fast_length(*(global float{0}*)m);\n  fast_normalize(*(global float{0}*)m);\n"
        "  fast_distance(*(global float{0}*)m, *(global float{0}*)m);\n",
        width);
  }
  return text;
}

}  // namespace lanefold
