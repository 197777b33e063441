// SPDX-License-Identifier: Apache-2.0
// `lanefold cost` as its users call it.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class CostCommand : public Command {};

TEST_F(CostCommand, ListsEachStructureWithItsFieldsAndInstances) {
  const std::string text = lanefold("cost --machine manycore-dom --set core.on_miss=slip").out;
  EXPECT_THAT(text, HasSubstr("storage of a core of manycore-dom"));
  EXPECT_THAT(text, HasSubstr("\nDiverge on Miss (core.on_miss=slip) "));
  EXPECT_THAT(text,
              ContainsRegex("memory divergence table: pc 32, lanes 32 .* 16 +340   yes  .*SC'09"));
  EXPECT_THAT(text, HasSubstr("  memory divergence table: pc 32, lanes 32 "));
  EXPECT_THAT(text, HasSubstr("\nRobust SIMD (core.adaptation.strategy=dwrep) "));
}

TEST_F(CostCommand, PrintsThePapersStorageAsJson) {
  const auto root = nlohmann::json::parse(
      lanefold("cost --machine mv5-wpu --set core.warps=2 --set core.warp_width=32 --set "
               "core.slices=8 --pc-bits 64 --json")
          .out);
  EXPECT_EQ(root["schema"], "lanefold.cost/2");
  EXPECT_EQ(root["pc_bits"], 64);
  EXPECT_EQ(root["node_nm"], 45);
  EXPECT_NEAR(root["nand2_um2"], 0.798, 0.0005);  // NAND2_X1 of the Nangate library
  unsigned bytes = 0;
  for (const auto& structure : root["structures"]) {
    if (structure["mechanism"] == "Robust SIMD") bytes += structure["bytes"].get<unsigned>();
  }
  EXPECT_EQ(bytes, 1156U);  // the paper adds up 112, 1024 and 20 to 1164
}

TEST_F(CostCommand, PrintsEnergyBesideTheCounters) {
  const std::string text = lanefold("run vector-add --size tiny --energy").out;
  EXPECT_THAT(text, HasSubstr("\nenergy at 45 nm"));
  EXPECT_THAT(text, ContainsRegex("\nlane operations +[0-9,]+ +operations +0.900 "));
  EXPECT_THAT(text, ContainsRegex("\nall +[0-9.]+ +100.0%\na work-item [0-9.]+ nJ, power "));
  expect_refusal("run vector-add --functional --energy", 2, "--functional excludes --energy");
  expect_refusal("run vector-add --print-config --energy", 2, "--energy excludes --print-config");
  expect_refusal("run vector-add --elf - --energy", 2, "--energy excludes --elf");
}

TEST_F(CostCommand, EnergyIsThatOfTheNode) {
  const std::string text = lanefold("run vector-add --size tiny --energy --node 90").out;
  EXPECT_THAT(text, HasSubstr("\nenergy at 90 nm"));
  EXPECT_THAT(text, ContainsRegex("\nlane operations +[0-9,]+ +operations +3.198 "));
  expect_refusal("run vector-add --node 90", 2, "--node requires --energy");
  expect_refusal("run vector-add --energy --node 100", 2,
                 "nothing is known of a technology node of '100' nm; valid: 130, 90, 65, 45, 32");
}

TEST_F(CostCommand, EnergyOfRunsIsComparedSideBySide) {
  const std::string program = "bfs --size tiny --set cores=1 --energy --node 32";
  const std::string compared =
      lanefold("compare " + program + " --vary core.compaction=ivb,scc").out;
  double first = 0;
  for (const std::string policy : {"ivb", "scc"}) {
    const std::string run = lanefold("run " + program + " --set core.compaction=" + policy).out;
    const std::string nj = row_of(run, "all")[1];
    const double energy = std::stod(nj);
    if (policy == "ivb") first = energy;
    const std::vector<std::string> row = row_of(compared, policy);
    ASSERT_EQ(row.size(), 10U) << compared;
    EXPECT_EQ(row[8], nj);
    EXPECT_EQ(row[9], percent(1 - energy / first));
  }
  expect_refusal("compare bfs --vary core.compaction=ivb,scc --node 32", 2,
                 "--node requires --energy");
}

TEST_F(CostCommand, EnergyIsInTheRecordWhereItIsAskedFor) {
  const Finished ran = lanefold("run vector-add --size tiny --energy --stats -");
  EXPECT_THAT(ran.err, HasSubstr("energy at 45 nm"));
  const auto record = nlohmann::json::parse(ran.out);
  const auto& energy = record["energy"];
  EXPECT_EQ(energy["node_nm"], 45);
  double sum = 0;
  for (const auto& part : energy["parts"]) {
    const double nj = part["nj"];
    EXPECT_NEAR(nj, part["events"].get<double>() * part["pj_each"].get<double>() * 1e-3, 1e-9 * nj);
    sum += nj;
  }
  EXPECT_EQ(energy["parts"][0]["name"], "lane operations");
  EXPECT_EQ(energy["parts"][0]["unit"], "operations");
  EXPECT_EQ(energy["parts"][0]["events"], record["total"]["counters"]["lane_operations"]);
  const double seconds = record["total"]["time_ns"].get<double>() * 1e-9;
  const double items = record["total"]["counters"]["work_items"];
  EXPECT_GT(sum, 0);
  EXPECT_NEAR(energy["total_nj"], sum, 1e-9 * sum);
  EXPECT_NEAR(energy["work_item_nj"], sum / items, 1e-9 * sum);
  EXPECT_NEAR(energy["seconds"], seconds, 1e-9 * seconds);
  EXPECT_NEAR(energy["watts"], sum * 1e-9 / seconds, 1e-9 * sum / seconds);
  EXPECT_FALSE(nlohmann::json::parse(lanefold("run vector-add --size tiny --stats -").out)
                   .contains("energy"));
}

