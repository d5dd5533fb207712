// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Glibc
import Synchronization

extension PCMCapture where Device: ~Copyable {
  /// The time before another attempt to open a device that disappeared, in milliseconds.
  private static var retryMilliseconds: Int32 { 50 }

  static func open(
    _ configuration: CaptureConfiguration, with device: inout Device
  ) throws(ALSAError) -> StreamSetup {
    do {
      try device.open(configuration.deviceName, .capture)
    } catch {
      throw ALSAError(error, name: configuration.deviceName)
    }
    return try Negotiation.agree(with: &device, named: configuration.deviceName) {
      configuration.wish(for: $0, format: $1)
    }
  }

  /// Starts or restarts the stream.
  ///
  /// The time without a stream is a gap.
  mutating func start() throws(ALSAError) -> CaptureEvent {
    let code = device.start()
    if code < 0, code != -EBADFD { return try breakOff(-code) }
    return restarted()
  }

  /// Records the time of the start, and returns the samples lost before it.
  private mutating func restarted() -> CaptureEvent {
    let status = device.status()
    lastArrival = device.now()
    let time = status.triggerTime ?? lastArrival
    phase = .running
    guard clock != nil else {
      clock = StreamClock(rateInHertz: setup.rateInHertz, start: time)
      calibrator = ClockCalibrator(rateInHertz: setup.rateInHertz)
      return .idle
    }
    let lost = clock?.restart(at: time) ?? 0
    calibrator?.restart()
    guard lost > 0 else { return .idle }
    health.countLost(lost)
    return .gap(lost: lost)
  }

  /// Checks the stream if nothing arrives, because it may have stopped without an error.
  mutating func notice(_ event: CaptureEvent) throws(ALSAError) -> CaptureEvent {
    let state = device.status().state
    switch state {
    case .overrun: return try recover(from: EPIPE)
    case .suspended: return try recover(from: ESTRPIPE)
    case .disconnected: return try breakOff(ENODEV)
    case .ready, .running, .other:
      let seconds = Double(device.now() - lastArrival) * 1e-9
      guard seconds < Self.stallSeconds else {
        throw .stalled(name: configuration.deviceName, seconds: seconds)
      }
      return event
    }
  }

  /// Recovers from a failed call, or throws.
  mutating func recover(from code: Int32) throws(ALSAError) -> CaptureEvent {
    switch code {
    case EAGAIN, EINTR: return try notice(.idle)
    case EPIPE:
      health.overruns.add(1, ordering: .relaxed)
      return try prepareAndStart()
    case ESTRPIPE:
      health.suspensions.add(1, ordering: .relaxed)
      phase = .suspended
      return try resumeFromSuspension()
    default:
      switch device.status().state {
      case .overrun: return try recover(from: EPIPE)
      case .suspended: return try recover(from: ESTRPIPE)
      default: return try breakOff(code)
      }
    }
  }

  private mutating func prepareAndStart() throws(ALSAError) -> CaptureEvent {
    let code = device.prepare()
    if code < 0 { return try breakOff(-code) }
    return try start()
  }

  /// Resumes after a suspension, with one attempt per call while the device reports that it is not
  /// ready.
  mutating func resumeFromSuspension() throws(ALSAError) -> CaptureEvent {
    let code = device.resume()
    switch -code {
    case EAGAIN, EINTR:
      device.pause(milliseconds: Self.retryMilliseconds)
      return .idle
    case ...0 where device.status().state == .running: return restarted()
    case ENODEV, ENXIO: return try breakOff(-code)
    default: return try prepareAndStart()
    }
  }

  /// Closes a device that disappeared, permanently or until it returns.
  mutating func breakOff(_ code: Int32) throws(ALSAError) -> CaptureEvent {
    let state = device.status().state
    let error = ALSAError(broken: code, state: state, name: configuration.deviceName)
    close()
    guard configuration.reconnectSeconds > 0, error.kind == .unavailable else { throw error }
    let timeout = Int64(configuration.reconnectSeconds * 1e9)
    phase = .missing(deadline: device.now() + timeout, code: code)
    return .idle
  }

  private mutating func close() {
    device.close()
    health.setOpen(false)
    health.backlog.store(0, ordering: .relaxed)
  }

  /// Opens a device that disappeared, with one attempt per call.
  mutating func reconnect(until deadline: Int64, _ code: Int32?) throws(ALSAError) -> CaptureEvent {
    do {
      return try reopen()
    } catch {
      guard error.kind == .unavailable else { throw error }
      guard device.now() < deadline else {
        guard let code else { throw error }
        throw ALSAError(broken: code, state: .disconnected, name: configuration.deviceName)
      }
      device.pause(milliseconds: Self.retryMilliseconds)
      return .idle
    }
  }

  private mutating func reopen() throws(ALSAError) -> CaptureEvent {
    let agreed = try Self.open(configuration, with: &device)
    guard agreed.rateInHertz == setup.rateInHertz else {
      throw .rateChanged(
        name: configuration.deviceName, required: setup.rateInHertz, actual: agreed.rateInHertz)
    }
    guard agreed.format == setup.format, agreed.channelCount == setup.channelCount else {
      throw .setupRefused(name: configuration.deviceName, parameter: "format", code: EINVAL)
    }
    health.setOpen(true)
    health.reconnections.add(1, ordering: .relaxed)
    return try start()
  }

  /// Closes the device on request, and opens it again on request.
  mutating func releaseOrReclaim() {
    if health.isReleaseWanted {
      close()
      phase = .released
    } else {
      phase = .missing(deadline: device.now(), code: nil)
    }
  }
}
