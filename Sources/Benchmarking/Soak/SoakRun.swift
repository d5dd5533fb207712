// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
internal import Foundation
internal import PitchDetection
internal import Synchronization
internal import TestSignals
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// A run of one tuner for hours with faults.
///
/// The store and its state last for the whole run. Each episode is a start, a stream and an end, as
/// when a player opens and closes the device.
final class SoakRun {
  /// The bytes that can be written to the recording of the full-disk episode.
  private static let diskBytes = 1 << 19
  private static let pressureBytes = 1 << 28

  private let settings: SoakSettings
  private let loop: SoakLoop
  private let audio = SoakAudio()
  private let clock = SoakClock()
  private let store: TunerStore
  private var numbers: SplitMix64
  private var leaked: [[UInt8]] = []
  private let wall = SystemClock()

  init(_ settings: SoakSettings) {
    self.settings = settings
    loop = SoakLoop(at: settings.sampleRate)
    numbers = SplitMix64(seed: settings.seed)
    var values = TunerSettings()
    if values.set(.frequencyUpdateRate, to: .number(settings.updates.hertz)) != nil {
      preconditionFailure("The rates of a soak can be set.")
    }
    store = TunerStore(
      TunerView(settings: values), audio: audio, settings: EmptyRepository(),
      tunings: EmptyRepository(),
      clock: clock)
  }

  deinit {
    store.shutdown()
    audio.letGo()
  }

  /// Runs one episode.
  func episode(_ fault: SoakFault) -> SoakEpisode {
    let rate = settings.sampleRate
    let script = SoakScript(
      fault, seconds: settings.episodeSeconds, rate: rate, numbers: &numbers)
    let device = SoakDevice()
    let shared = SoakSharedState(
      SoakTally(rate: rate, updates: settings.updates, count: script.count))
    let disk = fault == .fullDisk ? SmallDiskRecording(byteLimit: Self.diskBytes) : nil
    prepare(fault, script, device, shared, disk)
    // The limit holds for every file of the process, so it is always removed.
    disk?.limit()
    store.send(.startListening)
    // An episode that takes longer than a minute more than ten times its length counts as hanging.
    let hasEnded = audio.awaitEnd(within: 10 * settings.episodeSeconds + 60)
    // The recorder may lag behind. It ends with the session, and the limit is removed after it.
    store.settle()
    disk?.unlimit()
    var episode = SoakEpisode(fault: fault, tally: shared.tally)
    let counts = audio.counts
    episode.lost = device.lostCount
    episode.missed = counts?.missedSamples ?? 0
    episode.dropped = counts?.droppedResults ?? 0
    episode.overflowed = counts?.overflowedSamples ?? 0
    episode.remarks = endRemarks(fault, device) + (disk?.remarks ?? [])
    if !hasEnded { episode.remarks.append("it did not come to its end") }
    if shared.expectsDrops(fault), episode.dropped == 0 {
      episode.remarks.append("a reader that stood still lost nothing: the fault did not come")
    }
    if shared.hasMissedFault {
      episode.remarks.append("the process was not stopped: the fault did not come")
    }
    if settings.defect == .leak { leaked.append([UInt8](repeating: 1, count: 4 << 20)) }
    episode.resident = ResidentMemory.now
    return episode
  }

  private func endRemarks(_ fault: SoakFault, _ device: SoakDevice) -> [String] {
    let view = store.view
    var remarks: [String] = []
    if view.phase != .idle || view.state.isListening { remarks.append("it still listens") }
    let expected = fault == .deviceLoss ? TunerError.audio(.deviceUnavailable) : nil
    if view.state.error != expected {
      remarks.append(view.state.error.map { "it says: \($0)" } ?? "the loss is not reported")
    }
    let open = device.openCount + (settings.defect == .device ? 1 : 0)
    if open != 0 { remarks.append("the device is not closed") }
    return remarks
  }

  private func prepare(
    _ fault: SoakFault, _ script: SoakScript, _ device: SoakDevice, _ shared: SoakSharedState,
    _ disk: SmallDiskRecording?
  ) {
    let (audio, loop, wall) = (audio, loop, wall)
    let pace = settings.isPaced ? wall : nil
    let onExternalEvent = externalEvent(fault, device, shared)
    var configuration = LiveSession.Configuration()
    // At real-time priority, a run that is not paced would starve the machine. Locked memory would
    // include the stacks of ended threads, whose number varies.
    configuration.isRealTime = settings.isPaced
    if let disk { configuration.makeRecorder = { disk.recorder(at: $0) } }
    let live = SoakAudio.Live(
      configuration: configuration,
      detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
      open: { () throws(SoakDeviceLost) in
        SoakSource(
          loop, script, device: device, clock: pace, begin: { shared.begin(at: wall) },
          canAdvance: { audio.hasCaughtUp(isReaderStalled: shared.isStalling) },
          onExternalEvent: onExternalEvent)
      }, failure: { _ in .deviceUnavailable })
    audio.prepare(live, receiver(script, device, shared))
  }

  /// Returns the action of a fault that does not come from the device.
  private func externalEvent(
    _ fault: SoakFault, _ device: SoakDevice, _ shared: SoakSharedState
  ) -> @Sendable () -> Void {
    let (audio, clock, pause) = (audio, clock, settings.pause)
    return {
      shared.disturb(at: device.sentCount)
      switch fault {
      case .clockJump: clock.jump(milliseconds: 3_600_000)
      case .pause: if pause?() == false { shared.missFault() }
      case .memoryPressure: ResidentMemory.press(count: Self.pressureBytes)
      case .slowReader: shared.stall(from: audio.emittedCount)
      case .noFault, .dropouts, .nonFinite, .deviceLoss, .fullDisk: break
      }
    }
  }

  /// Returns the receiver of the events of an episode, which compares the results with the script.
  private func receiver(
    _ script: SoakScript, _ device: SoakDevice, _ shared: SoakSharedState
  ) -> @Sendable (SessionEvent) -> Void {
    let (audio, loop, wall, rate) = (audio, loop, wall, settings.sampleRate)
    let (isPaced, isLossy) = (settings.isPaced, settings.defect == .loss)
    return { [store] event in
      guard case .result(let emission) = event, let result = emission.result else { return }
      if isLossy, result.timestamp.samples % Int64(rate.hertz) == 0 { return }
      shared.stall(at: { device.sentCount }) {
        audio.emittedCount - $0 > SoakSharedState.stallCount || device.sentCount >= script.count
      }
      let place = result.timestamp
      // The device reports a loss after it has ended.
      let age =
        !isPaced || script.lostSample(before: place)
        ? nil : (wall.now - shared.beginning) / .seconds(1) - place.seconds(at: rate)
      shared.take(
        result, store.view, truth: script.isClean(place, at: rate) ? loop.pitch(at: place) : nil,
        lateness: age, rate: rate)
    }
  }
}
