// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import PitchDetection
import Synchronization
import Testing
import TunerPipeline
import TunerState
import TunerTesting
import Tuning

@testable import TunerRuntime

@Suite("The threads of a session")
struct SessionThreadTests {
  @Test(
    "if the system can't start one of them, the others end, and the recording too",
    arguments: 0..<3)
  func noThread(missing: Int) throws {
    let count = Mutex(0)
    let recorder = Mutex<SessionRecorder?>(nil)
    var configuration = LiveSessionTests.quiet
    configuration.startThread = { body in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return number == missing ? nil : SystemThread(body)
    }
    configuration.makeRecorder = { rate in
      let made = SessionRecorder(sampleRate: rate)
      recorder.withLock { $0 = made }
      return made
    }
    let error = #expect(throws: AudioError.self) {
      _ = try LiveSession(
        source: ScriptedSource(LiveSessionTests.steps(LiveSessionTests.note(1))),
        pipeline: LiveSessionTests.pipeline(), configuration: configuration
      ) { _ in .deviceUnavailable }
    }
    #expect(error?.description.contains("no thread left") == true)
    #expect(recorder.withLock { $0 }?.ring.isFinished == true)
  }

  /// A reference that does not keep its object alive.
  private final class WeakReference {
    weak var object: AnyObject?
  }

  private static func pipeline(
    _ classifier: PitchClassifier
  ) throws -> TunerPipeline<PitchEngine> {
    try TunerPipeline(
      sampleRate: LiveSessionTests.rate, updateRate: .standard, classifier: classifier,
      detector: PitchEngine(.init(sampleRate: LiveSessionTests.rate)))
  }

  private func session(_ targets: WeakReference) throws -> LiveSession {
    let classifier = PitchClassifier(selection: .strings(.standard))
    // The only property of a classifier is an object that its copies share.
    targets.object = unsafeBitCast(classifier, to: AnyObject.self)
    return try LiveSession(
      source: ScriptedSource([]), pipeline: Self.pipeline(classifier),
      configuration: LiveSessionTests.quiet
    ) { _ in .deviceUnavailable }
  }

  @Test("the analysis does not free the targets that the session began with")
  func firstTargets() throws {
    let targets = WeakReference()
    do {
      let session = try session(targets)
      session.observe { _ in }
      session.join()
      #expect(targets.object != nil)
      withExtendedLifetime(session) {}
    }
    #expect(targets.object == nil)
  }
}
