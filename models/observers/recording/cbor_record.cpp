// SPDX-License-Identifier: Apache-2.0
// Records as values of CBOR.
#include "observers/recording/cbor_record.h"

namespace lanefold {
namespace {

using Json = nlohmann::json;

/// Stops at arrays in arrays of arrays of arrays, which readers would follow down to any depth.
class DepthCheck final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(Json::number_integer_t /*value*/) override { return true; }
  bool number_unsigned(Json::number_unsigned_t /*value*/) override { return true; }
  bool number_float(Json::number_float_t /*value*/, const std::string& /*text*/) override {
    return true;
  }
  bool string(std::string& /*value*/) override { return true; }
  bool binary(Json::binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return false; }
  bool key(std::string& /*value*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override { return ++depth_ <= kMostDepth; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

 private:
  static constexpr int kMostDepth = 3;  ///< a record, its arguments, an argument
  int depth_ = 0;
};

}  // namespace

Json binary_of(const std::vector<std::byte>& bytes) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return Json::binary({first, first + bytes.size()});
}

std::vector<std::byte> bytes_of(const Json& value) {
  const Json::binary_t& binary = value.get_binary();
  const auto* const first = reinterpret_cast<const std::byte*>(binary.data());
  return {first, first + binary.size()};
}

std::string encoded(const Json& record) {
  std::string bytes;
  Json::to_cbor(record, bytes);
  return bytes;
}

Json parsed(std::string_view bytes) {
  DepthCheck check;
  if (!Json::sax_parse(bytes, &check, Json::input_format_t::cbor)) {
    throw Error(ErrorKind::File, "a record is none of those that are written");
  }
  return Json::from_cbor(bytes);
}

}  // namespace lanefold
