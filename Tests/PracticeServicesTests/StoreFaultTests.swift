// SPDX-License-Identifier: MIT

import ProgramRunning
import Testing

@Suite("Faults of the file system")
struct StoreFaultTests {
  @Test("after each failed call and each power cut, the old or the new state is there")
  func faults() throws {
    let outcome = try Program("StoreFaults").run([])
    // A sanitizer has wrappers of its own for these calls.
    if outcome.status == 3 { return }
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 14)
    var (faults, cuts) = (0, 0)
    for line in lines {
      let numbers = line.split(separator: ": ").last?.split(separator: ", ").compactMap {
        Int($0.prefix { $0.isNumber })
      }
      let counts = try #require(numbers)
      #expect(counts.count == 3 && counts[0] > 20 && counts[2] == 0, "\(line)")
      faults += counts[0]
      cuts += counts[1]
    }
    #expect(faults > 1000 && cuts > 600)
    print("faults: \(faults), power cuts: \(cuts)")
  }
}
