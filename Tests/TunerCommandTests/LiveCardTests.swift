// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import TestSignals
import Testing

/// Live tuning through ALSA, on a software sound card.
///
/// `scripts/virtual-card.sh` makes the card. Only `scripts/live.py` measures cost and latency, on
/// the optimised program.
@Suite(
  "tuner live on a virtual card",
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pulseaudio"),
    "There is no PulseAudio: scripts/setup.sh --tests installs it."))
struct LiveCardTests {
  /// The open strings of a guitar, as MIDI numbers.
  private static let strings = [40, 45, 50, 55, 59, 64].map { TestNote($0) }

  @Test("reads synthetic strings correctly, and prints the same as analyze")
  func strings() throws {
    let files = try TemporaryDirectory()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    var arguments = [
      "--tuner", Program("tuner").path, "--only", "heard", "--only", "identical",
    ]
    for note in Self.strings {
      let string = StringModel(
        fundamental: note.frequency, inharmonicity: note.inharmonicity,
        spectrum: PartialSpectrum(pluckPoint: 0.2, pickup: 0.12), decayTime: note.decayTime)
      let signal = TestSignal(
        plucks: [Pluck(string: string, onset: TestSignal.quiet)], duration: 1.5)
      let samples = signal.render(at: SampleRate(48000))
      arguments.append(
        "\(note.name)=" + (try files.write(WAVE.floats(samples), to: "\(note.name).wav")))
    }
    let outcome = try Program(path: root + "/scripts/live.py").run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("live: all held"))
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains("live: ok") }.count == 10)
  }
}
