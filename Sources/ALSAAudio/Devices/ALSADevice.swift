// SPDX-License-Identifier: MIT

/// One device in one direction, with what it can do or why it can't be opened.
public struct ALSADevice: Hashable, Sendable {
  /// The name to open it by.
  public var name: String
  /// What its driver or its configuration calls it; empty if they don't.
  public var summary: String
  /// Which way samples go.
  public var direction: StreamDirection
  /// What it can do; the reason if it can't be opened now.
  public var abilities: Result<DeviceAbilities, ALSAError>

  /// Makes the description of a device.
  public init(
    name: String, summary: String, direction: StreamDirection,
    abilities: Result<DeviceAbilities, ALSAError>
  ) {
    self.name = name
    self.summary = summary
    self.direction = direction
    self.abilities = abilities
  }

  /// Lists the devices of a direction.
  ///
  /// These are what ALSA's configuration hints at, and what every sound card has. Each is opened for a
  /// moment, to see what it can do.
  ///
  /// - Parameters:
  ///   - direction: which way samples go.
  ///   - includesConverters: also the names that nobody plugs anything into: single speakers,
  ///     converters, the parts of other names.
  /// - Returns: the devices, `default` first, then as ALSA has them.
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
    // The one that is meant when nobody says otherwise comes first.
    let ordered = names.filter { $0.name == "default" } + names.filter { $0.name != "default" }
    return ordered.map { describe($0, direction, with: &device) }
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
