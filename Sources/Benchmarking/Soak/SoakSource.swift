// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import Foundation
internal import Synchronization
internal import TunerRuntime

/// The error that ends the stream of a lost device.
struct SoakDeviceLost: Error {}

/// The state that a simulated device shares with its observers.
final class SoakDevice: Sendable {
  private let open = Atomic<Int>(0)
  private let lost = Atomic<Int>(0)
  private let sent = Atomic<Int>(0)

  /// The number of devices that are open now.
  var openCount: Int { open.load(ordering: .acquiring) }
  /// The number of samples lost so far.
  var lostCount: Int { lost.load(ordering: .acquiring) }
  /// The number of samples sent so far, including lost ones.
  var sentCount: Int { sent.load(ordering: .acquiring) }

  func change(by step: Int) { open.add(step, ordering: .acquiringAndReleasing) }
  func send(_ count: Int, areLost: Bool = false) {
    sent.add(count, ordering: .acquiringAndReleasing)
    if areLost { lost.add(count, ordering: .acquiringAndReleasing) }
  }
}

/// A simulated device that plays a loop by a script, as fast as possible or at real-time pace.
struct SoakSource: CaptureSource, ~Copyable {
  typealias Failure = SoakDeviceLost

  // Values that broken drivers and cables are known to deliver.
  private static let invalidValues: [Float] = [
    .nan, .infinity, -.infinity, .signalingNaN, 3e38, -3e38, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, 1e20, 0,
  ]

  private let loop: SoakLoop
  private let script: SoakScript
  private let device: SoakDevice
  private let canAdvance: @Sendable () -> Bool
  private let onExternalEvent: @Sendable () -> Void
  private let clock: SystemClock?
  private let begin: @Sendable () -> Duration
  /// The samples of one period of the device, 10 ms: every paced block ends at a period.
  private let period: Int
  private var start: Duration?
  private var position = 0
  private var index = 0
  private var invalidLeft = 0

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - loop: the signal.
  ///   - script: the faults.
  ///   - device: counts the samples.
  ///   - clock: paces the stream; `nil` for as fast as possible.
  ///   - begin: called at the first sample; returns its time.
  ///   - canAdvance: true if the listener has caught up; called only without a clock.
  ///   - onExternalEvent: called for an event outside the stream.
  init(
    _ loop: SoakLoop, _ script: SoakScript, device: SoakDevice, clock: SystemClock?,
    begin: @escaping @Sendable () -> Duration, canAdvance: @escaping @Sendable () -> Bool,
    onExternalEvent: @escaping @Sendable () -> Void
  ) {
    self.loop = loop
    self.script = script
    self.device = device
    self.clock = clock
    self.begin = begin
    period = max(1, loop.rate.hertz / 100)
    self.canAdvance = canAdvance
    self.onExternalEvent = onExternalEvent
    device.change(by: 1)
  }

  deinit { device.change(by: -1) }

  var sampleRate: SampleRate { loop.rate }

  mutating func capture(
    into block: inout MutableSpan<Float>
  ) throws(SoakDeviceLost) -> CaptureEvent {
    if clock == nil, !canAdvance() {
      usleep(100)
      return .idle
    }
    while index < script.events.count, script.events[index].place <= position {
      index += 1
      switch script.events[index - 1].event {
      case .lost(let count): return .gap(lost: pass(count, areLost: true))
      case .nonFinite(let count): invalidLeft = count
      case .external: onExternalEvent()
      }
    }
    var count = min(block.count, script.count - position)
    guard count > 0 else {
      if script.isLost { throw SoakDeviceLost() }
      return .ended
    }
    if index < script.events.count { count = min(count, script.events[index].place - position) }
    if clock != nil { count = min(count, period - position % period) }
    for place in 0..<count {
      if invalidLeft > 0 {
        invalidLeft -= 1
        block[place] = Self.invalidValues[(position + place) % Self.invalidValues.count]
      } else {
        block[place] = loop.samples[(position + place) % loop.samples.count]
      }
    }
    return .samples(pass(count))
  }

  /// Advances the stream, at the pace of the clock if there is one.
  private mutating func pass(_ count: Int, areLost: Bool = false) -> Int {
    position += count
    if let clock {
      let start = start ?? begin()
      self.start = start
      clock.wait(until: start + .seconds(Double(position) / Double(loop.rate.hertz)))
    }
    device.send(count, areLost: areLost)
    return count
  }
}
