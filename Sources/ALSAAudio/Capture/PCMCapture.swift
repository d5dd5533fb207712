// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Glibc
import Synchronization

/// Listens to a device through whatever happens to it.
///
/// An overrun, a suspension and, with patience, a device that comes back are gaps of known length;
/// what can't be got over is an ``ALSAError``.
struct PCMCapture<Device: PCM & ~Copyable>: ~Copyable {
  /// How long one call waits at most, in milliseconds.
  private static var waitMilliseconds: Int32 { 20 }
  /// After how long without a sample a running device is given up, in seconds.
  static var stallSeconds: Double { 5 }

  enum Phase: Hashable {
    /// Set up, not started.
    case ready
    case running
    case suspended
    /// Closed because somebody asked.
    case released
    /// Closed, and tried again until then; the errno is that of a device that went by itself.
    case missing(deadline: Int64, code: Int32?)
  }

  let configuration: CaptureConfiguration
  let setup: StreamSetup
  let health = CaptureHealth()
  var device: Device
  var phase = Phase.ready
  var clock: StreamClock?
  var calibrator: ClockCalibrator?
  /// When the last sample came, or the stream (re)started.
  var lastArrival: Int64 = 0
  /// Keeps a device without a clock of its own at the pace that it agreed to.
  private var pace: CapturePace
  private let decoder: SampleDecoder
  private let mixer: MonoMixer
  private var bytes: [UInt8]
  private var interleaved: [Float]

  /// Opens and sets up the device.
  ///
  /// - Throws: `ALSAError` of the opening and the negotiation.
  init(_ configuration: CaptureConfiguration, device: consuming Device) throws(ALSAError) {
    var device = device
    let setup = try Self.open(configuration, with: &device)
    let mixer: MonoMixer
    do {
      mixer = try MonoMixer(
        channelCount: setup.channelCount, selection: configuration.channels)
    } catch {
      let wanted = if case .channel(let number) = configuration.channels { number } else { 1 }
      throw .noSuchChannel(
        name: configuration.deviceName, required: wanted, available: setup.channelCount)
    }
    // Room for a period, and for what has piled up: as much as fits in a tenth of a second.
    let frames = max(setup.periodInFrames, setup.rateInHertz / 10)
    self.configuration = configuration
    self.device = device
    self.setup = setup
    self.mixer = mixer
    pace = CapturePace(rateInHertz: setup.rateInHertz)
    decoder = SampleDecoder(format: setup.format)
    bytes = Array(repeating: 0, count: frames * setup.frameByteCount)
    interleaved = Array(repeating: 0, count: frames * setup.channelCount)
  }

  var sampleRate: SampleRate { SampleRate(setup.rateInHertz) }

  /// Waits for what comes next, as ``CaptureSource`` has it.
  mutating func capture(
    into block: inout MutableSpan<Float>
  ) throws(ALSAError) -> CaptureEvent {
    if health.isReleaseWanted != (phase == .released) { changeHands() }
    switch phase {
    case .ready: return try start()
    case .running: return try listen(into: &block)
    case .suspended: return try wakeUp()
    case .released:
      device.pause(milliseconds: Self.waitMilliseconds)
      return .idle
    case .missing(let deadline, let code): return try lookAgain(until: deadline, code)
    }
  }

  private mutating func listen(
    into block: inout MutableSpan<Float>
  ) throws(ALSAError) -> CaptureEvent {
    let answer = device.wait(milliseconds: Self.waitMilliseconds)
    if answer < 0 { return try recover(from: -answer) }
    if answer == 0 { return try notice(.idle) }
    let frames = min(block.count, bytes.count / setup.frameByteCount)
    let count = Self.read(frames, from: &device, into: &bytes)
    if count < 0 { return try recover(from: Int32(-count)) }
    if count == 0 { return try notice(.idle) }
    take(min(count, frames), into: &block)
    return .samples(min(count, frames))
  }

  private static func read(
    _ frames: Int, from device: inout Device, into bytes: inout [UInt8]
  ) -> Int {
    bytes.withUnsafeMutableBytes { device.read($0, frames: frames) }
  }

  private mutating func take(_ frames: Int, into block: inout MutableSpan<Float>) {
    Self.decode(
      bytes, frames * setup.channelCount, by: decoder, through: &interleaved, mixer, into: &block)
    var last = frames
    while last > 0, block[last - 1] == 0 { last -= 1 }
    if last == 0 {
      health.zeroSamples.add(frames, ordering: .relaxed)
    } else {
      health.zeroSamples.store(frames - last, ordering: .relaxed)
    }
    let status = device.status()
    let now = device.now()
    lastArrival = now
    if pace.isAhead(after: frames, at: now) { device.pause(milliseconds: Self.waitMilliseconds) }
    clock?.read(frames, available: max(0, status.available), at: status.time ?? now)
    if let end = clock?.end { calibrator?.read(frames, end: end) }
    if let drift = calibrator?.drift { health.drifts(drift) }
    health.waiting(max(0, status.delay))
    if let rate = clock?.measuredRate() {
      health.measuredMillihertz.store(Int(rate * 1000), ordering: .relaxed)
    }
  }

  private static func decode(
    _ bytes: borrowing [UInt8], _ samples: Int, by decoder: SampleDecoder,
    through interleaved: inout [Float], _ mixer: MonoMixer, into block: inout MutableSpan<Float>
  ) {
    do {
      var span = interleaved.mutableSpan
      _ = bytes.withUnsafeBytes { decoder.decode($0, into: &span) }
    }
    mixer.mix(interleaved.span.extracting(first: samples), into: &block)
  }
}
