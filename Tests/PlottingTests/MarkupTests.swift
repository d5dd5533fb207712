// SPDX-License-Identifier: MIT

import Plotting
import Testing

@Suite("Markup")
struct MarkupTests {
  @Test("text and attributes cannot become structure")
  func escapes() {
    let nasty = "</p><script>\"x\" & 'y'</script>"
    let safe = "&lt;/p&gt;&lt;script&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;"
    #expect(
      Markup.tag("p", ["title": nasty], nasty).rendered == "<p title=\"\(safe)\">\(safe)</p>")
  }

  @Test("characters that XML forbids are replaced, all others kept")
  func controls() {
    #expect(
      Markup.text("a\u{0}b\u{1B}c\u{85}d\u{FFFF}\n\tü🎸").rendered
        == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}\n\tü🎸")
  }

  @Test("only void elements of HTML have no end tag")
  func empty() {
    #expect(Markup.tag("meta", ["charset": "utf-8"]).rendered == "<meta charset=\"utf-8\"/>")
    #expect(Markup.tag("td").rendered == "<td></td>")
    #expect(
      Markup.tag("ul", [:], [.tag("li", [:], "1"), .text("2")]).rendered == "<ul><li>1</li>2</ul>")
  }
}
