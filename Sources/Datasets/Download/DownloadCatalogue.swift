// SPDX-License-Identifier: MIT

/// The sets that are downloaded from their publishers.
///
/// `Datasets/<name>/README.md` documents how each set is read.
package enum DownloadCatalogue {
  /// All sets in the order of display.
  package static let sets = [guitarSet, guitarTechs, egfxSet]

  /// Returns the set with that name; `nil` when there is none.
  package static func set(named name: String) -> DownloadSet? {
    sets.first { $0.name == name }
  }

  private static let guitarSet = DownloadSet(
    name: "guitarset", title: "Excerpts on an acoustic guitar, by microphone, with pitch contours",
    version: "1.1.0", licence: "CC BY 4.0",
    citation: "Q. Xi, R. Bittner, J. Pauwels, X. Ye, J. Bello, GuitarSet: A Dataset for Guitar "
      + "Transcription, ISMIR 2018, doi 10.5281/zenodo.3371780.",
    homepage: "https://zenodo.org/records/3371780",
    knownErrors: [
      "A note ends in the annotation before it has died away in the room.",
      "Excerpts that are known to be annotated wrongly are heard and not scored.",
    ],
    files: [
      zenodo(
        3_371_780, "annotation.zip", .exactly(39_132_574), "b39b78e63d3446f2e54ddb7a54df9b10",
        ArchiveLimits(entryCount: 2_000, byteCount: 2_000_000_000)),
      zenodo(
        3_371_780, "audio_mono-mic.zip", .exactly(656_927_981),
        "275966d6610ac34999b58426beb119c3",
        ArchiveLimits(entryCount: 2_000, byteCount: 4_000_000_000)),
    ],
    layout: .guitarSet, recordingCount: 360, installedByteCount: 1_500_000_000)

  private static let guitarTechs = DownloadSet(
    name: "guitar-techs", title: "Single notes of two electric guitars, by cable and by microphone",
    version: "1.0", licence: "CC BY 4.0",
    citation: "H. Pedroza, W. Abreu, R. Corey, I. Roman, Guitar-TECHS: An Electric Guitar Dataset "
      + "Covering Techniques, Musical Excerpts, Chords and Scales Using a Diverse Array of Hardware, "
      + "ICASSP 2025, doi 10.5281/zenodo.14963133.",
    homepage: "https://zenodo.org/records/14963133",
    knownErrors: [
      "The pitch is the key of a MIDI note, no measurement: fit for gross and octave errors only."
    ],
    files: [
      zenodo(
        14_963_133, "P1_singlenotes.zip", .exactly(108_626_613),
        "ca0c4674dde3805574685a313f7c39eb",
        ArchiveLimits(entryCount: 500, byteCount: 1_000_000_000)),
      zenodo(
        14_963_133, "P2_singlenotes.zip", .exactly(116_133_457),
        "40fbf03d8b04bb2cf42df20f36dc2254",
        ArchiveLimits(entryCount: 500, byteCount: 1_000_000_000)),
    ],
    layout: .guitarTechs, recordingCount: 4, installedByteCount: 450_000_000)

  private static let egfxSet = DownloadSet(
    name: "egfxset", title: "Every note of an electric guitar through five pickup settings, clean",
    version: "1.0", licence: "CC BY 4.0",
    citation:
      "H. Pedroza, G. Meza, I. Roman, EGFxSet: Electric Guitar Tones Processed Through Real "
      + "Effects of Distortion, Modulation, Delay and Reverb, ISMIR 2022, doi "
      + "10.5281/zenodo.7044411.",
    homepage: "https://zenodo.org/records/7044411",
    knownErrors: [
      "The pitch is that of string and fret in standard tuning, no measurement: fit for gross and "
        + "octave errors only.",
      "Neither the pluck nor the steady part was measured: the second second is taken as steady.",
    ],
    files: [
      // 690 recordings of five seconds in 24 bits at 48 kHz take 499 MB uncompressed.
      zenodo(
        7_044_411, "Clean.zip", .atMost(520_000_000), "cdb1b401960f56becc8640387910e78a",
        ArchiveLimits(entryCount: 3_000, byteCount: 1_000_000_000))
    ],
    layout: .egfxSet, recordingCount: 690, installedByteCount: 500_000_000)

  private static func zenodo(
    _ record: Int, _ name: String, _ size: DownloadFile.Size, _ md5: String,
    _ limits: ArchiveLimits
  ) -> DownloadFile {
    DownloadFile(
      name: name, address: "https://zenodo.org/records/\(record)/files/\(name)?download=1",
      size: size, digest: .md5(md5), packing: .zip, limits: limits)
  }
}
