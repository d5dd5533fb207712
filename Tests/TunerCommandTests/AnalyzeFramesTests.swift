// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze: frames and notes")
struct AnalyzeFramesTests {
  private let tuner = Program("tuner")
  private let columns =
    "time_s,frequency_hz,confidence,sigma_cents,note,octave,midi,cents,target,state,level_dbfs,"
    + "inharmonicity"

  private func directory(_ files: [String: Data]) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: files)
  }

  @Test("csv frames have the documented columns, one row per update, and equal bytes in two runs")
  func csvFrames() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110))])
    let arguments = ["analyze", "--frames", "--format", "csv", files.path + "/take.wav"]
    let outcome = try tuner.run(arguments)
    #expect(outcome.status == 0)
    let rows = outcome.output.split(separator: "\n").map(String.init)
    try #require(rows.count == 1 + 30)  // 1.5 s at 20 Hz
    #expect(rows[0] == columns)
    // 0.05 s: digital silence, so neither a pitch nor a level.
    #expect(rows[1] == "0.05,,0,,,,,,,silent,,")
    let cells = rows[30].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    try #require(cells.count == 12)
    #expect(cells[0] == "1.5")
    #expect(try abs(#require(Double(cells[1])) - 110) < 0.01)
    #expect(Array(cells[4...6]) == ["A", "2", "45"])
    #expect(cells[8] == "5:A2")
    #expect(cells[9] == "inTune")
    #expect(try tuner.run(arguments).output == outcome.output)
  }

  @Test("ndjson frames are compact, with keys in order and null, after one line of context")
  func ndjsonFrames() throws {
    let name = "a \"quoted\"\nname.wav"
    let files = try directory([name: WAVE.floats(WAVE.pluck(110))])
    let path = files.path + "/" + name
    let outcome = try tuner.run(["analyze", "--frames", "-f", "ndjson", path])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 1 + 30)
    #expect(lines[0].hasPrefix(#"{"schema":"tuner.frames/1","file":""#))
    let context = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    #expect(context?["file"] as? String == path)
    #expect(context?["sample_rate_hz"] as? Int == 48000)
    #expect(context?["rate_hz"] as? Int == 20)
    #expect(context?["a4_hz"] as? Int == 440)
    #expect(context?["tuning"] as? String == "standard")
    #expect(context?["pitch"] as? String == "partial")
    #expect(context?["engine"] is String)
    #expect(
      lines[1] == #"{"time_s":0.05,"frequency_hz":null,"confidence":0,"sigma_cents":null,"#
        + #""note":null,"octave":null,"midi":null,"cents":null,"target":null,"state":"silent","#
        + #""level_dbfs":null,"inharmonicity":null}"#)
    for line in lines.dropFirst() {
      let keys = line.matches(of: #/"([a-z0-9_]+)":/#).map { String($0.1) }
      #expect(keys.joined(separator: ",") == columns)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("notes have the documented columns")
  func notes() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(82.41))])
    let outcome = try tuner.run(["analyze", "--notes", "-f", "csv", files.path + "/take.wav"])
    let rows = outcome.output.split(separator: "\n").map(String.init)
    try #require(rows.count == 2)
    #expect(
      rows[0] == "start_s,end_s,frequency_hz,midi,note,cents,target,sigma_cents,confidence,"
        + "inharmonicity,onset_level_dbfs,polyphonic,articulation,glide_cents,vibrato_hz,"
        + "vibrato_cents,measured_from_s,measured_to_s,target_hz")
    #expect(rows[1].contains(",40,E2,"))
  }
}
