// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation

extension FuzzTarget {
  static let annotations = [
    FuzzTarget("manifest", "manifests of sets", texts: [manifest]) { bytes in
      guard let found = try? JSONDecoder().decode(DatasetManifest.self, from: Data(bytes)) else {
        return
      }
      do throws(ManifestError) {
        try found.validate()
        let members = found.recordings.map(\.file)
        precondition(
          members.allSatisfy { !$0.hasPrefix("/") && !$0.split(separator: "/").contains("..") },
          "A recording lies in its set.")
      } catch {
        precondition(!"\(error)".isEmpty, "An error is told.")
      }
    },
    FuzzTarget(
      "corpus", "tables of a corpus",
      texts: [
        "file,kind,grade,frequency_hz,start_s,end_s\na/b.wav,note,A,82.4,0,1\n\"c,d\".wav,note,B,110,,\n"
      ]
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let all = try? CorpusTable.parse(text)
      let rows = try? CorpusTable.entries(text)
      precondition(all == nil || rows?.count == all?.count, "Both ways read the same rows.")
    },
    FuzzTarget(
      "jams", "JAMS annotations",
      texts: [
        #"{"file_metadata":{"title":"x","duration":2},"annotations":[{"namespace":"note_midi","data":[{"time":0,"duration":1,"value":40.1,"confidence":null}]},{"namespace":"pitch_contour","data":{"time":[0,0.1],"duration":[0,0],"value":[{"index":0,"frequency":82.4,"voiced":true},{"index":0,"frequency":0,"voiced":false}],"confidence":[null,null]}}]}"#
      ]
    ) { bytes in
      guard let document = try? JSONDecoder().decode(JAMSDocument.self, from: Data(bytes)) else {
        return
      }
      _ = try? document.notes()
      _ = try? document.pitchTracks()
      _ = try? document.referenceTrack(lasting: 2)
    },
    FuzzTarget(
      "track", "CSV tracks", texts: ["time,frequency\n0.0,82.4\n0.01,0\n0.02,110\n"]
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? TrackTable.parse(text)
      if let track = try? TwoColumnText.parse(text) {
        precondition(
          track.points.allSatisfy { $0.seconds.isFinite && $0.frequency?.value.isFinite != false },
          "A track holds numbers.")
      }
    },
    FuzzTarget(
      "contestant", "what other programs print",
      texts: ["time,frequency,confidence\n0.1,82.4,0.9\n0.2,nan,0\n", "0.1 82.4\n0.2 0\n"]
    ) { bytes in
      let updates = try? ContestantLines.parse(String(decoding: bytes, as: UTF8.self))
      for update in updates ?? [] {
        precondition(update.seconds.isFinite, "A time is a number.")
        precondition(update.estimate?.frequency.value.isFinite != false, "So is a pitch.")
      }
    },
  ]

  private static let manifest = """
    {"schema":"headstock.dataset/1","name":"seed","title":"Seed","kind":"notes","version":"1",\
    "licence":"CC0-1.0","copyright":"nobody","citation":"none","homepage":"https://example.org",\
    "sources":[{"registry":"pypi","package":"seed","version":"1.0","file":"seed-1.0.tar.gz",\
    "sha256":"\(String(repeating: "a", count: 64))","byteCount":10}],"knownErrors":[],\
    "recordings":[{"file":"a/b.wav","source":"seed","member":"x/b.wav",\
    "sha256":"\(String(repeating: "b", count: 64))","byteCount":44,"reference":{"note":"E2",\
    "frequencyHz":82.4,"uncertaintyCents":1}}]}
    """
}
