// SPDX-License-Identifier: MIT

import Glibc

@testable import ALSAAudio

/// The script of a device, written before it runs and read afterwards.
final class Script {
  /// An event of a stream.
  enum Fault: Equatable {
    /// The device overruns, and the program restarts it after this time.
    case overrun(milliseconds: Int64)
    /// The machine suspends the device; `resume` returns these results in turn.
    case suspension(milliseconds: Int64, answers: [Int32])
    /// One call returns this errno.
    case answer(Int32)
    /// The device is unplugged, and can be opened after this time; `nil` for never.
    case unplugged(backAfter: Int64?)
    /// The device transfers nothing, and reports that it runs.
    case stall
  }

  /// The true and the negotiated rate of the device, in samples a second.
  var (trueRate, agreedRate) = (48000.0, 48000)
  var abilities = DeviceAbilities(
    formats: [SampleFormat(.float32)], rates: 8000...192_000, agreedRates: [48000],
    channels: 1...2)
  /// The refusals of `configure`, with their reasons.
  var refusals: [SampleFormat: PCMRefusal] = [:]
  /// The errnos that opening returns in turn; `nil` for success.
  var openAnswers: [Int32] = []
  /// The faults by the frame at which they occur, in order.
  var faults: [(frame: Int, fault: Fault)] = []
  /// The largest number of frames that a read returns.
  var longestRead = Int.max
  /// The delay of the device's status, in nanoseconds.
  var lateness: () -> Int64 = { 0 }
  /// The steps of the device's pointer, in frames.
  var pointerStep = 1
  /// True where the device reports times.
  var tellsTime = true
  /// Sample `frame` of a channel; its own number by default, exact up to 2²⁴.
  var sample: (_ frame: Int, _ channel: Int) -> Float = { frame, _ in Float(frame) }

  /// The setups that were asked for.
  var wishes: [StreamSetup] = []
  /// The number of openings, and the current state.
  var (openCount, isOpen) = (0, false)
  /// The written bytes.
  var written: [UInt8] = []
  /// Time since the start, in nanoseconds.
  var time: Int64 = 1_000_000_000
}

/// A device that follows a script in simulated time.
///
/// The capture delivers one long stream. The value of each sample is its number, so a test knows
/// the true position of each sample.
struct ScriptedPCM: PCM, ~Copyable {
  let script: Script
  private var setup: StreamSetup?
  private var state = StreamStatus.State.other
  private var origin: Int64?
  private var cursor = 0
  private var trigger: Int64 = 0
  private var stalled = false
  private var resumeAnswers: [Int32] = []
  private var backAt: Int64?
  private var written = 0

  init(_ script: Script) { self.script = script }

  /// The number of frames that the device has played since it was first started.
  private var played: Int {
    guard let origin else { return 0 }
    return Int(Double(script.time - origin) * 1e-9 * script.trueRate)
  }

  mutating func open(_ name: String, _ direction: StreamDirection) throws(PCMRefusal) {
    script.openCount += 1
    if let backAt, script.time < backAt { throw PCMRefusal(step: .open, code: ENOENT) }
    if !script.openAnswers.isEmpty {
      let code = script.openAnswers.removeFirst()
      if code != 0 { throw PCMRefusal(step: .open, code: code) }
    }
    script.isOpen = true
    state = .ready
  }

  mutating func close() {
    script.isOpen = false
    state = .disconnected
  }

  func abilities() throws(PCMRefusal) -> DeviceAbilities { script.abilities }

  mutating func configure(_ wish: StreamSetup) throws(PCMRefusal) -> StreamSetup {
    script.wishes.append(wish)
    if let refusal = script.refusals[wish.format] { throw refusal }
    var agreed = wish
    agreed.rateInHertz = script.agreedRate
    setup = agreed
    return agreed
  }

  mutating func prepare() -> Int32 {
    guard script.isOpen else { return -ENODEV }
    state = .ready
    return 0
  }

  mutating func start() -> Int32 {
    guard script.isOpen else { return -ENODEV }
    if origin == nil { origin = script.time }
    cursor = played
    trigger = script.time
    state = .running
    return 0
  }

  mutating func resume() -> Int32 {
    guard !resumeAnswers.isEmpty else { return -ENOSYS }
    let answer = resumeAnswers.removeFirst()
    if answer == 0 {
      cursor = played
      trigger = script.time
      state = .running
    }
    return -answer
  }

  mutating func wait(milliseconds: Int32) -> Int32 {
    guard script.isOpen, let setup else { return -ENODEV }
    if stalled || state != .running {
      pause(milliseconds: milliseconds)
      return 0
    }
    // One nanosecond more than the period, because of rounding.
    let missing = max(0, setup.periodInFrames - (played - cursor))
    let needed = Int64(Double(missing) * 1e9 / script.trueRate) + 1
    let allowed = Int64(milliseconds) * 1_000_000
    script.time += min(needed, allowed)
    return needed <= allowed ? 1 : 0
  }

  mutating func read(_ bytes: UnsafeMutableRawBufferPointer, frames: Int) -> Int {
    guard let setup, script.isOpen else { return Int(-ENODEV) }
    if !script.faults.isEmpty, cursor >= script.faults[0].frame {
      return happen(script.faults.remove(at: 0).fault)
    }
    let count = min(frames, played - cursor, script.longestRead)
    guard count > 0 else { return Int(-EAGAIN) }
    for frame in 0..<count {
      for channel in 0..<setup.channelCount {
        bytes.storeBytes(
          of: script.sample(cursor + frame, channel),
          toByteOffset: 4 * (frame * setup.channelCount + channel), as: Float.self)
      }
    }
    cursor += count
    return count
  }

  private mutating func happen(_ fault: Script.Fault) -> Int {
    switch fault {
    case .overrun(let milliseconds):
      script.time += milliseconds * 1_000_000
      state = .overrun
      return Int(-EPIPE)
    case .suspension(let milliseconds, let answers):
      script.time += milliseconds * 1_000_000
      resumeAnswers = answers
      state = .suspended
      return Int(-ESTRPIPE)
    case .answer(let code): return Int(-code)
    case .unplugged(let milliseconds):
      state = .disconnected
      backAt = milliseconds.map { script.time + $0 * 1_000_000 } ?? .max
      return Int(-ENODEV)
    case .stall:
      stalled = true
      return Int(-EAGAIN)
    }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer, frames: Int) -> Int {
    guard let setup, script.isOpen else { return Int(-ENODEV) }
    if !script.faults.isEmpty, written >= script.faults[0].frame {
      return happen(script.faults.remove(at: 0).fault)
    }
    if stalled || state != .ready && state != .running { return Int(-EAGAIN) }
    let count = min(frames, script.longestRead)
    script.written.append(contentsOf: bytes.prefix(count * setup.frameByteCount))
    written += count
    state = .running
    return count
  }

  mutating func drain() -> Int32 {
    guard script.isOpen else { return -ENODEV }
    if stalled { return -EAGAIN }
    state = .ready
    return 0
  }

  func status() -> StreamStatus {
    let isKnown = script.tellsTime
    let available = max(0, played / script.pointerStep * script.pointerStep - cursor)
    return StreamStatus(
      state: state, available: available, delay: available,
      time: isKnown ? script.time + script.lateness() : nil, triggerTime: isKnown ? trigger : nil)
  }

  func now() -> Int64 { script.time }

  func pause(milliseconds: Int32) { script.time += Int64(milliseconds) * 1_000_000 }
}
