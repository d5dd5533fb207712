// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import TunerAnalysis

@Suite("The cache of results")
struct ResultCacheTests {
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory(holding: ["x": Data()]) }

  private func cache(limit: Int64 = 1 << 30, key: [UInt8] = [1]) throws -> ResultCache {
    try ResultCache(directory: place.path + "/cache", limit: limit, key: key)
  }

  private func result(_ text: String = "note\n") -> CachedResult {
    var outcome = WorkerOutcome(status: .heard, stamp: nil)
    (outcome.soundSeconds, outcome.remark) = (1.5, "")
    return CachedResult(outcome: outcome, records: Array(text.utf8))
  }

  private func identity(_ name: String, holding text: String = "sound") throws -> RecordingIdentity
  {
    RecordingIdentity(path: try place.write(Data(text.utf8), to: name))
  }

  private var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: place.path + "/cache")
        .filter { $0.utf8.count > 2 }
    }
  }

  @Test("a result is found by its content, and then by its name, size and time")
  func found() throws {
    let (cache, take) = (try cache(), try identity("take.wav"))
    let stamp = try #require(FileStamp(path: take.path))
    let content = try #require(cache.key(ofContent: take))
    let name = cache.key(of: take, stamp)
    #expect(cache.result(of: content) == nil)
    try cache.add(result(), as: content)
    #expect(cache.result(of: name) == nil)
    try cache.link(content, result(), as: name)
    for key in [content, name] {
      let found = try #require(try self.cache().result(of: key))
      #expect(found.records == Array("note\n".utf8))
      #expect(found.outcome.soundSeconds == 1.5 && found.outcome.remark == "")
    }
  }

  @Test("keys differ by content, path, size, time, part, settings and program")
  func keys() throws {
    let (cache, other) = (try cache(), try cache(key: [2]))
    let (take, copy) = (try identity("a.wav"), try identity("b.wav"))
    let changed = try identity("c.wav", holding: "other")
    let stamp = FileStamp(byteCount: 5, modified: 9)
    let part = RecordingIdentity(path: take.path, part: RecordingPart(start: 0, end: 1))
    let content = cache.key(ofContent: take)
    #expect(content == cache.key(ofContent: copy))
    let names = [
      cache.key(of: take, stamp), cache.key(of: copy, stamp), cache.key(of: part, stamp),
      other.key(of: take, stamp), cache.key(of: take, FileStamp(byteCount: 6, modified: 9)),
      cache.key(of: take, FileStamp(byteCount: 5, modified: 8)),
    ]
    let contents = [
      content, cache.key(ofContent: changed), cache.key(ofContent: part),
      other.key(ofContent: take),
    ].compactMap { $0 }
    #expect(Set(names + contents).count == names.count + 4)
  }

  @Test("a file that was cut off or changed at any byte is no result, and is removed")
  func torn() throws {
    let bytes = result("notes of a recording\n").bytes
    #expect(CachedResult(bytes) != nil)
    for count in bytes.indices { #expect(CachedResult(Array(bytes.prefix(count))) == nil) }
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(CachedResult(changed) == nil)
    }
    let cache = try cache()
    let key = try #require(cache.key(ofContent: identity("take.wav")))
    try cache.add(result(), as: key)
    let file = place.path + "/cache/" + (try #require(try files.first))
    // A power cut can leave the length without the bytes.
    let length = try Data(contentsOf: URL(fileURLWithPath: file)).count
    try Data(count: length).write(to: URL(fileURLWithPath: file))
    #expect(cache.result(of: key) == nil)
    #expect(try files == [])
  }

  @Test("a cache stays within its size, and keeps what was used last")
  func bounded() throws {
    // Every folder has 16 KiB: four blocks of a file system.
    let limit: Int64 = 4 << 20
    let cache = try cache(limit: limit)
    var keys: [[UInt8]] = []
    for number in 0..<40 {
      // All in one folder.
      let key = [7] + [UInt8](repeating: UInt8(number), count: 31)
      keys.append(key)
      try cache.add(result(String(repeating: "x", count: 3000)), as: key)
      var times = [
        timespec(tv_sec: number + 1, tv_nsec: 0), timespec(tv_sec: number + 1, tv_nsec: 0),
      ]
      let hexadecimal = key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      utimensat(AT_FDCWD, place.path + "/cache/07/" + hexadecimal, &times, 0)
    }
    CacheFolder(path: place.path + "/cache/07").bound(to: 16 << 10)
    let kept = keys.indices.filter { cache.result(of: keys[$0]) != nil }
    #expect(!kept.isEmpty && kept.count <= 4, "\(kept)")
    #expect(kept == Array((40 - kept.count)..<40))
    // Without the last call the processes themselves keep the folder small.
    #expect(try files.count <= 8)
  }

  private struct Inner { let offset = 0.1 }
  private enum Choice { case plain, held(Int) }
  private final class Shared { let inner = Inner() }
  private struct Outer {
    var choice = Choice.plain
    var table = ["b": 2, "a": 1]
    let shared = Shared()
    var list = [Inner()]
    let absent: Int? = nil
  }

  @Test("the text of a value holds all that is stored in it, in one order")
  func valueText() {
    #expect(
      ValueText.of(Outer(choice: .held(7)))
        == "Outer{choice=Choice{held=Int(7)};table=Dictionary<String, Int>{"
        + "=(key: String, value: Int){key=String(a);value=Int(1)};"
        + "=(key: String, value: Int){key=String(b);value=Int(2)}};"
        + "shared=Shared{inner=Inner{offset=Double(0.1)}};"
        + "list=Array<Inner>{=Inner{offset=Double(0.1)}};absent=Optional<Int>(nil)}")
    #expect(ValueText.of(Outer()).contains("choice=Choice(plain)"))
  }

  @Test("two processes may add one result at once")
  func shared() throws {
    let (one, two) = (try cache(), try cache())
    let take = try identity("take.wav")
    let key = try #require(one.key(ofContent: take))
    let name = one.key(of: take, FileStamp(byteCount: 5, modified: 9))
    for cache in [one, two] {
      try cache.add(result(), as: key)
      try cache.link(key, result(), as: name)
    }
    #expect(one.result(of: name)?.records == two.result(of: key)?.records)
    #expect(try files.count == 2)
  }

  @Test(
    "the name of a recording replaces the placeholder as the format writes it",
    arguments: [
      (AnalysisFormat.ndjson, "a \"b\"\\,\n.wav", "{\"file\":\"a \\\"b\\\"\\\\,\\n.wav\"}\n"),
      (.ndjson, "\u{301}a.wav", "{\"file\":\"\u{301}a.wav\"}\n"),
      (.csv, "a,\"b\".wav", "\"a,\"\"b\"\".wav\",1\n"), (.csv, "plain.wav", "plain.wav,1\n"),
    ])
  func names(format: AnalysisFormat, name: String, expected: String) throws {
    let mark = RecordedName.placeholder
    let records = format == .csv ? "\(mark),1\n" : "{\"file\":\"\(mark)\"}\n"
    let known = format.writer.appendedRecords
    let appended = try #require(known)
    let inserted = RecordedName(name, in: appended).inserted(into: Array(records.utf8))
    #expect(String(decoding: inserted, as: UTF8.self) == expected)
  }
}
