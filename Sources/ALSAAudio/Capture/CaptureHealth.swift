// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Synchronization

/// What a capture has been through, for any thread to read while it runs, and its one lever.
///
/// The capture thread counts here and says nothing; whoever shows something to a person asks now and
/// then.
public final class CaptureHealth: Sendable {
  /// The counts at one moment.
  public struct Snapshot: Hashable, Sendable {
    /// Times that the device ran over.
    public var overruns: Int
    /// Times that it was suspended.
    public var suspensions: Int
    /// Times that it came back after it had gone, or was given back.
    public var reconnections: Int
    /// Samples lost in all of these.
    public var lostSamples: Int
    /// Samples that wait in the device now, as `snd_pcm_delay` tells.
    public var backlog: Int
    /// The most that ever waited.
    public var peakBacklog: Int
    /// Samples in a row that were exactly zero, up to now.
    public var zeroSamples: Int
    /// The rate of the samples as they come in, once it is known.
    public var measuredRate: Double?
    /// How fast the device's clock runs against the system's, once that is known.
    public var drift: ClockDrift?
  }

  let overruns = Atomic<Int>(0)
  let suspensions = Atomic<Int>(0)
  let reconnections = Atomic<Int>(0)
  let lostSamples = Atomic<Int>(0)
  let backlog = Atomic<Int>(0)
  let peakBacklog = Atomic<Int>(0)
  let zeroSamples = Atomic<Int>(0)
  /// In thousandths of a hertz; 0 until it is known.
  let measuredMillihertz = Atomic<Int>(0)
  // Parts per million, their error, and seconds; the last is 0 until they are known.
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

  func drifts(_ drift: ClockDrift) {
    driftValue.store(drift.clock.value.bitPattern, ordering: .relaxed)
    driftSigma.store(drift.sigma.value.bitPattern, ordering: .relaxed)
    driftSeconds.store(drift.seconds.bitPattern, ordering: .releasing)
  }

  /// Whether the device is open.
  public var isOpen: Bool { deviceIsOpen.load(ordering: .acquiring) }

  /// Asks the capture to give the device back, as a program does that is about to be stopped: the
  /// next call of `capture` closes it.
  public func release() { releaseIsWanted.store(true, ordering: .releasing) }

  /// Asks the capture to open the device again; the time between is a gap.
  public func reclaim() { releaseIsWanted.store(false, ordering: .releasing) }

  var isReleaseWanted: Bool { releaseIsWanted.load(ordering: .acquiring) }

  func isOpen(_ isOpen: Bool) { deviceIsOpen.store(isOpen, ordering: .releasing) }

  func lost(_ count: Int) { lostSamples.add(count, ordering: .relaxed) }

  func waiting(_ count: Int) {
    backlog.store(count, ordering: .relaxed)
    if count > peakBacklog.load(ordering: .relaxed) {
      peakBacklog.store(count, ordering: .relaxed)
    }
  }
}
