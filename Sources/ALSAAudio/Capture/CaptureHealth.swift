// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Synchronization

/// The condition of a running capture, which any thread may read, and the requests to release the
/// device.
///
/// The capture thread only counts. A thread that displays the condition polls it.
public final class CaptureHealth: Sendable {
  /// The counts at one moment.
  public struct Snapshot: Hashable, Sendable {
    /// The number of overruns.
    public var overruns: Int
    /// The number of suspensions.
    public var suspensions: Int
    /// The number of times the device returned.
    public var reconnections: Int
    /// The number of samples lost in all overruns, suspensions and disconnections.
    public var lostSamples: Int
    /// The samples waiting in the device now, from `snd_pcm_delay`.
    public var backlog: Int
    /// The largest number of waiting samples so far.
    public var peakBacklog: Int
    /// The number of newest samples that are exactly zero.
    public var zeroSamples: Int
    /// The measured rate of the samples; `nil` until it is known.
    public var measuredRate: Double?
    /// The drift of the device's clock against the system's; `nil` until it is known.
    public var drift: ClockDrift?
  }

  let overruns = Atomic<Int>(0)
  let suspensions = Atomic<Int>(0)
  let reconnections = Atomic<Int>(0)
  let lostSamples = Atomic<Int>(0)
  let backlog = Atomic<Int>(0)
  let peakBacklog = Atomic<Int>(0)
  let zeroSamples = Atomic<Int>(0)
  /// The measured rate in thousandths of a hertz; 0 until it is known.
  let measuredMillihertz = Atomic<Int>(0)
  // Parts per million, their standard error, and seconds; the last is 0 until they are known.
  private let driftValue = Atomic<UInt64>(0)
  private let driftSigma = Atomic<UInt64>(0)
  private let driftSeconds = Atomic<UInt64>(0)
  private let releaseIsWanted = Atomic<Bool>(false)
  private let deviceIsOpen = Atomic<Bool>(true)

  init() {}

  /// The counts now.
  public var snapshot: Snapshot {
    let rate = measuredMillihertz.load(ordering: .relaxed)
    return Snapshot(
      overruns: overruns.load(ordering: .relaxed),
      suspensions: suspensions.load(ordering: .relaxed),
      reconnections: reconnections.load(ordering: .relaxed),
      lostSamples: lostSamples.load(ordering: .relaxed),
      backlog: backlog.load(ordering: .relaxed),
      peakBacklog: peakBacklog.load(ordering: .relaxed),
      zeroSamples: zeroSamples.load(ordering: .relaxed),
      measuredRate: rate == 0 ? nil : Double(rate) / 1000, drift: drift)
  }

  private var drift: ClockDrift? {
    let seconds = Double(bitPattern: driftSeconds.load(ordering: .acquiring))
    guard seconds > 0 else { return nil }
    return ClockDrift(
      clock: PartsPerMillion(Double(bitPattern: driftValue.load(ordering: .relaxed))),
      sigma: PartsPerMillion(Double(bitPattern: driftSigma.load(ordering: .relaxed))),
      seconds: seconds)
  }

  func setDrift(_ drift: ClockDrift) {
    driftValue.store(drift.clock.value.bitPattern, ordering: .relaxed)
    driftSigma.store(drift.sigma.value.bitPattern, ordering: .relaxed)
    driftSeconds.store(drift.seconds.bitPattern, ordering: .releasing)
  }

  /// True while the device is open.
  public var isOpen: Bool { deviceIsOpen.load(ordering: .acquiring) }

  /// Requests that the capture releases the device, for a program that is about to be suspended.
  ///
  /// The next call of `capture` closes it.
  public func release() { releaseIsWanted.store(true, ordering: .releasing) }

  /// Requests that the capture opens the device again.
  ///
  /// The time between is a gap.
  public func reclaim() { releaseIsWanted.store(false, ordering: .releasing) }

  var isReleaseWanted: Bool { releaseIsWanted.load(ordering: .acquiring) }

  func setOpen(_ isOpen: Bool) { deviceIsOpen.store(isOpen, ordering: .releasing) }

  func countLost(_ count: Int) { lostSamples.add(count, ordering: .relaxed) }

  func setWaiting(_ count: Int) {
    backlog.store(count, ordering: .relaxed)
    if count > peakBacklog.load(ordering: .relaxed) {
      peakBacklog.store(count, ordering: .relaxed)
    }
  }
}
