// SPDX-License-Identifier: MIT

import Acoustics

/// The parameters of a stream, requested or negotiated.
public struct StreamSetup: Hashable, Sendable {
  /// The format of a sample.
  public var format: SampleFormat
  /// The samples a second of each channel.
  public var rateInHertz: Int
  /// The number of interleaved channels.
  public var channelCount: Int
  /// The frames from one wake-up to the next.
  public var periodInFrames: Int
  /// The frames in the device's buffer.
  public var bufferInFrames: Int

  /// The bytes of one frame.
  var frameByteCount: Int { format.byteCount * channelCount }
}

/// The abilities of a device.
public struct DeviceAbilities: Hashable, Sendable {
  /// The common rates, which are tried one by one.
  static let usualRates = [
    8000, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000, 176_400, 192_000,
  ]

  /// The supported formats, the best first.
  public var formats: [SampleFormat]
  /// The samples a second, from the lowest to the highest.
  public var rates: ClosedRange<Int>
  /// The common rates that the device supports.
  ///
  /// Few devices support all rates between the lowest and the highest.
  public var agreedRates: [Int]
  /// The numbers of channels, from the fewest to the most.
  public var channels: ClosedRange<Int>
}

/// Negotiates a stream with a device.
enum Negotiation {
  /// Sets up `device` in the best format that both sides support.
  ///
  /// - Parameters:
  ///   - device: an open device.
  ///   - name: its name in messages.
  ///   - wish: makes the requested setup.
  /// - Returns: the negotiated setup, with a supported rate.
  /// - Throws: `ALSAError`, for the last format tried.
  static func agree<Device: PCM & ~Copyable>(
    with device: inout Device, named name: String,
    wish: (DeviceAbilities, SampleFormat) -> StreamSetup
  ) throws(ALSAError) -> StreamSetup {
    let abilities: DeviceAbilities
    do {
      abilities = try device.abilities()
    } catch {
      throw ALSAError(error, name: name)
    }
    var failure = ALSAError.noUsableFormat(name: name)
    for format in SampleFormat.all where abilities.formats.contains(format) {
      do {
        let setup = try device.configure(wish(abilities, format))
        guard setup.rateInHertz > 0, setup.periodInFrames > 0, setup.channelCount > 0,
          SampleRate.supported.contains(SampleRate(setup.rateInHertz))
        else {
          throw ALSAError.unsupportedSampleRate(name: name, hertz: setup.rateInHertz)
        }
        return setup
      } catch let refusal as PCMRefusal {
        failure = ALSAError(refusal, name: name)
      } catch let error as ALSAError {
        throw error
      } catch {
        continue
      }
    }
    throw failure
  }
}
