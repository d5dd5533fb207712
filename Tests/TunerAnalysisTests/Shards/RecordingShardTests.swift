// SPDX-License-Identifier: MIT

import Testing

@testable import TunerAnalysis

@Suite("The shards of a list")
struct RecordingShardTests {
  // The vectors of FNV-1a with 128 bits in the tests of Go's hash/fnv.
  @Test(
    "follow from FNV-1a of the path",
    arguments: [
      ("", 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D as UInt128),
      ("a", 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964),
      ("foobar", 0x343E_1662_793C_64BF_6F0D_3597_BA44_6F18),
    ])
  func digest(text: String, expected: UInt128) {
    #expect(RecordingIdentity(path: text).digest == expected)
  }

  @Test("tell parts of a recording apart, and a part from a path that looks like it")
  func parts() throws {
    let part = try #require(RecordingPart(start: 1.5, end: 4))
    let identities = [
      RecordingIdentity(path: "a.wav"), RecordingIdentity(path: "a.wav", part: part),
      RecordingIdentity(path: "a.wav", part: RecordingPart(start: 1.5, end: nil)),
      RecordingIdentity(path: "a.wav1.5,4"),
    ]
    #expect(Set(identities.map(\.digest)).count == 4)
    #expect(RecordingPart(start: -1, end: nil) == nil)
    #expect(RecordingPart(start: 2, end: 2) == nil)
    #expect(RecordingPart(start: .nan, end: nil) == nil)
    #expect(RecordingPart(start: 0, end: .infinity) == nil)
  }

  @Test("hold every recording once, and about as many each", arguments: [2, 7, 16, 100])
  func balance(count: Int) throws {
    let shards = try (1...count).map { try #require(RecordingShard("\($0)/\(count)")) }
    var sizes = [Int](repeating: 0, count: count)
    let total = 20_000
    for number in 0..<total {
      let digest = RecordingIdentity(path: "archive/\(number / 100)/take-\(number).wav").digest
      let holders = shards.indices.filter { shards[$0].holds(digest) }
      #expect(holders.count == 1)
      sizes[holders[0]] += 1
    }
    // Pearson's χ² divided by its degrees of freedom is 1 ± √(2 / (n − 1)) for random shards.
    let mean = Double(total) / Double(count)
    let chi = sizes.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    let freedom = Double(count - 1)
    #expect(chi / freedom < 1 + 5 * (2 / freedom).squareRoot(), "\(sizes)")
  }

  @Test(
    "are written i/n",
    arguments: [
      ("1/1", true), ("3/16", true), ("0/4", false), ("5/4", false), ("1/0", false), ("1", false),
      ("a/b", false), ("1/2/3", false), ("-1/2", false), ("1/1000001", false),
    ])
  func parses(text: String, isValid: Bool) {
    #expect((RecordingShard(text) != nil) == isValid)
  }

  private func variables(_ id: Int, _ count: Int, _ first: Int, _ last: Int, step: Int? = nil)
    -> [String: String]
  {
    var variables = [
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
      "SLURM_ARRAY_TASK_MIN": "\(first)", "SLURM_ARRAY_TASK_MAX": "\(last)",
    ]
    if let step { variables["SLURM_ARRAY_TASK_STEP"] = "\(step)" }
    return variables
  }

  @Test("are the tasks of a Slurm job array, from whatever number on")
  func jobArray() throws {
    #expect(try RecordingShard.task(in: [:]) == nil)
    #expect(try RecordingShard.task(in: variables(3, 16, 1, 16)) == RecordingShard("3/16"))
    #expect(try RecordingShard.task(in: variables(0, 4, 0, 3)) == RecordingShard("1/4"))
    #expect(
      try RecordingShard.task(in: variables(30, 4, 10, 40, step: 10)) == RecordingShard("3/4"))
  }

  @Test("are refused for an array with gaps, such as single tasks submitted again")
  func gaps() {
    for broken in [
      variables(7, 2, 3, 7), variables(3, 1, 3, 3), variables(9, 4, 1, 4),
      ["SLURM_ARRAY_TASK_ID": "3"],
    ] {
      #expect(throws: JobArrayError.self) { try RecordingShard.task(in: broken) }
    }
  }
}
