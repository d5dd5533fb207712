// SPDX-License-Identifier: MIT

import CALSA
import Glibc

extension ALSAPCM {
  func abilities() throws(PCMRefusal) -> DeviceAbilities {
    let handle = try opened()
    let parameters = try HardwareParameters(of: handle)
    var (fewest, most, lowest, highest) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
    var direction: Int32 = 0
    try Self.check(
      snd_pcm_hw_params_get_channels_min(parameters.pointer, &fewest), .channels)
    try Self.check(snd_pcm_hw_params_get_channels_max(parameters.pointer, &most), .channels)
    try Self.check(
      snd_pcm_hw_params_get_rate_min(parameters.pointer, &lowest, &direction), .rate)
    try Self.check(
      snd_pcm_hw_params_get_rate_max(parameters.pointer, &highest, &direction), .rate)
    let set = parameters.pointer
    return DeviceAbilities(
      formats: SampleFormat.all.filter {
        snd_pcm_hw_params_test_format(handle, set, $0.alsa) == 0
      },
      rates: Self.range(lowest, highest),
      agreedRates: DeviceAbilities.usualRates.filter {
        snd_pcm_hw_params_test_rate(handle, set, UInt32($0), 0) == 0
      },
      channels: Self.range(fewest, most))
  }

  func configure(_ wish: StreamSetup) throws(PCMRefusal) -> StreamSetup {
    let handle = try opened()
    let parameters = try HardwareParameters(of: handle)
    let set = parameters.pointer
    try Self.check(
      snd_pcm_hw_params_set_access(handle, set, SND_PCM_ACCESS_RW_INTERLEAVED), .access)
    try Self.check(snd_pcm_hw_params_set_format(handle, set, wish.format.alsa), .format)
    var channels = UInt32(clamping: wish.channelCount)
    try Self.check(snd_pcm_hw_params_set_channels_near(handle, set, &channels), .channels)
    var rate = UInt32(clamping: wish.rateInHertz)
    var direction: Int32 = 0
    try Self.check(snd_pcm_hw_params_set_rate_near(handle, set, &rate, &direction), .rate)
    // The size of a period is set, not only the number of periods, because some servers would
    // choose periods of seconds.
    var period = snd_pcm_uframes_t(clamping: wish.periodInFrames)
    direction = 0
    try Self.check(
      snd_pcm_hw_params_set_period_size_near(handle, set, &period, &direction), .period)
    var buffer = snd_pcm_uframes_t(clamping: wish.bufferInFrames)
    try Self.check(snd_pcm_hw_params_set_buffer_size_near(handle, set, &buffer), .buffer)
    try Self.check(snd_pcm_hw_params(handle, set), .parameters)
    _ = snd_pcm_hw_params_get_period_size(set, &period, &direction)
    _ = snd_pcm_hw_params_get_buffer_size(set, &buffer)
    try Self.setTimes(of: handle, period: period)
    return StreamSetup(
      format: wish.format, rateInHertz: Int(rate), channelCount: Int(channels),
      periodInFrames: Int(clamping: period), bufferInFrames: Int(clamping: buffer))
  }

  private func opened() throws(PCMRefusal) -> OpaquePointer {
    guard let handle else { throw PCMRefusal(step: .open, code: ENODEV) }
    return handle
  }

  /// Sets one wake-up per period, and the monotonic clock for the device's time stamps.
  private static func setTimes(
    of handle: OpaquePointer, period: snd_pcm_uframes_t
  ) throws(PCMRefusal) {
    var pointer: OpaquePointer?
    try check(snd_pcm_sw_params_malloc(&pointer), .timestamps)
    guard let pointer else { throw PCMRefusal(step: .timestamps, code: ENOMEM) }
    defer { snd_pcm_sw_params_free(pointer) }
    try check(snd_pcm_sw_params_current(handle, pointer), .timestamps)
    try check(snd_pcm_sw_params_set_avail_min(handle, pointer, period), .timestamps)
    // For a device without time stamps, the capture uses the time of its own read.
    _ = snd_pcm_sw_params_set_tstamp_mode(handle, pointer, SND_PCM_TSTAMP_ENABLE)
    _ = snd_pcm_sw_params_set_tstamp_type(handle, pointer, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(snd_pcm_sw_params(handle, pointer), .timestamps)
  }

  private static func range(_ low: UInt32, _ high: UInt32) -> ClosedRange<Int> {
    Int(low)...max(Int(low), Int(high))
  }

  private static func check(_ code: Int32, _ step: PCMRefusal.Step) throws(PCMRefusal) {
    if code < 0 { throw PCMRefusal(step: step, code: -code) }
  }
}

/// The possible configurations of a device, which are narrowed down; freed with its owner.
private struct HardwareParameters: ~Copyable {
  let pointer: OpaquePointer

  init(of handle: OpaquePointer) throws(PCMRefusal) {
    var pointer: OpaquePointer?
    guard snd_pcm_hw_params_malloc(&pointer) >= 0, let pointer else {
      throw PCMRefusal(step: .parameters, code: ENOMEM)
    }
    let code = snd_pcm_hw_params_any(handle, pointer)
    guard code >= 0 else {
      snd_pcm_hw_params_free(pointer)
      throw PCMRefusal(step: .parameters, code: -code)
    }
    self.pointer = pointer
  }

  deinit { snd_pcm_hw_params_free(pointer) }
}

extension SampleFormat {
  /// The number of the format in ALSA.
  fileprivate var alsa: snd_pcm_format_t {
    switch (encoding, isBigEndian) {
    case (.float32, false): SND_PCM_FORMAT_FLOAT_LE
    case (.float32, true): SND_PCM_FORMAT_FLOAT_BE
    case (.int32, false): SND_PCM_FORMAT_S32_LE
    case (.int32, true): SND_PCM_FORMAT_S32_BE
    case (.packed24, false): SND_PCM_FORMAT_S24_3LE
    case (.packed24, true): SND_PCM_FORMAT_S24_3BE
    case (.int24, false): SND_PCM_FORMAT_S24_LE
    case (.int24, true): SND_PCM_FORMAT_S24_BE
    case (.int16, false): SND_PCM_FORMAT_S16_LE
    case (.int16, true): SND_PCM_FORMAT_S16_BE
    }
  }
}
