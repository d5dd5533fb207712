// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Benchmarking
import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner-bench strum")
struct StrumCommandTests {
  private let bench = Program("tuner-bench")

  /// A directory with a manifest and six made strings of a guitar.
  private func strings() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    var rows = """
      path,source,licence,instrument,kind,technique,nominal_midi,f1_hz,partial1_hz,\
      partial1_rel_db,period_hz,ref_f0_hz,ref_spread_cents,inharm_B,glide_cents,trust,onset_s,\
      steady_t0_s,steady_t1_s,sample_rate,duration_s,clipped_samples,annotation,note

      """
    for midi in [40, 45, 50, 55, 59, 64] {
      let hertz = 440 * exp2(Double(midi - 69) / 12)
      let samples = makeSamples(96_000) { index in
        let time = Double(index) / 48_000 - 0.1
        guard time >= 0 else { return 0 }
        return Float(
          sumOfPartials(1...8) { n in
            0.1 / n * exp(-time * n * 0.4) * sin(2 * .pi * n * hertz * time + n)
          })
      }
      var writer = try AudioFileWriter(
        path: "\(directory.path)/\(midi).wav", sampleRate: SampleRate(48_000))
      try writer.write(samples.span)
      try writer.finish()
      rows += """
        \(midi).wav,made,CC0,guitar,single-note,,\(midi),\(hertz),\(hertz),0,\(hertz),\(hertz),\
        0,0,0,A,0.1,0.4,1.4,48000,2,0,,

        """
    }
    try directory.write(Data(rows.utf8), to: "manifest.csv")
    return directory
  }

  private func run(_ set: TemporaryDirectory, _ arguments: String...) throws -> Program.Outcome {
    try bench.run(
      ["strum", "--strokes", "0", "--mixtures", "3", "--dataset", set.path, "-q"] + arguments)
  }

  @Test("shards merge to the table, document and page of the whole run")
  func shards() throws {
    let set = try strings()
    let path = set.path
    let whole = try run(set, "--json", path + "/w.json", "--html", path + "/w.html")
    #expect((whole.status, whole.errors) == (0, ""))
    // Three mixtures, and the recordings of six strings, whose strokes are counted.
    #expect(whole.output.contains("items: 9 of 9"))
    // The notes last 2 s.
    #expect(whole.output.contains("whole strokes: not measured, because no guitar has notes of"))
    for shard in ["1/2", "2/2"] {
      let part = try run(set, "--shard", shard, "--json", "\(path)/\(shard.prefix(1)).json")
      #expect(part.status == 0 && part.output.contains("join the shards"))
    }
    let merged = try bench.run([
      "merge", path + "/2.json", path + "/1.json", "--json", path + "/m.json", "--html",
      path + "/m.html",
    ])
    #expect((merged.status, merged.errors) == (0, ""))
    #expect(merged.output == whole.output)
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
    #expect(try text("m.json") == text("w.json"))
    #expect(try text("m.html") == text("w.html"))
    for part in [
      "<svg", "error by string", "harmonic product", "Demanded of the engine",
      "no confidence interval",
    ] {
      #expect(try text("w.html").contains(part), "\(part)")
    }
  }

  @Test("a baseline agrees with its own run, and not with another")
  func baseline() throws {
    let set = try strings()
    let file = set.path + "/baseline.json"
    #expect(try run(set, "--baseline", file, "--bless").status == 0)
    #expect(try run(set, "--baseline", file).status == 0)
    let other = try run(set, "--baseline", file, "--seed", "77")
    #expect(other.status == 2 && other.errors.contains("another run"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let changed = text.replacing(
      #/("strum\/real, E2 to G3, 1.0 s\/answered" : )1/#, with: { "\($0.output.1)0.5" })
    #expect(changed != text)
    try changed.write(toFile: file, atomically: true, encoding: .utf8)
    let better = try run(set, "--baseline", file)
    #expect(better.status == 1)
    #expect(better.output.contains("unexplained improvement: strum/real, E2 to G3, 1.0 s/answered"))
  }

  @Test("--targets prints the verdicts, and --check also ends with 1 if one is missed")
  func checks() throws {
    let set = try strings()
    let file = set.path + "/s.json"
    let shown = try run(set, "--targets", "--json", file)
    #expect(shown.status == 0 && shown.output.contains("these verdicts have no confidence"))
    let report = try JSONDecoder().decode(
      StrumReport.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    let isMissed = report.targets.contains { $0.verdict == .missed }
    #expect(try run(set, "--check").status == (isMissed ? 1 : 0))
  }

  /// The few strokes that the gate has time for.
  ///
  /// The whole run is `tuner-bench strum --targets`.
  @Test("reads mixtures of the installed guitars within the limits of the medians")
  func installed() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/s.json"
    let outcome = try bench.run([
      "strum", "--strokes", "1", "--mixtures", "16", "-q", "--check", "--json", file,
    ])
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("these verdicts have no confidence interval"))
    let report = try JSONDecoder().decode(
      StrumReport.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    // So few strokes decide on no share: the limits of shares may be missed.
    let isMissed = report.targets.contains { $0.verdict == .missed }
    #expect(outcome.status == (isMissed ? 1 : 0))
    #expect(try bench.run(["merge", file, "--check"]).status == outcome.status)
    #expect(try bench.run(["merge", file, "--targets"]).status == 0)
    #expect(report.plan.guitars >= 8)
    let medians = report.targets.filter { $0.target.name.hasPrefix("median error") }
    #expect(medians.count == 8)
    for median in medians { #expect(median.verdict == .met, "\(median.target.name)") }
  }

  @Test("missing recordings, and sets without a guitar, are wrong usage, with the remedy")
  func wrongUsage() throws {
    let home = try TemporaryDirectory()
    let absent = try bench.run(
      ["strum"],
      environment: ["HOME": home.path, "XDG_DATA_HOME": home.path, "XDG_CACHE_HOME": home.path])
    #expect(absent.status == 2 && absent.output.isEmpty)
    #expect(absent.errors.contains("tuner-bench datasets fetch guitarsounds"))
    let sines = try MadeSet()
    let none = try bench.run(["strum", "--dataset", sines.path])
    #expect(none.status == 2 && none.errors.contains("--mixtures 0"))
    let idle = try bench.run(["strum", "--mixtures", "0", "--dataset", sines.path])
    #expect(idle.status == 2 && idle.errors.contains("--dataset"), "\(idle.errors)")
    let nothing = try bench.run(["strum", "--strokes", "0", "--mixtures", "0"])
    #expect(nothing.status == 2 && nothing.errors.contains("strokes or mixtures"))
  }
}
