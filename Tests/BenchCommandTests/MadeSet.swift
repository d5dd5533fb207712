// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Foundation
import ProgramRunning

/// A directory with a manifest and two sines of 220 Hz, small enough for quick scoring.
struct MadeSet {
  /// The name of the second one has characters that every output format must escape.
  static let files = ["plain.wav", "a<b & \"c\".wav"]

  let directory: TemporaryDirectory
  var path: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    let samples = (0..<8000).map { Float(0.5 * sin(2 * .pi * 220 * Double($0) / 8000)) }
    var rows =
      "path,source,licence,instrument,kind,technique,nominal_midi,f1_hz,partial1_hz,"
      + "partial1_rel_db,period_hz,ref_f0_hz,ref_spread_cents,inharm_B,glide_cents,trust,onset_s,"
      + "steady_t0_s,steady_t1_s,sample_rate,duration_s,clipped_samples,annotation,note\n"
    for file in Self.files {
      var writer = try AudioFileWriter(path: path + "/" + file, sampleRate: SampleRate(8000))
      try writer.write(samples.span)
      try writer.finish()
      let quoted = "\"" + file.replacingOccurrences(of: "\"", with: "\"\"") + "\""
      rows +=
        "\(quoted),made,CC0,sine,single-note,,57,220,220,0,220,220,0,0,0,A,0,0.3,0.9,8000,1,0,,\n"
    }
    try directory.write(Data(rows.utf8), to: "manifest.csv")
  }

  /// Writes a program as a shell script; the text belongs to the test and is no data.
  ///
  /// - Returns: what `--contestant` takes.
  func contestant(_ name: String, _ script: String) throws -> String {
    "\(name)=\"\(try directory.writeProgram(script, named: name))\" {wav}"
  }

  /// Reads a file of this directory.
  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// The sorted contents of this directory.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
