// SPDX-License-Identifier: MIT

package import Acoustics
package import AudioInput
package import Foundation
import Synchronization

/// The error of a scripted device.
package struct DeviceLost: Error, Hashable, Sendable {
  package init() {}
}

/// A device that follows the steps of a test, and then is idle, ends or fails.
package struct ScriptedSource: CaptureSource, ~Copyable {
  /// One wait of the device.
  package enum Step: Sendable {
    case samples([Float])
    case gap(Int)
    case idle
    /// Waits until a test signals.
    case hold(DispatchSemaphore)

    /// The samples of the step; empty for other steps.
    package var samples: [Float] {
      if case .samples(let samples) = self { samples } else { [] }
    }

    /// The number of samples that the step loses.
    package var lostCount: Int {
      if case .gap(let count) = self { count } else { 0 }
    }
  }

  /// The step after the last one.
  package enum Ending: Sendable {
    case ends, fails
    /// The device stays open without samples.
    case stalls
  }

  package typealias Failure = DeviceLost

  package let sampleRate: SampleRate
  private let steps: [Step]
  private let ending: Ending
  private var index = 0
  /// Held as long as the device is open.
  private let openCount: DeviceUse?

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - steps: what happens.
  ///   - ending: what follows.
  ///   - sampleRate: the samples a second.
  ///   - use: counts the devices that are open.
  package init(
    _ steps: [Step], then ending: Ending = .ends, sampleRate: SampleRate = SampleRate(48000),
    use: DeviceUse? = nil
  ) {
    self.steps = steps
    self.ending = ending
    self.sampleRate = sampleRate
    openCount = use
    use?.change(by: 1)
  }

  deinit { openCount?.change(by: -1) }

  package mutating func capture(
    into block: inout MutableSpan<Float>
  ) throws(DeviceLost) -> CaptureEvent {
    guard index < steps.count else {
      switch ending {
      case .ends: return .ended
      case .fails: throw DeviceLost()
      case .stalls:
        sched_yield()
        return .idle
      }
    }
    index += 1
    switch steps[index - 1] {
    case .samples(let samples):
      precondition(samples.count <= block.count, "A step fits a block.")
      for place in samples.indices { block[place] = samples[place] }
      return .samples(samples.count)
    case .gap(let lost): return .gap(lost: lost)
    case .idle: return .idle
    case .hold(let semaphore):
      semaphore.wait()
      return .idle
    }
  }
}

/// The number of open devices.
package final class DeviceUse: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// The number of devices that are open now.
  package var openCount: Int { count.load(ordering: .acquiring) }

  func change(by step: Int) { count.add(step, ordering: .acquiringAndReleasing) }
}
