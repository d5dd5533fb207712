// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Glibc
import Synchronization

/// Captures from a device and recovers from its failures.
///
/// An overrun, a suspension and a device that returns are gaps of known length. Other failures are
/// an ``ALSAError``.
struct PCMCapture<Device: PCM & ~Copyable>: ~Copyable {
  /// The longest wait of one call, in milliseconds.
  private static var waitMilliseconds: Int32 { 20 }
  /// The time without a sample after which a running device has failed, in seconds.
  static var stallSeconds: Double { 5 }

  enum Phase: Hashable {
    /// The device is set up, but not started.
    case ready
    case running
    case suspended
    /// The device is closed on request.
    case released
    /// The device is closed, and opening it is attempted until `deadline`; `code` is the errno of a
    /// device that disappeared.
    case missing(deadline: Int64, code: Int32?)
  }

  let configuration: CaptureConfiguration
  let setup: StreamSetup
  let health = CaptureHealth()
  var device: Device
  var phase = Phase.ready
  var clock: StreamClock?
  var calibrator: ClockCalibrator?
  /// The time of the last sample, or of the last start of the stream.
  var lastArrival: Int64 = 0
  /// Limits a device without a clock of its own to the negotiated rate.
  private var pace: CapturePace
  private let decoder: SampleDecoder
  private let mixer: MonoMixer
  private var bytes: [UInt8]
  private var interleaved: [Float]

  /// Opens and sets up the device.
  ///
  /// - Throws: `ALSAError` of opening and negotiation.
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
    // Room for a period and a backlog: up to a tenth of a second.
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

  /// Waits for the next samples, as in ``CaptureSource``.
  mutating func capture(
    into block: inout MutableSpan<Float>
  ) throws(ALSAError) -> CaptureEvent {
    if health.isReleaseWanted != (phase == .released) { releaseOrReclaim() }
    switch phase {
    case .ready: return try start()
    case .running: return try listen(into: &block)
    case .suspended: return try resumeFromSuspension()
    case .released:
      device.pause(milliseconds: Self.waitMilliseconds)
      return .idle
    case .missing(let deadline, let code): return try reconnect(until: deadline, code)
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
      bytes, byteCount: frames * setup.frameByteCount, by: decoder, through: &interleaved, mixer,
      into: &block)
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
    if let drift = calibrator?.drift { health.setDrift(drift) }
    health.setWaiting(max(0, status.delay))
    if let rate = clock?.measuredRate() {
      health.measuredMillihertz.store(Int(rate * 1000), ordering: .relaxed)
    }
  }

  /// Decodes the bytes that a read has filled, and mixes their channels.
  ///
  /// - Parameters:
  ///   - bytes: the buffer of the device.
  ///   - byteCount: the number of bytes that were filled; old bytes may follow.
  ///   - decoder: decodes the bytes.
  ///   - interleaved: receives the samples of all channels.
  ///   - mixer: mixes the channels.
  ///   - block: receives the mix.
  /// - Returns: the number of samples that were decoded, those of all channels.
  @discardableResult
  static func decode(
    _ bytes: borrowing [UInt8], byteCount: Int, by decoder: SampleDecoder,
    through interleaved: inout [Float], _ mixer: MonoMixer, into block: inout MutableSpan<Float>
  ) -> Int {
    let count: Int
    do {
      var span = interleaved.mutableSpan
      count = bytes.withUnsafeBytes { bytes in
        decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]), into: &span)
      }
    }
    mixer.mix(interleaved.span.extracting(first: count), into: &block)
    return count
  }
}
