// SPDX-License-Identifier: MIT

public import Foundation

/// Small archives with the layout of the published ones.
public enum MadeArchives {
  /// GuitarSet: a solo of A2 from 1 s to 3 s and E4 from 3.5 s to 5 s, the latter together with
  /// another string from 4.5 s on; a comp excerpt of which it is known that its annotation is
  /// wrong.
  public static func guitarSet() throws -> [String: Data] {
    let wav = MadeSound.wav(duration: 6, notes: [(1, 3, 110), (3.5, 5, 329.63)])
    var annotation = MadeZip()
    var audio = MadeZip()
    for name in ["00_BN1-129-Eb_solo", "04_BN3-154-E_comp"] {
      try annotation.add("\(name).jams", Data(jams.utf8), deflated: true)
      try annotation.add("__MACOSX/._\(name).jams", Data("junk".utf8))
      try audio.add("\(name)_mic.wav", wav, deflated: true)
    }
    return ["annotation.zip": annotation.data, "audio_mono-mic.zip": audio.data]
  }

  /// Guitar-TECHS: E2 from 0 s to 2 s and A2 from 2 s to 4 s, by cable and by microphone, with
  /// films that are not kept.
  public static func guitarTechs() throws -> [String: Data] {
    let wav = MadeSound.wav(duration: 4, notes: [(0, 2, 82.41), (2, 4, 110)])
    var files: [String: Data] = [:]
    for player in ["P1", "P2"] {
      var zip = MadeZip()
      let top = "\(player)_singlenotes"
      try zip.add("\(top)/", header: directory)
      try zip.add("\(top)/midi/midi_allsinglenotes.mid", midi)
      for capture in ["directinput", "micamp"] {
        try zip.add("\(top)/audio/\(capture)/\(capture)_allsinglenotes.wav", wav, deflated: true)
      }
      try zip.add("\(top)/video/ego/ego_allsinglenotes.mp4", Data(count: 1000))
      try zip.add("__MACOSX/\(top)/midi/._midi_allsinglenotes.mid", Data("junk".utf8))
      files["\(top).zip"] = zip.data
    }
    return files
  }

  /// EGFxSet: the open low string, and its seventh fret, through two pickup settings.
  public static func egfxSet() throws -> [String: Data] {
    var zip = MadeZip()
    for pickup in ["Bridge", "Middle-Neck"] {
      for (name, hertz) in [("6-0", 82.41), ("6-7", 123.47)] {
        let wav = MadeSound.wav(duration: 2.5, notes: [(0.1, 2.5, hertz)])
        try zip.add("Clean/\(pickup)/\(name).wav", wav, deflated: true)
      }
    }
    return ["Clean.zip": zip.data]
  }

  private static var directory: MadeZip.Header {
    var header = MadeZip.Header()
    header.mode = 0o040755
    return header
  }

  /// Format 1, 480 ticks a quarter of half a second: a tempo track, and notes with running status.
  public static var midi: Data {
    let header: [UInt8] = [0, 0, 0, 6, 0, 1, 0, 2, 0x01, 0xE0]
    let tempo: [UInt8] = [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20, 0, 0xFF, 0x2F, 0]
    // 1920 ticks, two seconds, are 8F 00 as a variable number. A note ends by velocity 0.
    let notes: [UInt8] = [
      0, 0x95, 40, 100, 0x8F, 0, 40, 0, 0, 0x94, 45, 100, 0x8F, 0, 0x84, 45, 64, 0, 0xFF, 0x2F, 0,
    ]
    return Data("MThd".utf8) + Data(header) + track(tempo) + track(notes)
  }

  private static func track(_ bytes: [UInt8]) -> Data {
    Data("MTrk".utf8) + Data([0, 0, 0, UInt8(bytes.count)]) + Data(bytes)
  }

  /// Contours every 10 ms and notes of three strings, in JAMS' sparse layout.
  public static let jams: String = {
    func contour(_ string: Int, _ from: Int, _ to: Int, _ hertz: Double) -> String {
      let points = (from..<to).map {
        """
        {"time": \(Double($0) / 100), "duration": 0.0, "confidence": null,
         "value": {"index": 0, "frequency": \(hertz), "voiced": true}}
        """
      }
      return """
        {"namespace": "pitch_contour", "annotation_metadata": {"data_source": "\(string)"},
         "data": [\(points.joined(separator: ","))]}
        """
    }
    func note(_ string: Int, _ onset: Double, _ duration: Double, _ key: Double) -> String {
      """
      {"namespace": "note_midi", "annotation_metadata": {"data_source": "\(string)"},
       "data": [{"time": \(onset), "duration": \(duration), "confidence": null, "value": \(key)}]}
      """
    }
    let annotations = [
      contour(1, 100, 300, 110), note(1, 1, 2, 45), contour(5, 350, 500, 329.63),
      note(5, 3.5, 1.5, 64), note(4, 4.5, 0.5, 59), contour(4, 450, 500, 246.94),
    ]
    return """
      {"annotations": [\(annotations.joined(separator: ","))],
       "file_metadata": {"title": "made", "duration": 6.0}}
      """
  }()
}
