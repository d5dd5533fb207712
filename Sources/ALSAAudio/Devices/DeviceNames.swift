// SPDX-License-Identifier: MIT

import CALSA
import Glibc

/// The names of devices.
enum DeviceNames {
  /// A name, with its description.
  struct Name: Hashable {
    var name: String
    var summary: String

    /// True for a name without a plug: one of the many names that ALSA derives from each card, or a
    /// plugin that only converts a stream.
    var isConverter: Bool {
      let first = name.prefix { $0 != ":" }
      return Self.parts.contains(String(first)) || first.hasPrefix("surround")
    }

    private static let parts: Set<String> = [
      "front", "rear", "center_lfe", "side", "iec958", "spdif", "hdmi", "modem", "phoneline",
      "dmix", "dsnoop", "dshare", "usbstream", "sysdefault", "null", "lavrate", "samplerate",
      "speexrate", "speex", "upmix", "vdownmix", "oss", "jack",
    ]
  }

  /// The names in ALSA's configuration.
  static func hinted(_ direction: StreamDirection) -> [Name] {
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    let other = direction == .capture ? "Output" : "Input"
    var names: [Name] = []
    var index = 0
    while let hint = hints[index] {
      index += 1
      // A hint without a direction has both.
      guard text("IOID", of: hint) != other, let name = text("NAME", of: hint),
        !names.contains(where: { $0.name == name })
      else { continue }
      names.append(Name(name: name, summary: line(text("DESC", of: hint) ?? "")))
    }
    return names
  }

  /// The devices of the sound cards, from their drivers.
  static func ofCards(_ direction: StreamDirection) -> [Name] {
    var names: [Name] = []
    var card: Int32 = -1
    while snd_card_next(&card) >= 0, card >= 0 {
      var control: OpaquePointer?
      guard snd_ctl_open(&control, "hw:\(card)", 0) >= 0, let control else { continue }
      defer { snd_ctl_close(control) }
      var device: Int32 = -1
      while snd_ctl_pcm_next_device(control, &device) >= 0, device >= 0 {
        if let name = name(ofDevice: device, of: card, control, direction) { names.append(name) }
      }
    }
    return names
  }

  private static func name(
    ofDevice device: Int32, of card: Int32, _ control: OpaquePointer, _ direction: StreamDirection
  ) -> Name? {
    var information: OpaquePointer?
    guard snd_pcm_info_malloc(&information) >= 0, let information else { return nil }
    defer { snd_pcm_info_free(information) }
    snd_pcm_info_set_device(information, UInt32(device))
    snd_pcm_info_set_subdevice(information, 0)
    snd_pcm_info_set_stream(
      information,
      direction == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK)
    guard snd_ctl_pcm_info(control, information) >= 0 else { return nil }
    let identifier = cardIdentifier(control) ?? "\(card)"
    return Name(
      name: "hw:CARD=\(identifier),DEV=\(device)",
      summary: snd_pcm_info_get_name(information).map { line(String(cString: $0)) } ?? "")
  }

  private static func cardIdentifier(_ control: OpaquePointer) -> String? {
    var information: OpaquePointer?
    guard snd_ctl_card_info_malloc(&information) >= 0, let information else { return nil }
    defer { snd_ctl_card_info_free(information) }
    guard snd_ctl_card_info(control, information) >= 0 else { return nil }
    return snd_ctl_card_info_get_id(information).map { String(cString: $0) }
  }

  private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
    guard let value = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }

  /// Joins a description of several lines.
  static func line(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimming { $0 == " " || $0 == "," } }
      .joined(separator: ", ")
  }
}

extension Substring {
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
