// SPDX-License-Identifier: MIT

import Plotting

/// The frame of every page.
enum PageFrame {
  /// Returns a self-contained document.
  static func page(title: String, parts: [Markup?]) -> String {
    let head: [Markup] = [
      .tag("meta", ["charset": "utf-8"]),
      .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
      .tag("meta", ["name": "color-scheme", "content": "light dark"]),
      .tag("title", [:], title),
      .tag("style", [:], styleSheet + "\n" + Plot.styleSheet),
    ]
    let body = [Markup.tag("main", [:], [.tag("h1", [:], title)] + parts.compactMap { $0 })]
    let document = Markup.tag(
      "html", ["lang": "en"], [.tag("head", [:], head), .tag("body", [:], body)])
    return "<!DOCTYPE html>\n" + document.rendered + "\n"
  }

  /// The style sheet has no characters that markup escapes, because HTML does not resolve escapes
  /// in it.
  static let styleSheet = """
    body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: #1b1f24; background: #ffffff }
    main { max-width: 84rem; margin: 0 auto; padding: 1rem }
    h1 { font-size: 1.5rem; overflow-wrap: anywhere } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 }
    dt { grid-column: 1; color: #57606a } dd { grid-column: 2; margin: 0; overflow-wrap: anywhere }
    .wide { overflow-x: auto }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px }
    th, td { padding: .15rem .6rem; text-align: right; white-space: nowrap }
    th { font-weight: 600 } tbody th { text-align: left; font-weight: 400 }
    thead th { border-bottom: 1px solid #8c959f; vertical-align: bottom }
    tbody tr:nth-child(even) { background: #f4f6f8 }
    .missed td:last-child { font-weight: 700; color: #b42318 } .met td:last-child { color: #00794f }
    .failed { overflow-wrap: anywhere; padding-left: 1.2rem }
    .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 32rem), 1fr)); gap: 1rem }
    figure { margin: 0 } .plot { display: block; width: 100%; height: auto }
    @media screen and (prefers-color-scheme: dark) {
    body { color: #e6e8eb; background: #14171a } dt { color: #9aa4af }
    tbody tr:nth-child(even) { background: #1d2126 }
    .missed td:last-child { color: #ff8f80 } .met td:last-child { color: #4fd39b }
    }
    @media print {
    main { max-width: none; padding: 0 } figure { break-inside: avoid } h2 { break-after: avoid }
    .wide { overflow: visible } table { font-size: 7pt } th, td { white-space: normal; padding: .1rem .25rem }
    tr { break-inside: avoid } .plots { grid-template-columns: 1fr 1fr }
    }
    """
}
