// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Foundation
import Plotting
import Terminal
import Tuning

/// An HTML page about all recordings of a run: players, pictures, strings and notes.
///
/// The page needs no network. The sound of a single recording is inside the page; sounds of several
/// recordings are files beside it. Its sections go to a temporary file, because the summary above
/// them is known only at the end.
struct AnalysisPage {
  /// The largest number of samples inside a page: 48 MiB, almost nine minutes at 48 kHz.
  static let soundLimit = 24 << 20

  private let path: String
  private let settings: AnalysisSettings
  private let sections: ScratchFile
  /// The folder of the sounds; `nil` if the sound is inside the page.
  private let sounds: PageSounds?
  /// True if this page made the folder of the sounds.
  private let hasNewFolder: Bool
  private var summary: [PageSection] = []

  /// Starts a page.
  ///
  /// - Parameters:
  ///   - path: the page.
  ///   - settings: the settings of the analysis.
  ///   - sharesSounds: true to put sounds in files beside the page.
  /// - Throws: `OutputError`.
  init(path: String, _ settings: AnalysisSettings, sharesSounds: Bool) throws {
    self.path = path
    self.settings = settings
    sections = try ScratchFile()
    sounds = sharesSounds ? PageSounds(page: path) : nil
    hasNewFolder = try sounds?.make() ?? false
  }

  /// Ends a page that is not written; a new folder of sounds disappears with its sounds.
  func abandon() {
    guard hasNewFolder, let sounds else { return }
    for section in summary { sounds.remove(section.number) }
    sounds.remove()
  }

  /// Adds the next recording.
  ///
  /// - Throws: `OutputError`.
  mutating func add(_ figure: RecordingFigure, _ picture: TrackPicture) throws {
    let number = summary.count + 1
    let limit = sounds == nil ? Self.soundLimit : SoundExcerpt.limit
    let section = PageSection(
      figure, number: number, target: settings.target,
      sound: figure.sound.flatMap { $0.count == 0 ? nil : sounds?.reference(of: number) }
        ?? PageSection.inside, soundLimit: limit)
    try write(section.markup(figure, picture).rendered + "\n", figure.sound, limit)
    if let sounds, let sound = figure.sound, sound.count > 0 {
      var sink = try OutputSink(.file(sounds.path(of: number)), isImmediate: false)
      try sound.wav { try sink.write($0) }
      try sink.finish()
    }
    summary.append(section)
  }

  /// Writes a section, and the sound in place of its placeholder.
  private func write(_ text: String, _ sound: SoundExcerpt?, _ limit: Int) throws {
    // Quotes in a file name are escaped, so only the player can contain the placeholder.
    let mark = "src=\"\(PageSection.inside)\""
    guard let sound, let place = text.range(of: mark) else { return try sections.write(text) }
    try sections.write(String(text[..<place.lowerBound]) + "src=\"data:audio/wav;base64,")
    // Base 64 turns three bytes into four characters; only the last block may be incomplete.
    var rest: [UInt8] = []
    try sound.wav(atMost: limit) { block in
      rest += block
      let whole = rest.count / 3 * 3
      try sections.write(Data(rest[..<whole]).base64EncodedString())
      rest.removeFirst(whole)
    }
    try sections.write(Data(rest).base64EncodedString() + "\"" + String(text[place.upperBound...]))
  }

  /// Writes the page to its path.
  ///
  /// - Throws: `OutputError`.
  func finish() throws {
    var sink = try OutputSink(.file(path), isImmediate: false)
    try sink.write("<!DOCTYPE html>\n<html lang=\"en\">" + head.rendered + "\n<body><main>\n")
    try sink.write(introduction.map(\.rendered).joined(separator: "\n") + "\n")
    try sections.copy { try sink.write($0) }
    try sink.write(Markup.tag("script", [:], Self.script).rendered + "\n</main></body></html>\n")
    try sink.finish()
  }

  private var title: String {
    TextFigures.count(summary.count, "recording")
  }

