// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
internal import AudioInput
internal import Foundation
internal import Synchronization
internal import TunerRuntime

/// A recording on a full disk, simulated by the system's limit on file sizes.
final class SmallDiskRecording: Sendable {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "headstock-soak-\(UUID().uuidString).wav").path
  private let byteLimit: Int
  private let recorder = Mutex<SessionRecorder?>(nil)

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    // Without this, the limit ends the process instead of failing the write.
    signal(SIGXFSZ, SIG_IGN)
  }

  deinit { unlink(path) }

  /// Makes the recorder of a session.
  func recorder(at rate: SampleRate) -> SessionRecorder {
    let made = SessionRecorder(
      sampleRate: rate, file: try? RecordingWriter(path: path, sampleRate: rate))
    recorder.withLock { $0 = made }
    return made
  }

  /// Limits the size of every file of this process.
  func limit() { set(rlim_t(byteLimit)) }

  /// Removes the limit.
  func unlimit() { set(rlim_t.max) }

  private func set(_ count: rlim_t) {
    var limit = rlimit()
    getrlimit(Self.kind, &limit)
    limit.rlim_cur = min(count, limit.rlim_max)
    setrlimit(Self.kind, &limit)
  }

  private static let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)

  /// The deviations from the documented behaviour after the session: the error must be reported,
  /// and the data written before it must be readable.
  var remarks: [String] {
    guard let recorder = recorder.withLock({ $0 }) else { return ["nothing was recorded"] }
    var remarks: [String] = []
    if recorder.fileFailure == nil { remarks.append("the full disk is not reported") }
    let kept = Self.samples(of: path)
    // The header reserves room for 4095 gaps. One block of the recorder may be missing at the end.
    let expected = (byteLimit - (1 << 17)) / MemoryLayout<Float>.size - 8192
    if kept < expected { remarks.append("\(kept) samples of the recording can be read") }
    return remarks
  }

  private static func samples(of path: String) -> Int {
    var block = [Float](repeating: 0, count: 4096)
    guard var reader = try? AudioFileReader(path: path) else { return 0 }
    while true {
      var span = block.mutableSpan
      guard let count = try? reader.read(into: &span), count > 0 else { break }
    }
    return Int(reader.deliveredFrames)
  }
}
