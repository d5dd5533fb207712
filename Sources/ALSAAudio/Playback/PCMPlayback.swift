// SPDX-License-Identifier: MIT

import Acoustics
import Glibc

/// Plays mono samples on a device, through underruns and suspensions.
struct PCMPlayback<Device: PCM & ~Copyable>: ~Copyable {
  private static var waitMilliseconds: Int32 { 50 }
  /// The time without an accepted sample after which a device has failed, in seconds.
  private static var stallSeconds: Double { 5 }
  /// Frames encoded at a time.
  private static var blockCount: Int { 4096 }

  let name: String
  let setup: StreamSetup
  private(set) var underrunCount = 0
  private var device: Device
  private var lastProgress: Int64

  /// Opens and sets up the device.
  ///
  /// - Throws: `ALSAError` of opening and negotiation.
  init(name: String, preferredRate: SampleRate, device: consuming Device) throws(ALSAError) {
    var device = device
    do {
      try device.open(name, .playback)
    } catch {
      throw ALSAError(error, name: name)
    }
    let setup = try Negotiation.agree(with: &device, named: name) { abilities, format in
      let rate = min(
        max(preferredRate.hertz, abilities.rates.lowerBound), abilities.rates.upperBound)
      return StreamSetup(
        format: format, rateInHertz: rate, channelCount: max(1, abilities.channels.lowerBound),
        periodInFrames: rate / 50, bufferInFrames: rate / 5)
    }
    self.name = name
    self.setup = setup
    lastProgress = device.now()
    self.device = device
  }

  /// Writes all of `samples`, as fast as the device takes them.
  ///
  /// - Parameters:
  ///   - samples: at full scale ±1, at the rate of `setup`.
  ///   - isWanted: called between periods; `false` ends the playback early.
  /// - Returns: true if all samples were written.
  /// - Throws: `ALSAError`, when the device accepts no more samples.
  mutating func write(
    _ samples: Span<Float>, while isWanted: () -> Bool
  ) throws(ALSAError) -> Bool {
    let encoder = SampleEncoder(format: setup.format)
    var first = 0
    lastProgress = device.now()
    while first < samples.count {
      let end = min(first + Self.blockCount, samples.count)
      let bytes = encoder.encode(
        samples.extracting(first..<end), channelCount: setup.channelCount)
      var done = 0
      while done < end - first {
        guard isWanted() else { return false }
        done += try push(bytes, from: done, count: end - first - done)
      }
      first = end
    }
    return true
  }

  /// Waits until all written samples were played.
  ///
  /// - Parameter isWanted: called periodically; `false` ends the wait.
  /// - Throws: `ALSAError.stalled`, when they are never played.
  mutating func finish(while isWanted: () -> Bool) throws(ALSAError) {
    lastProgress = device.now()
    // A device does not start automatically before its buffer is full.
    if device.status().state == .ready { _ = device.start() }
    let timeout = Double(setup.bufferInFrames) / Double(setup.rateInHertz) + Self.stallSeconds
    while isWanted() {
      let code = device.drain()
      guard code == -EAGAIN || code == -EINTR else { return }
      guard device.status().state != .ready else { return }
      guard secondsWithoutProgress < timeout else {
        throw .stalled(name: name, seconds: secondsWithoutProgress)
      }
      device.pause(milliseconds: Self.waitMilliseconds)
    }
  }

  private var secondsWithoutProgress: Double {
    mutating get { Double(device.now() - lastProgress) * 1e-9 }
  }

  /// Writes once and recovers from a failure; returns the number of frames written.
  private mutating func push(_ bytes: [UInt8], from frame: Int, count: Int) throws(ALSAError) -> Int
  {
    let wide = setup.frameByteCount
    let written = bytes.withUnsafeBytes { all in
      device.write(.init(rebasing: all[(frame * wide)...]), frames: count)
    }
    if written > 0 {
      lastProgress = device.now()
      return min(written, count)
    }
    switch Int32(-written) {
    case 0, EAGAIN, EINTR:
      guard secondsWithoutProgress < Self.stallSeconds else {
        throw .stalled(name: name, seconds: secondsWithoutProgress)
      }
      let code = device.wait(milliseconds: Self.waitMilliseconds)
      if code < 0 { try recover(from: -code) }
    case let code: try recover(from: code)
    }
    return 0
  }

  private mutating func recover(from code: Int32) throws(ALSAError) {
    switch code {
    case EAGAIN, EINTR: return
    case EPIPE:
      underrunCount += 1
      try prepare()
    case ESTRPIPE:
      switch -device.resume() {
      case 0: return
      case EAGAIN: device.pause(milliseconds: Self.waitMilliseconds)
      default: try prepare()
      }
    default:
      throw ALSAError(broken: code, state: device.status().state, name: name)
    }
  }

  private mutating func prepare() throws(ALSAError) {
    let code = device.prepare()
    if code < 0 {
      throw ALSAError(broken: -code, state: device.status().state, name: name)
    }
  }
}
