// SPDX-License-Identifier: MIT

import CALSA
import Glibc

/// A device of libasound; closed with its owner.
struct ALSAPCM: PCM, ~Copyable {
  /// Turns off the messages of libasound, once.
  private static let silence: Void = calsa_silence()

  /// `nil` when closed.
  private(set) var handle: OpaquePointer?
  /// The memory for the result of `status`, allocated once.
  private let answer: OpaquePointer?

  init() {
    _ = Self.silence
    var answer: OpaquePointer?
    let code = snd_pcm_status_malloc(&answer)
    self.answer = code < 0 ? nil : answer
  }

  deinit {
    if let handle { snd_pcm_close(handle) }
    snd_pcm_status_free(answer)
  }

  mutating func open(_ name: String, _ direction: StreamDirection) throws(PCMRefusal) {
    close()
    let stream = direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK
    let code = snd_pcm_open(&handle, name, stream, SND_PCM_NONBLOCK)
    if code < 0 {
      handle = nil
      throw PCMRefusal(step: .open, code: -code)
    }
  }

  mutating func close() {
    if let handle { snd_pcm_close(handle) }
    handle = nil
  }

  func prepare() -> Int32 { handle.map { snd_pcm_prepare($0) } ?? -ENODEV }

  func start() -> Int32 { handle.map { snd_pcm_start($0) } ?? -ENODEV }

  func resume() -> Int32 { handle.map { snd_pcm_resume($0) } ?? -ENODEV }

  func wait(milliseconds: Int32) -> Int32 {
    handle.map { snd_pcm_wait($0, milliseconds) } ?? -ENODEV
  }

  func read(_ bytes: UnsafeMutableRawBufferPointer, frames: Int) -> Int {
    guard let handle else { return Int(-ENODEV) }
    return snd_pcm_readi(handle, bytes.baseAddress, snd_pcm_uframes_t(frames))
  }

  func write(_ bytes: UnsafeRawBufferPointer, frames: Int) -> Int {
    guard let handle else { return Int(-ENODEV) }
    return snd_pcm_writei(handle, bytes.baseAddress, snd_pcm_uframes_t(frames))
  }

  func drain() -> Int32 { handle.map { snd_pcm_drain($0) } ?? -ENODEV }

  func status() -> StreamStatus {
    guard let handle else { return StreamStatus(state: .disconnected) }
    guard let answer, snd_pcm_status(handle, answer) >= 0 else {
      return StreamStatus(state: Self.state(snd_pcm_state(handle)))
    }
    var (time, trigger) = (timespec(), timespec())
    snd_pcm_status_get_htstamp(answer, &time)
    snd_pcm_status_get_trigger_htstamp(answer, &trigger)
    // Some plugins omit the delay from the status and report it only when it is requested alone.
    var delay = snd_pcm_status_get_delay(answer)
    if delay == 0 { _ = snd_pcm_delay(handle, &delay) }
    return StreamStatus(
      state: Self.state(snd_pcm_status_get_state(answer)),
      available: Int(clamping: snd_pcm_status_get_avail(answer)), delay: delay,
      time: Self.known(time), triggerTime: Self.known(trigger))
  }

  func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Self.nanoseconds(time)
  }

  func pause(milliseconds: Int32) {
    var rest = timespec(
      tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
    nanosleep(&rest, nil)
  }

  private static func known(_ time: timespec) -> Int64? {
    let value = nanoseconds(time)
    return value > 0 ? value : nil
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func state(_ state: snd_pcm_state_t) -> StreamStatus.State {
    switch state {
    case SND_PCM_STATE_SETUP, SND_PCM_STATE_PREPARED: .ready
    case SND_PCM_STATE_RUNNING: .running
    case SND_PCM_STATE_XRUN: .overrun
    case SND_PCM_STATE_SUSPENDED: .suspended
    case SND_PCM_STATE_DISCONNECTED: .disconnected
    default: .other
    }
  }
}
