// SPDX-License-Identifier: MIT

import Acoustics

/// Negotiates a stream with a device.
enum Negotiation {
  /// Sets `device` up in the best format that both sides support.
  ///
  /// - Parameters:
  ///   - device: an open device.
  ///   - name: its name in messages.
  ///   - wish: makes the wanted setup.
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