  private var head: Markup {
    .tag(
      "head", [:],
      [
        .tag("meta", ["charset": "utf-8"]),
        .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        .tag("meta", ["name": "color-scheme", "content": "light dark"]),
        .tag(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content": "default-src 'none'; img-src data:; "
              + "media-src \(sounds == nil ? "data:" : "'self' file:"); "
              + "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
          ]),
        .tag("title", [:], "\(title): tuning"),
        .tag("style", [:], Self.styleSheet + "\n" + TrackPicture.styleSheet),
      ])
  }

  private var introduction: [Markup] {
    let facts =
      "Compared with \(settings.target.summary); in tune is up to "
      + "\(decimal(settings.tolerance.inTune.value)) cents off. Made by \(AnalysisContext.program)."
    var heading: [Markup] = [.tag("h1", [:], title)]
    heading += soundNotes.map { .tag("p", ["class": "part"], $0) }
    heading.append(.tag("p", ["class": "quiet"], facts))
    guard summary.count > 1 else { return heading }
    let rows = summary.map { section in
      Markup.tag(
        "tr", [:],
        [
          .tag(
            "th", [:], [.tag("a", ["href": "#recording\(section.number)"], section.name)]),
          .tag("td", [:], BatchProgress.clock(section.seconds)),
          .tag("td", [:], "\(section.noteCount)"),
        ] + section.cells.map { .tag("td", [:], $0) })
    }
    let columns = settings.strum == nil ? ["notes"] + FindingCells.names : ["strokes", "in tune"]
    let names = (["recording", "length"] + columns).map { Markup.tag("th", [:], $0) }
    return heading + [
      .tag(
        "div", ["class": "wide"],
        [
          .tag(
            "table", [:],
            [.tag("thead", [:], [.tag("tr", [:], names)]), .tag("tbody", [:], rows)])
        ])
    ]
  }

  /// The sentences about the sound, which is inside the page or beside it.
  private var soundNotes: [String] {
    var notes: [String] = []
    if let sounds {
      notes.append(
        "The sounds are in the folder \(sounds.name) beside this page. Keep the two together.")
    }
    let cut = summary.filter { $0.heldSeconds != nil }
    if let held = cut.first?.heldSeconds, summary.count == 1 {
      notes.append(
        "This page holds only the first \(BatchProgress.clock(held)) of the sound, of "
          + "\(BatchProgress.clock(summary[0].seconds)).")
    } else if !cut.isEmpty {
      notes.append(
        "The sound of \(TextFigures.count(cut.count, "recording")) is there only in part.")
    }
    return notes
  }

  // Style and script contain none of the characters that markup escapes, because HTML does not read
  // escapes inside them.

  private static let styleSheet = """
    body { margin: 0; font: 15px/1.5 system-ui, DejaVu Sans, sans-serif; color: #1b1f24;
      background: #ffffff }
    main { max-width: 62rem; margin: 0 auto; padding: 1rem }
    h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem }
    h1, h2, tbody th { overflow-wrap: anywhere }
    p.quiet { color: #57606a } p.part { font-weight: 600 }
    .wide { overflow-x: auto }
    .picture { position: relative; margin: .5rem 0; overflow: hidden; cursor: pointer }
    .picture svg { display: block; width: 100%; height: auto }
    .picture .playhead { position: absolute; top: 5%; bottom: 4%; width: 2px;
      background: #d01f3c; visibility: hidden; pointer-events: none }
    audio { width: 100%; margin-top: .5rem }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums }
    th, td { padding: .2rem .8rem .2rem 0; text-align: left; font-weight: 400 }
    thead th { font-weight: 600; border-bottom: 1px solid #8c959f }
    td.number { text-align: right; white-space: nowrap }
    button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer;
      text-decoration: underline dotted }
    summary { cursor: pointer; margin: .5rem 0 }
    a { color: #0b5cad }
    @media screen and (prefers-color-scheme: dark) {
    body { color: #e6e8eb; background: #14171a } p.quiet { color: #9aa4af } a { color: #6cb6ff }
    }
    @media print { audio { display: none } section { break-inside: avoid } }
    """

  private static let script = """
    document.querySelectorAll(`section`).forEach(function (section) {
      const audio = section.querySelector(`audio`);
      if (!audio) return;
      const picture = section.querySelector(`.picture`);
      const head = section.querySelector(`.playhead`);
      const seconds = Number(section.dataset.seconds);
      const [start, end] = [\(TrackPicture.axis.lowerBound), \(TrackPicture.axis.upperBound)];
      function place() {
        const share = start + (end - start) * audio.currentTime / seconds;
        head.style.visibility = `visible`;
        head.style.left = 100 * share + `%`;
      }
      function tick() { place(); if (!audio.paused) requestAnimationFrame(tick); }
      function seek(time) { audio.currentTime = Math.max(0, Math.min(time, audio.duration)); }
      audio.addEventListener(`play`, tick);
      audio.addEventListener(`seeked`, place);
      picture.addEventListener(`click`, function (event) {
        const box = picture.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        seek((share - start) / (end - start) * seconds);
      });
      section.querySelectorAll(`button`).forEach(function (button) {
        button.addEventListener(`click`, function () {
          seek(Number(button.dataset.time));
          audio.play();
        });
      });
    });
    """
}
