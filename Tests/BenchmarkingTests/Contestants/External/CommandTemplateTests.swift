// SPDX-License-Identifier: MIT

import Benchmarking
import Testing

@Suite("Command templates")
struct CommandTemplateTests {
  // `printf '<%s>' …` in dash 0.5.12 gives the expected words of the first four. The last differs
  // from a shell: an operator is an ordinary word.
  @Test(
    "quotes and backslashes work as in a POSIX shell, and no other character is special",
    arguments: [
      (#"a  b {wav}"#, ["a", "b", "{wav}"]),
      (#"'a b' "c d" e\ f {wav}"#, ["a b", "c d", "e f", "{wav}"]),
      (#"a"b"'c' '' {wav}"#, ["abc", "", "{wav}"]),
      (#"'a\b' "c\d\"e\\" {wav}"#, [#"a\b"#, #"c\d"e\"#, "{wav}"]),
      (#"a ; b | $c `d` * {wav}"#, ["a", ";", "b", "|", "$c", "`d`", "*", "{wav}"]),
    ])
  func splits(text: String, words: [String]) throws {
    #expect(try CommandTemplate(text).words == words)
  }

  @Test("a file name with blanks, quotes or the placeholder itself stays one argument")
  func fillsIn() throws {
    let template = try CommandTemplate("a --in={wav} b")
    #expect(template.words(for: "x y' {wav}") == ["a", "--in=x y' {wav}", "b"])
  }

  @Test(
    "a command that cannot start is refused",
    arguments: [
      ("", CommandTemplate.Fault.empty), ("a 'b {wav}", .openQuote),
      ("a {wav} \\", .danglingBackslash),
      ("a b", .noPlaceholder), ("{wav}", .noPlaceholder),
    ])
  func refuses(text: String, fault: CommandTemplate.Fault) {
    #expect(throws: fault) { try CommandTemplate(text) }
  }
}
