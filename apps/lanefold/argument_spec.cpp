// SPDX-License-Identifier: Apache-2.0
// The grammar of `--arg`: parts separated by colons.
#include "argument_spec.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "base/nearest_name.h"
#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

/// Far above every address space that a kernel can see.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;
/// 2^52, a factor of two in double.
constexpr double kMostUlp = 4503599627370496.0;
/// Integers up to this are exact as double.
constexpr double kLargestExactInteger = 9007199254740992.0;

[[noreturn]] void refuse(const std::string& where, const std::string& sentence) {
  throw Error(ErrorKind::Usage, where + ": " + sentence);
}

bool parse_count(const std::string& text, std::uint64_t& value) {
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc() && end == last;
}

ValueType type_or_refuse(const std::string& name, const std::string& where) {
  if (const auto type = find_value_type(name)) return *type;
  refuse(where, in_quotes(name) + " is not a type" + suggestion(name, scalar_type_names()));
}

bool take_prefix(const std::string& text, const std::string& prefix, std::string& rest) {
  if (text.rfind(prefix, 0) != 0) return false;
  rest = text.substr(prefix.size());
  return true;
}

/// Reads the parts of one buffer from left to right.
class BufferParser {
 public:
  BufferParser(const std::vector<std::string>& parts, std::string where)
      : parts_(parts), where_(std::move(where)) {
    buffer_.type = *find_value_type("char");
  }

  BufferSpec parse() {
    std::size_t next = 1;
    if (next < parts_.size() && parts_[next].find('=') == std::string::npos) {
      buffer_.type = type_or_refuse(parts_[next++], where_);
      set_range(0, buffer_.type.is_real ? 1 : 100);
    }
    if (next < parts_.size() && parse_count(parts_[next], buffer_.count)) {
      counted_ = true;
      ++next;
    }
    while (next < parts_.size()) option(parts_[next++]);
    check();
    return buffer_;
  }

 private:
  void option(const std::string& part) {
    std::string rest;
    if (part == "zero") return fill(BufferSpec::Fill::Zero);
    if (part == "index") return fill(BufferSpec::Fill::Index);
    if (part == "random") return fill(BufferSpec::Fill::Random);
    if (take_prefix(part, "random=", rest)) return random_between(rest);
    if (take_prefix(part, "value=", rest)) {
      buffer_.value = parse_value(buffer_.type, rest, where_);
      return fill(BufferSpec::Fill::Value);
    }
    if (take_prefix(part, "file=", buffer_.in_file)) return fill(BufferSpec::Fill::File);
    if (take_prefix(part, "out=", buffer_.out_file) && !buffer_.out_file.empty()) return;
    if (take_prefix(part, "expect=", buffer_.expected_file) && !buffer_.expected_file.empty()) {
      return;
    }
    if (take_prefix(part, "ulp=", rest)) return tolerance(Tolerance::Kind::Ulp, part, rest);
    if (take_prefix(part, "relative=", rest)) {
      return tolerance(Tolerance::Kind::Relative, part, rest);
    }
    refuse(where_, in_quotes(part) +
                       " is neither a fill nor an output; valid: zero, index, random, "
                       "random=LOW,HIGH, value=V, file=FILE, out=FILE, expect=FILE, ulp=N, "
                       "relative=R");
  }

  void fill(BufferSpec::Fill fill) {
    if (filled_) refuse(where_, "a buffer is filled in one way only");
    filled_ = true;
    buffer_.fill = fill;
  }

  void tolerance(Tolerance::Kind kind, const std::string& part, const std::string& text) {
    if (buffer_.tolerance.kind != Tolerance::Kind::Bytes) {
      refuse(where_, "values are compared within one tolerance only");
    }
    const std::vector<std::byte> bytes = parse_value(*find_value_type("double"), text, where_);
    std::memcpy(&buffer_.tolerance.most, bytes.data(), sizeof buffer_.tolerance.most);
    buffer_.tolerance.kind = kind;
    if (!std::isfinite(buffer_.tolerance.most) || buffer_.tolerance.most < 0) {
      refuse(where_, in_quotes(part) + " wants a finite number from 0");
    }
    if (kind == Tolerance::Kind::Ulp && buffer_.tolerance.most > kMostUlp) {
      refuse(where_, in_quotes(part) + " is too large: 2^52 ulp are a factor of two in double");
    }
  }

