// SPDX-License-Identifier: MIT

import Acoustics

/// Agrees with a device on a stream.
enum Negotiation {
  /// Sets `device` up in the best format that it knows and agrees to.
  ///
  /// - Parameters:
  ///   - device: just opened.
  ///   - name: what messages call it.
  ///   - wish: makes the setup that is asked for.
  /// - Returns: the setup agreed on, with a rate that is listened at.
  /// - Throws: `ALSAError`, of the last format tried.
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
