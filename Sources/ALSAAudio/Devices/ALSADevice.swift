// SPDX-License-Identifier: MIT

import CALSA

/// A device in one direction, with its abilities or the reason why it cannot be opened.
public struct ALSADevice: Hashable, Sendable {
  /// The name that opens it.
  public var name: String
  /// The name in the driver or configuration; empty for none.
  public var summary: String
  /// The direction of its samples.
  public var direction: StreamDirection
  /// The abilities, or the reason why the device cannot be opened now.
  public var abilities: Result<DeviceAbilities, ALSAError>

  /// Lists the devices of a direction.
  ///
  /// The names come from ALSA's configuration and from every sound card. Each device is briefly
  /// opened to read its abilities.
  ///
  /// - Parameters:
  ///   - direction: the direction of the samples.
  ///   - includesConverters: true to also list names without a plug: single speakers, converters,
  ///     the parts of other names.
  /// - Returns: the devices, `default` first, then in the order of ALSA.
  public static func list(
    _ direction: StreamDirection, includesConverters: Bool = false
  ) -> [ALSADevice] {
    var device = ALSAPCM()
    var names = DeviceNames.hinted(direction)
    for name in DeviceNames.ofCards(direction)
    where !names.contains(where: { $0.name == name.name }) {
      names.append(name)
    }
    names = names.filter { includesConverters || !$0.isConverter }
    // The device that is used by default comes first.
    let ordered = names.filter { $0.name == "default" } + names.filter { $0.name != "default" }
    return ordered.map { describe($0, direction, with: &device) }
  }

  /// Briefly opens a device that is in no list, and describes it.
  ///
  /// - Parameters:
  ///   - name: the name that opens it.
  ///   - summary: a description; empty for none.
  ///   - direction: the direction of the samples.
  /// - Returns: the device.
  public static func named(
    _ name: String, summary: String = "", _ direction: StreamDirection
  ) -> ALSADevice {
    var device = ALSAPCM()
    return describe(DeviceNames.Name(name: name, summary: summary), direction, with: &device)
  }

  static func describe<Device: PCM & ~Copyable>(
    _ name: DeviceNames.Name, _ direction: StreamDirection, with device: inout Device
  ) -> ALSADevice {
    var abilities: Result<DeviceAbilities, ALSAError>
    do throws(PCMRefusal) {
      try device.open(name.name, direction)
      let found = try device.abilities()
      abilities =
        found.formats.isEmpty ? .failure(.noUsableFormat(name: name.name)) : .success(found)
    } catch {
      abilities = .failure(ALSAError(error, name: name.name))
    }
    device.close()
    return ALSADevice(
      name: name.name, summary: name.summary, direction: direction, abilities: abilities)
  }
}

/// The library through which this module uses sound cards.
public enum ALSALibrary {
  /// The version that the library reports: "1.2.8".
  public static var version: String {
    snd_asoundlib_version().map { String(cString: $0) } ?? "unknown"
  }
}
