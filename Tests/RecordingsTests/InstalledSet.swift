// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Datasets
import Evaluation
import FileStore
import Foundation
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Tuning

/// A set of recordings that `scripts/test.sh` installs, analysed as by `tuner analyze`.
struct InstalledSet {
  let manifest: DatasetManifest
  private let library: DatasetLibrary

  /// Looks the set up.
  ///
  /// - Throws: when it is not installed; the message names the command that does.
  init(_ name: String) throws {
    manifest = try DatasetCatalogue().manifest(named: name)
    library = try DatasetLibrary(
      UserDirectories(environment: ProcessInfo.processInfo.environment))
    guard library.presence(of: manifest) == .installed else { throw Missing(name: name) }
  }

  struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String { "install it with: tuner-bench datasets fetch \(name)" }
  }

  /// Returns the results and notes of a recording.
  func hear(
    _ recording: DatasetRecording, updates: UpdateRate = .standard
  ) throws -> (results: [PitchResult], notes: [TrackedNote]) {
    var reader = try AudioFileReader(path: library.path(of: recording, in: manifest))
    let rate = reader.sampleRate
    let classifier = PitchClassifier(selection: .strings(.standard))
    var analysis = try RecordingAnalysis(
      sampleRate: rate, .init(updateRate: updates, classifier: classifier),
      detector: ChosenDetector(.yin, .init(sampleRate: rate)))
    var results: [PitchResult] = []
    var notes: [TrackedNote] = []
    try analysis.run(&reader) { event in
      switch event {
      case .result(let result, _): results.append(result)
      case .note(let note): notes.append(note)
      }
    }
    return (results, notes)
  }

  /// Returns a recording's samples.
  func samples(
    of recording: DatasetRecording
  ) throws -> (samples: [Float], rate: SampleRate) {
    var reader = try AudioFileReader(path: library.path(of: recording, in: manifest))
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096)
    while true {
      let count = try read(&reader, into: &block)
      if count == 0 { return (samples, reader.sampleRate) }
      samples += block.prefix(count)
    }
  }

  private func read(_ reader: inout AudioFileReader, into block: inout [Float]) throws -> Int {
    var span = block.mutableSpan
    return try reader.read(into: &span)
  }
}

/// Returns the middle value; `nil` of none.
func median(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