TEST_F(CostCommand, ScalesStructuresAndArraysWithTheNode) {
  const auto at = [&](const std::string& node) {
    return nlohmann::json::parse(lanefold("cost --json --node " + node).out);
  };
  const auto old = at("45");
  const auto young = at("32");
  EXPECT_EQ(young["node_nm"], 32);
  EXPECT_EQ(young["switching"]["supply_volts"], 0.81);
  EXPECT_EQ(old["switching"]["of_45_nm"], 1);
  EXPECT_NEAR(
      young["switching"]["of_180_nm"].get<double>(),
      old["switching"]["of_180_nm"].get<double>() * young["switching"]["of_45_nm"].get<double>(),
      1e-9);
  EXPECT_NEAR(young["switching"]["leakage_of_45_nm"], 152 / 280.0 * 0.9 * 45 / 32, 1e-9);
  const double ratio = (32.0 / 45) * (32.0 / 45);
  // Latches of 1313.6 F2 for three operands of 512 bits.
  EXPECT_NEAR(old["structures"][0]["area_um2"], 3 * 512 * 1313.6 * 0.045 * 0.045, 1e-6);
  for (std::size_t i = 0; i < old["arrays"].size(); ++i) {
    const double area = old["arrays"][i]["area_um2"];
    EXPECT_NEAR(young["arrays"][i]["area_um2"], area * ratio, 1e-9 * area);
  }
  EXPECT_GE(old["arrays"].size(), 6U);  // register file, local memory, data and tags of two caches
  EXPECT_LT(young["core"]["area_by_die_photo_um2"], old["core"]["area_by_die_photo_um2"]);
}

TEST_F(CostCommand, SumsUpACore) {
  const auto core = nlohmann::json::parse(
      lanefold("cost --machine manycore-dom --set core.warps=16 --json").out)["core"];
  double sum = 0;
  for (const auto& part : core["parts"]) {
    sum += part["count"].get<double>() * part["area_um2"].get<double>();
  }
  EXPECT_NEAR(core["area_um2"], sum, 1e-6);
  EXPECT_NEAR(core["area_by_die_photo_um2"], 11.5e6, 1e-3);  // SC'09 table 2
}

TEST_F(CostCommand, PrintsAreasOfTheCoreAndSharesOfMechanisms) {
  const std::string text = lanefold("cost --machine mv5-wpu --area --node 65").out;
  EXPECT_THAT(text, ContainsRegex("\na core of mv5-wpu +how many +um2 at 65 nm, each "));
  EXPECT_THAT(text, ContainsRegex("\nl1 data +64 +256 +16 +1 rw "));
  EXPECT_THAT(text, ContainsRegex("\nl2 data .* no\n"));
  EXPECT_THAT(
      text, ContainsRegex("\nRobust SIMD +[0-9,]+ +[0-9]+[.][0-9][0-9]% +[0-9]+[.][0-9][0-9]%\n"));
  EXPECT_EQ(lanefold("cost --machine mv5-wpu").out.find("how many"), std::string::npos);
}

TEST_F(CostCommand, ComparesRegisterFilesUnderEachAssumption) {
  const std::string text = lanefold("cost --register-files --node 32").out;
  EXPECT_THAT(text, HasSubstr("register files of ivb-eu"));
  EXPECT_THAT(text, HasSubstr("\ninterwarp: decided by row gates and drivers"));
  const auto root = nlohmann::json::parse(lanefold("cost --register-files --json").out);
  EXPECT_EQ(root["schema"], "lanefold.register-files/1");
  unsigned usual = 0;
  for (const auto& variant : root["variants"]) {
    EXPECT_GT(variant["baseline_um2"], 0);
    EXPECT_GT(variant["overheads"]["interwarp"], variant["overheads"]["bcc"]);
    usual += variant["usual"].get<bool>() ? 1 : 0;
  }
  EXPECT_GE(usual, 8U);
  EXPECT_LT(root["deciding"]["bcc"]["least"], root["deciding"]["bcc"]["most"]);
}

TEST_F(CostCommand, RejectsImpossibleValues) {
  expect_refusal(
      "cost --node 40", 2,
      "nothing is known of a technology node of '40' nm; valid: 130, 90, 65, 45, 32, 22");
  expect_refusal("cost --node 45nm", 2, "nothing is known of a technology node of '45nm' nm");
  expect_refusal("cost --area --register-files", 2, "--area excludes --register-files");
  expect_refusal("cost --pc-bits 65", 2, "--pc-bits: Value 65 not in range");
  expect_refusal("cost --machine ivb-ue", 3, "did you mean 'ivb-eu'?");
  expect_refusal("cost bfs", 2, "'bfs' is one word too many");
}

}  // namespace
}  // namespace lanefold
