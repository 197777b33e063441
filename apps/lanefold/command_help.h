// SPDX-License-Identifier: Apache-2.0
// What follows the options in the help of each command.
#pragma once

namespace lanefold {

inline constexpr const char* kArgumentHelp =
    R"(Arguments of your own kernel, one --arg each, in the kernel's order:
  buffer:TYPE:COUNT[:FILL][:AFTER]      a buffer of COUNT elements
  buffer[:TYPE]:file=FILE[:AFTER]       a buffer with the bytes of a file
  local:BYTES, local:TYPE:COUNT         local memory for a __local pointer
  TYPE:VALUE, or just VALUE             a scalar or vector, for instance int:5, float4:1,2,3,4
TYPE is char, uchar, short, ushort, int, uint, long, ulong, float or double, with 2, 3, 4, 8 or 16
  after it for a vector.
FILL is zero (as without it), index (0, 1, 2, ...), random (reals in [0, 1), integers 0 to 99),
  random=LOW,HIGH (HIGH is excluded) or value=V.
AFTER is out=FILE, expect=FILE or both.
out=FILE writes the buffer after the run: as text if FILE is - or ends in .txt, else as bytes.
expect=FILE compares it with a file of that form: exactly, or within ulp=N or relative=R.
Files that end in .gz are compressed with gzip: file=in.bin.gz, out=result.txt.gz, --stats a.json.gz.
)";

inline constexpr const char* kRunExamples = R"(
Examples:
  lanefold run mandelbrot
  lanefold run bfs --set core.compaction=scc --stats bfs.json
  lanefold run bitonic-sort --size tiny --set core.warp_width=32 --set cores=1
  lanefold run kmeans --functional --seed 7
  lanefold run bfs --size tiny --rtl all --waves bfs.fst
  lanefold run bfs --size tiny --trace bfs.kanata.gz --trace-cycles 1000:3000 --trace-core 0
  lanefold run ray-trace-ao --profile=lines --profile-out ao.callgrind
  lanefold run ray-trace-ao --explain --report ao.html
  lanefold run my.cl --kernel scale --global 1024 --local 64 \
    --arg buffer:float:1024:random --arg buffer:float:1024:out=result.txt --arg float:2.5
  lanefold run --print-config --set core.warps=8 > my-machine.toml
)";

inline constexpr const char* kCompareExamples = R"(
Examples:
  lanefold compare mandelbrot --vary core.compaction=none,ivb,bcc,scc
  lanefold compare hotspot --size tiny --set cores=1 --vary core.warps=1,2,4,8
  lanefold compare bfs --vary dram.latency=50,150,500
  lanefold compare bfs --vary machine=ivb-eu,my.toml
  lanefold compare ray-trace-ao --profile --vary core.compaction=ivb,scc
  lanefold compare ray-trace-ao --report ao.html --vary core.compaction=ivb,bcc,scc
  lanefold compare bfs --size tiny --energy --node 32 --vary core.compaction=ivb,bcc,scc
)";

inline constexpr const char* kReportExamples = R"(
Examples:
  lanefold run bfs --report before.json
  lanefold run bfs --set core.compaction=scc --report after.json
  lanefold report before.json after.json -o both.html
)";

inline constexpr const char* kExecHelp = R"(
The application finds one OpenCL platform with one device, the machine. What kernels cost is
printed on standard error when it ends. The same by hand:
  OCL_ICD_VENDORS=.../liblanefold_icd.so LANEFOLD_MACHINE=ivb-eu LANEFOLD_SUMMARY=1 ./app
with LANEFOLD_SET="key=value;key=value", LANEFOLD_FUNCTIONAL=1, LANEFOLD_STATS=FILE.json and
LANEFOLD_TRACE=FILE.kanata, _TRACE_CYCLES=A:B, _TRACE_CORE=N, LANEFOLD_PROFILE=lines,
_PROFILE_OUT="FILE;FILE", _PROFILE_TOP=N, LANEFOLD_REPORT=FILE.html and LANEFOLD_RECORD=FILE.
Masks of an application's kernels: `lanefold trace record FILE.cl` with their source and --arg.

Examples:
  lanefold exec -- clinfo
  lanefold exec --set core.compaction=scc --stats app.json -- ./app 1024
  lanefold exec --trace app.kanata --trace-cycles 0:20000 -- ./app 1024
  lanefold exec --report app.html -- ./app 1024
  lanefold exec --profile --profile-out app.callgrind -- ./app 1024
)";

inline constexpr const char* kReplayHelp = R"(
The machine is the recorded one unless --machine names another; --set changes it. What the
application read is held against what the replay gives.

