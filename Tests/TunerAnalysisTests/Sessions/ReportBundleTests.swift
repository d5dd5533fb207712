// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import Testing

@testable import TunerAnalysis
@testable import TunerRuntime

@Suite("The archive of tuner report")
struct ReportBundleTests {
  @Test("says from when on it has updates, if there were too many for half a minute")
  func updates() throws {
    let directory = try TemporaryDirectory()
    let recorder = try recorder(in: directory)
    recorder.skip(32 * 8000)
    for update in 1...(32 * 20) {
      recorder.note(["{}\n"], at: SamplePosition(Int64(update * 400)))
    }
    let bundle = ReportBundle(record: try RollingRecording(directory: directory.path))
    // The room is 34 s of 10 updates a second, of which 31 s are kept: 310 of 640 updates.
    let contents = withoutTime(bundle.contents)
    #expect(
      contents
        == "30.0 s of what was heard, what was shown of it from 16.550 s on, settings and versions")
    #expect(contents != bundle.contents)
  }

  @Test("leaves out damaged records, and says so")
  func damagedRecords() throws {
    let directory = try TemporaryDirectory()
    let recorder = try recorder(in: directory)
    recorder.skip(8000)
    let texts = ["{\"a\":1}\n", "{\"a\":1e\n", "[2]\n", "{\"a\":\n3}\n", "{\"a\":4}"]
    for (index, text) in texts.enumerated() {
      recorder.note([text], at: SamplePosition(Int64(800 * (index + 1))))
    }
    let bundle = ReportBundle(record: try RollingRecording(directory: directory.path))
    #expect(
      withoutTime(bundle.contents)
        == "1.0 s of what was heard, what was shown of it, settings and versions; "
        + "4 records are damaged and left out")
    let archive = String(decoding: bundle.bytes, as: UTF8.self)
    #expect(!archive.contains("1e\n"))
  }

  private func recorder(in directory: TemporaryDirectory) throws -> RollingRecorder {
    try RollingRecorder(
      directory: directory.path, sampleRate: SampleRate(8000),
      updateRate: UpdateRate(updates: 10), linesPerUpdate: 1, description: "{}")
  }

  private func withoutTime(_ contents: String) -> String {
    contents.replacing(/\ until [-0-9]{10} [:0-9]{8}/, with: "")
  }
}
