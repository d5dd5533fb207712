// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Synchronization
internal import Tuning

/// What a running analysis is asked to do otherwise, without a lock on its side.
///
/// The newest order replaces one that was not picked up yet, so each carries everything. Orders live
/// until the session ends: what the analysis thread puts down is never freed there.
final class SessionOrders: Sendable {
  final class Order: Sendable {
    let classifier: PitchClassifier?
    let updateRate: UpdateRate?

    init(classifier: PitchClassifier?, updateRate: UpdateRate?) {
      self.classifier = classifier
      self.updateRate = updateRate
    }
  }

  private let waiting = Atomic<UInt>(0)
  private let given = Mutex<[Order]>([])

  /// Asks for something else: any thread but the analysis.
  func give(classifier: PitchClassifier? = nil, updateRate: UpdateRate? = nil) {
    given.withLock { given in
      let last = given.last
      let order = Order(
        classifier: classifier ?? last?.classifier, updateRate: updateRate ?? last?.updateRate)
      given.append(order)
      waiting.store(
        UInt(bitPattern: Unmanaged.passUnretained(order).toOpaque()), ordering: .releasing)
    }
  }

  /// Picks up what was asked for since the last time: analysis thread.
  func take() -> Order? {
    guard waiting.load(ordering: .relaxed) != 0 else { return nil }
    let bits = waiting.exchange(0, ordering: .acquiring)
    return UnsafeRawPointer(bitPattern: bits).map {
      Unmanaged<Order>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