  void random_between(const std::string& text) {
    fill(BufferSpec::Fill::Random);
    const std::vector<std::string> limits = split(text, ',');
    if (limits.size() != 2) refuse(where_, "random wants LOW,HIGH");
    ValueType element = buffer_.type;
    element.elements = 1;
    set_range(limit(element, limits[0], 0), limit(element, limits[1], 1));
    const bool ordered = std::isfinite(buffer_.high - buffer_.low) && buffer_.low < buffer_.high;
    if (!ordered) refuse(where_, "random wants LOW below HIGH");
  }

  /// A limit of random numbers; `beyond` is how far above the type's values it may be.
  double limit(const ValueType& element, const std::string& text, std::int64_t beyond) const {
    const ValueType wide = *find_value_type(element.is_real ? "double" : "long");
    const std::vector<std::byte> bytes = parse_value(wide, text, where_);
    if (element.is_real) {
      double number = 0;
      std::memcpy(&number, bytes.data(), sizeof number);
      parse_value(element, text, where_);
      return number;
    }
    std::int64_t number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    if (std::abs(static_cast<double>(number)) > kLargestExactInteger) {
      refuse(where_, "random integers are limited to 2^53");
    }
    parse_value(element, std::to_string(number - beyond), where_);
    return static_cast<double>(number);
  }

  void set_range(double low, double high) {
    buffer_.low = low;
    buffer_.high = high;
  }

  void check() const {
    const bool from_file = buffer_.fill == BufferSpec::Fill::File;
    if (from_file && buffer_.in_file.empty()) refuse(where_, "file= wants a file name");
    if (from_file && counted_)
      refuse(where_, "a buffer from a file has the file's size, not a count");
    if (!from_file && !counted_) {
      refuse(where_, "a buffer wants TYPE:COUNT or file=FILE, for instance buffer:float:1024");
    }
    const bool within = buffer_.tolerance.kind != Tolerance::Kind::Bytes;
    if (within && !buffer_.type.is_real) {
      refuse(where_, "ulp= and relative= are for buffers of float or double");
    }
    if (buffer_.count > kMostBytes / buffer_.type.bytes())
      refuse(where_, "the buffer is too large");
    if (buffer_.fill == BufferSpec::Fill::Index && !buffer_.type.is_real && buffer_.count > 0) {
      ValueType element = buffer_.type;
      element.elements = 1;
      parse_value(element, std::to_string(buffer_.count - 1), where_ + ": the last index");
    }
  }

  const std::vector<std::string>& parts_;
  std::string where_;
  BufferSpec buffer_;
  bool counted_ = false;
  bool filled_ = false;
};

LocalSpec parse_local(const std::vector<std::string>& parts, const std::string& where) {
  LocalSpec local;
  const std::uint64_t unit = parts.size() == 3 ? type_or_refuse(parts[1], where).bytes() : 1;
  if (parts.size() > 3 || parts.size() < 2 || !parse_count(parts.back(), local.bytes)) {
    refuse(where, "local memory is local:BYTES or local:TYPE:COUNT");
  }
  if (local.bytes > kMostBytes / unit) refuse(where, "the local memory is too large");
  local.bytes *= unit;
  return local;
}

}  // namespace

ArgumentSpec parse_argument(const std::string& text) {
  const std::string where = "--arg " + text;
  const std::vector<std::string> parts = split(text, ':');
  if (parts[0] == "buffer") return {text, BufferParser(parts, where).parse()};
  if (parts[0] == "local") return {text, parse_local(parts, where)};
  if (parts.size() == 1) return {text, ValueSpec{text, ""}};
  std::vector<std::string> known = scalar_type_names();
  known.insert(known.begin(), {"buffer", "local"});
  const auto type = find_value_type(parts[0]);
  if (!type) refuse(where, in_quotes(parts[0]) + " is not a type" + suggestion(parts[0], known));
  if (parts.size() > 2) refuse(where, "a value is TYPE:VALUE");
  parse_value(*type, parts[1], where);
  return {text, ValueSpec{parts[1], parts[0]}};
}

std::vector<std::uint32_t> parse_extent(const std::string& option, const std::string& text,
                                        std::uint32_t least) {
  std::vector<std::uint32_t> extent;
  for (const std::string& part : split(text, ',')) {
    std::uint64_t number = 0;
    if (!parse_count(part, number) || number < least || number > UINT32_MAX || extent.size() == 3) {
      refuse(option + " " + text, "wants one to three numbers from " + std::to_string(least) +
                                      " to " + std::to_string(UINT32_MAX) +
                                      ", for instance 1024 or 64,64");
    }
    extent.push_back(static_cast<std::uint32_t>(number));
  }
  return extent;
}

}  // namespace lanefold