Examples:
  lanefold exec --record app.lfrec -- ./app 1024
  lanefold replay app.lfrec
  lanefold replay app.lfrec --set core.compaction=scc --stats scc.json
  lanefold replay app.lfrec --machine manycore-dom --profile
  lanefold replay app.lfrec --checkpoint-at 12 at12.lfckpt
  lanefold replay app.lfrec --resume at12.lfckpt --set l3.bytes=524288
)";

inline constexpr const char* kBrilExamples = R"(
Examples:
  lanefold bril run --fill workloads/bril/fir-loop.bril 16
  lanefold bril opt workloads/bril/fir.bril
  lanefold bril json workloads/bril/fir.bril
  lanefold bril count workloads/bril/fir.bril workloads/bril/fir-pred.bril
  lanefold bril count --dynamic --fill --arg 16 --reuse workloads/bril/fir-loop.bril
)";

inline constexpr const char* kTraceExamples = R"(
Examples:
  lanefold trace record mandelbrot -o mandelbrot.trace
  lanefold trace record my.cl --global 1024 --arg buffer:float:1024:random -o my.trace
  lanefold trace replay mandelbrot.trace --alu-width 8
  lanefold trace show mandelbrot.trace > masks.txt
  lanefold trace import masks.txt -o masks.trace
)";

inline constexpr const char* kMaskExamples = R"(
Examples:
  lanefold mask 0xF0F0
  lanefold mask 0xAAAA
  lanefold mask 0b1111000011110000 --alu-width 8
  lanefold mask 0x11111111 --lanes 32 --operand-bits 64
  lanefold mask 0xAAAA --rtl
)";

inline constexpr const char* kAnalyseExamples = R"(
A value is uniform if all active lanes have the same, affine if it differs by a constant from lane
to lane, otherwise divergent. For divergent ones, the shortest chain to where divergence begins,
without what is only made of a divergent value; --json has all of it. docs/method/uniformity.md says what
each step is.
The groups of a workload are those that it launches at this size (tiny).
With --isa gen8, a listing says which channels instructions are for: all, those that control flow
has enabled, or those for which a predicate holds; of workloads also how many were active.

Examples:
  lanefold analyse vector-add
  lanefold analyse matrix-multiply --machine mv5-wpu --summary
  lanefold analyse kernel.cl --kernel blur --local 16,16 --json
  lanefold analyse bfs --isa gen8 --simd 16
)";

inline constexpr const char* kAuditExamples = R"(
Examples:
  lanefold audit-uniform mandelbrot
  lanefold audit-uniform bfs --size tiny --json
)";

inline constexpr const char* kCosimExamples = R"(
The module has the ports of rtl/BLOCK.sv, and those of its parameters that it needs. Modules that it
uses are looked up by their names in the folder of the file, in those of --include, and in rtl/.
docs/how-to/cosim.md says what is tried, and shows how to run kernels on the same file.

Examples:
  lanefold cosim --block scc_control --rtl my_scc.sv
  lanefold cosim --block bcc_control --rtl my_bcc.sv --top fast_bcc --geometry 32x8
  lanefold run bfs --size tiny --set core.compaction=scc --rtl scc_control=my_scc.sv
)";

inline constexpr const char* kCostExamples = R"(
Examples:
  lanefold cost
  lanefold cost --machine mv5-wpu --set core.slices=8 --pc-bits 64
  lanefold cost --machine manycore-dom --area --node 32
  lanefold cost --register-files
)";

inline constexpr const char* kConfigExamples = R"(
Examples:
  lanefold config new my.toml --machine mv5-wpu --set core.warps=8
  lanefold run bfs --machine my.toml
  lanefold config new whole.toml --complete
)";

inline constexpr const char* kListExamples = R"(
Examples:
  lanefold list workloads
  lanefold list showcase
  lanefold list parameters | grep core
)";

inline constexpr const char* kBenchExamples = R"(
Examples:
  lanefold bench
  lanefold bench mandelbrot vector-add --set cores=1 --set core.datapath=exact
  lanefold bench mandelbrot --set cores=1 --set core.compaction=scc --rtl scc_control
  lanefold bench --trace mandelbrot.trace
)";

inline constexpr const char* kDemoExamples = R"(
Examples:
  lanefold demo
  lanefold demo --size tiny --set core.warp_width=32
)";

inline constexpr const char* kExamples = R"(
Examples:
  lanefold run mandelbrot                                       one workload, checked and timed
  lanefold exec -- ./app                                        any OpenCL application
  lanefold compare mandelbrot --vary core.compaction=none,ivb,bcc,scc
  lanefold mask 0xF0F0                                          what each policy does with a mask
  lanefold cosim --block scc_control --rtl my_scc.sv            your own RTL beside the model
  lanefold sweep policies.toml                                  many runs, in parallel
  lanefold study table2                                         a paper's experiments
  lanefold list workloads
  lanefold run --help                                           more of the same for each command

)";

}  // namespace lanefold
