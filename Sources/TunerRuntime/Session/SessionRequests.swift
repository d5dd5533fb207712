// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Synchronization
internal import Tuning

/// Requests to a running analysis, which reads them without a lock.
///
/// A new request replaces an unread one, so each contains all values. Requests live until the
/// session ends, so the analysis thread frees none.
final class SessionRequests: Sendable {
  final class Request: Sendable {
    let classifier: PitchClassifier?
    let updateRate: UpdateRate?

    init(classifier: PitchClassifier?, updateRate: UpdateRate?) {
      self.classifier = classifier
      self.updateRate = updateRate
    }
  }

  private let waiting = Atomic<UInt>(0)
  private let given = Mutex<[Request]>([])

  /// Posts a request; called on any thread but the analysis.
  func post(classifier: PitchClassifier? = nil, updateRate: UpdateRate? = nil) {
    given.withLock { given in
      let last = given.last
      let request = Request(
        classifier: classifier ?? last?.classifier, updateRate: updateRate ?? last?.updateRate)
      given.append(request)
      waiting.store(
        UInt(bitPattern: Unmanaged.passUnretained(request).toOpaque()), ordering: .releasing)
    }
  }

  /// Returns the newest request since the last call; called on the analysis thread.
  func take() -> Request? {
    guard waiting.load(ordering: .relaxed) != 0 else { return nil }
    let bits = waiting.exchange(0, ordering: .acquiring)
    return UnsafeRawPointer(bitPattern: bits).map {
      Unmanaged<Request>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
