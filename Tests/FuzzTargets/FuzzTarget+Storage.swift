// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import PracticeGoals
import PracticeServices
import TunerRuntime
import TunerState

extension FuzzTarget {
  static let storage = [
    FuzzTarget(
      "settings", "the settings' file",
      texts: [
        #"{"schema":"tuner.settings/1","a4":442.5,"notation":"german","mine":[1,{"a":"\u00e9"}]}"#,
        "\u{FEFF}{\"tolerance\": 2}",
      ]
    ) { bytes in
      ScratchFile.withDirectory { directory in
        let path = directory + "/settings.json"
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        let file = SettingsFile(path: path)
        guard (try? file.load()) != nil else { return }
        guard (try? file.store(.number(441), for: .a4)) != nil else { return }
        precondition((try? file.read())?.stored[.a4] == .number(441), "What is kept is read.")
      }
    },
    FuzzTarget("journal", "the practice journal", seeds: journals) { bytes in
      ScratchFile.withDirectory { directory in
        let path = directory + "/1970-01-02.jsonl"
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        let journal = PracticeJournal(directory: directory)
        let ends = (WallTime(milliseconds: 0), WallTime(milliseconds: 200_000_000))
        guard let before = try? journal.records(from: ends.0, to: ends.1) else { return }
        guard (try? journal.append([record])) != nil,
          let after = try? journal.records(from: ends.0, to: ends.1)
        else { return }
        // A copy of a line counts once.
        let added = before.records.contains(record) ? 0 : 1
        let isCounted = after.records.count == before.records.count + added
        precondition(isCounted && after.records.contains(record), "A record is kept.")
        guard (try? journal.compact(before: WallTime(milliseconds: 500_000_000))) != nil,
          let kept = try? journal.records(from: ends.0, to: ends.1)
        else { return }
        let total = { (reading: JournalReading) in
          reading.records.reduce(into: PracticeTotals()) { $0.add($1) }
        }
        precondition(total(kept) == total(after), "Compaction loses nothing.")
      }
    },
    FuzzTarget("hosts", "the hosts file", seeds: hostsFiles) { bytes in
      ScratchFile.with(bytes) { path in
        guard let contents = try? HostsFile(path: path).read() else { return }
        let replaced = contents.replacing(with: section)
        ScratchFile.with(replaced) { path in
          guard let again = try? HostsFile(path: path).read() else {
            preconditionFailure("What is written is read.")
          }
          precondition(again.section == section, "And is the same.")
          precondition(
            again.replacing(with: nil) == contents.replacing(with: nil), "The rest stays.")
        }
      }
    },
    FuzzTarget(
      "order", "an order of the gate to its helper",
      texts: [
        "headstock section 1\nlease 900\nuntil 1000000\ndomain:youtube.com\n",
        "headstock section 1\nlease 60\nuntil -\n",
      ]
    ) { bytes in
      guard let order = try? SectionOrder(reading: bytes) else { return }
      let again = try? SectionOrder(reading: Array(order.text.utf8))
      precondition(again == order, "What is written is read.")
      for target in order.targets {
        let names = (try? HostName.names(of: target)) ?? []
        precondition(!names.isEmpty, "Every target is a host.")
      }
    },
    FuzzTarget(
      "health", "export.xml of Apple Health",
      texts: [
        #"<?xml version="1.0"?><HealthData><Record type="HKQuantityTypeIdentifierStepCount" unit="count" startDate="1970-01-02 08:00:00 +0000" endDate="1970-01-02 09:00:00 +0000" value="12"/><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" startDate="1970-01-02 08:00:00 +0000" endDate="1970-01-02 08:30:00 +0000"/></HealthData>"#
      ]
    ) { bytes in
      ScratchFile.with(bytes) { path in
        let ends = (WallTime(milliseconds: 0), WallTime(milliseconds: 200_000_000))
        guard let reader = try? HealthExportReader(path: path, from: ends.0, to: ends.1),
          let totals = try? reader.readAll()
        else { return }
        for metric in [PracticeMetric.steps, .activeEnergy] {
          precondition(totals[metric]?.isFinite != false, "A total is a number.")
        }
      }
    },
    FuzzTarget(
      "gate", "the gate's document",
      texts: [
        #"{"snapshot":{"version":1,"practice":{}},"settings":{}}"#, #"{"snapshot":{"version":9}}"#,
      ]
    ) { bytes in
      ScratchFile.withDirectory { directory in
        let path = directory + "/gate.json"
        _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
        let store = GateFile(path: path) { kept in
          let same = (try? KeptFile(path: kept).read()) == bytes
          precondition(same, "What can't be understood is kept as it was.")
        }
        try? store.update { document, _ in document }
      }
    },
  ]

  private static let record = PracticeRecord(
    start: WallTime(milliseconds: 90_000_000), milliseconds: 60_000, practiceMilliseconds: 50_000,
    noteCount: 9, inTuneCount: 7, tuning: "standard", source: .live)

  private static func journals() -> [[UInt8]] {
    ScratchFile.withDirectory { directory in
      let journal = PracticeJournal(directory: directory)
      try? journal.append([record, record])
      let path = directory + "/1970-01-02.jsonl"
      return [FileManager.default.contents(atPath: path).map(Array.init) ?? []]
    }
  }

  private static let section = HostsSection(
    hosts: ["youtube.com", "www.youtube.com"].compactMap { try? HostName($0) },
    end: WallTime(milliseconds: 1_000_000))

  private static func hostsFiles() -> [[UInt8]] {
    [
      Array("127.0.0.1 localhost\n::1 ip6-localhost\n".utf8),
      Array((section.text + "127.0.0.1 localhost").utf8),
    ]
  }
}
