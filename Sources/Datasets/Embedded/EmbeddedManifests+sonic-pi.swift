// swift-format-ignore-file
// SPDX-License-Identifier: MIT
// Written by scripts/datasets-manifests.py from Datasets/sonic-pi/manifest.json.
// swift-format-ignore-file

extension EmbeddedManifests {
  /// The bytes of `Datasets/sonic-pi/manifest.json`.
  static let sonicPi = #"""
{
  "citation": "S. Aaron, Sonic Pi 3.2.2, samples by Suva, Sub-d, ani_music and BStateham (freesound.org 2410, 46990, 46992, 165309, 165322, 141524), 2020.",
  "copyright": "2005 Suva, 2008 Sub-d, 2012 ani_music, 2012 BStateham, by freesound.org",
  "homepage": "https://packages.debian.org/sonic-pi-samples",
  "kind": "recording",
  "known_errors": [
    "The two chords and the two phrases have no one pitch to score: they are listened to and counted as without truth.",
    "Nobody labelled the octave of the two bass notes: their names say C, and the octave is the measured one."
  ],
  "licence": "CC0-1.0",
  "name": "sonic-pi",
  "recordings": [
    {"bytes": 205951, "channels": 2, "clipped_samples": 12, "duration_s": 1.5, "f1_hz": 65.08, "file": "bass_hard_c.flac", "frames": 66150, "fret": null, "glide_cents": 2.4, "inharmonicity": 4.16e-06, "instrument": "bass", "known_errors": ["12 full-scale samples (clipping)"], "label_midi": null, "midi": 36, "note": "C", "octave": 2, "onset_s": 0.0, "origin": {"file": "usr/share/sonic-pi/samples/bass_hard_c.flac", "whole": true}, "partial1_hz": 65.4112, "partial1_level_db": 0.0, "partial1_snr_db": 53.2, "period_hz": 65.117, "sample_rate": 44100, "sha256": "53a702cd607ae57e70376af668ce31b7d154a29f9c52dd990d2f8991dcf0b51e", "spread_cents": 1.3, "steady_end_s": 1.49, "steady_start_s": 0.27, "string": null, "technique": "hard bass note", "trust": "A"},
    {"bytes": 134891, "channels": 2, "clipped_samples": 0, "duration_s": 3.252268, "f1_hz": 65.044, "file": "bass_woodsy_c.flac", "frames": 143425, "fret": null, "glide_cents": -9.2, "inharmonicity": 0.000792, "instrument": "bass", "known_errors": [], "label_midi": null, "midi": 36, "note": "C", "octave": 2, "onset_s": 0.0, "origin": {"file": "usr/share/sonic-pi/samples/bass_woodsy_c.flac", "whole": true}, "partial1_hz": 64.9421, "partial1_level_db": 0.0, "partial1_snr_db": 75.2, "period_hz": 65.059, "sample_rate": 44100, "sha256": "24526511b9996f394c1101dc8099cc29acc775782d1b5bd3e2afb406d0bd205c", "spread_cents": 0.52, "steady_end_s": 2.87, "steady_start_s": 1.44, "string": null, "technique": "woody bass note", "trust": "A"},
    {"bytes": 322437, "channels": 2, "clipped_samples": 0, "duration_s": 5.971791, "f1_hz": null, "file": "guit_e_fifths.flac", "frames": 263356, "fret": null, "glide_cents": null, "inharmonicity": null, "instrument": "electric guitar", "kind": "chord", "known_errors": [], "label_midi": null, "midi": null, "note": null, "octave": null, "onset_s": 0.0, "origin": {"file": "usr/share/sonic-pi/samples/guit_e_fifths.flac", "whole": true}, "partial1_hz": null, "partial1_level_db": null, "partial1_snr_db": null, "period_hz": null, "sample_rate": 44100, "sha256": "b609553b02becbada9ec00a6a13e88bbde6b7ce29098063f4b3f27209ff13f79", "spread_cents": null, "steady_end_s": null, "steady_start_s": null, "string": null, "technique": "fifths on E", "trust": null},
    {"bytes": 146215, "channels": 1, "clipped_samples": 0, "duration_s": 4.325193, "f1_hz": null, "file": "guit_e_slide.flac", "frames": 190741, "fret": null, "glide_cents": null, "inharmonicity": null, "instrument": "electric guitar", "kind": "phrase", "known_errors": [], "label_midi": null, "midi": null, "note": null, "octave": null, "onset_s": 0.01, "origin": {"file": "usr/share/sonic-pi/samples/guit_e_slide.flac", "whole": true}, "partial1_hz": null, "partial1_level_db": null, "partial1_snr_db": null, "period_hz": null, "sample_rate": 44100, "sha256": "80626ddea79461012cabafe4ca5e70ce0bdb00a42e6601730b1ff76ab84c13ea", "spread_cents": null, "steady_end_s": null, "steady_start_s": null, "string": null, "technique": "slide", "trust": null},
    {"bytes": 501165, "channels": 2, "clipped_samples": 0, "duration_s": 9.972063, "f1_hz": null, "file": "guit_em9.flac", "frames": 439768, "fret": null, "glide_cents": null, "inharmonicity": null, "instrument": "electric guitar", "kind": "chord", "known_errors": [], "label_midi": null, "midi": null, "note": null, "octave": null, "onset_s": 0.0, "origin": {"file": "usr/share/sonic-pi/samples/guit_em9.flac", "whole": true}, "partial1_hz": null, "partial1_level_db": null, "partial1_snr_db": null, "period_hz": null, "sample_rate": 44100, "sha256": "e6dbbdc5aef03fada9cbd84d9ef000472c6954db9badcf5721969c515d46c2f1", "spread_cents": null, "steady_end_s": null, "steady_start_s": null, "string": null, "technique": "E minor ninth, broken", "trust": null},
    {"bytes": 93072, "channels": 1, "clipped_samples": 0, "duration_s": 3.532268, "f1_hz": null, "file": "guit_harmonics.flac", "frames": 155773, "fret": null, "glide_cents": null, "inharmonicity": null, "instrument": "electric guitar", "kind": "phrase", "known_errors": [], "label_midi": null, "midi": null, "note": null, "octave": null, "onset_s": 0.77, "origin": {"file": "usr/share/sonic-pi/samples/guit_harmonics.flac", "whole": true}, "partial1_hz": null, "partial1_level_db": null, "partial1_snr_db": null, "period_hz": null, "sample_rate": 44100, "sha256": "197dc69798e07641f2003f394645155e4077d1d75fa6eb44a66f3a00b07e73ee", "spread_cents": null, "steady_end_s": null, "steady_start_s": null, "string": null, "technique": "harmonics", "trust": null}
  ],
  "schema": "headstock.dataset/1",
  "sources": [
    {
      "bytes": 205951,
      "file": "usr/share/sonic-pi/samples/bass_hard_c.flac",
      "package": "sonic-pi-samples",
      "registry": "debian",
      "sha256": "53a702cd607ae57e70376af668ce31b7d154a29f9c52dd990d2f8991dcf0b51e",
      "version": "3.2.2~repack-8"
    },
    {
      "bytes": 134891,
      "file": "usr/share/sonic-pi/samples/bass_woodsy_c.flac",
      "package": "sonic-pi-samples",
      "registry": "debian",
      "sha256": "24526511b9996f394c1101dc8099cc29acc775782d1b5bd3e2afb406d0bd205c",
      "version": "3.2.2~repack-8"
    },
    {
      "bytes": 322437,
      "file": "usr/share/sonic-pi/samples/guit_e_fifths.flac",
      "package": "sonic-pi-samples",
      "registry": "debian",
      "sha256": "b609553b02becbada9ec00a6a13e88bbde6b7ce29098063f4b3f27209ff13f79",
      "version": "3.2.2~repack-8"
    },
    {
      "bytes": 146215,
      "file": "usr/share/sonic-pi/samples/guit_e_slide.flac",
      "package": "sonic-pi-samples",
      "registry": "debian",
      "sha256": "80626ddea79461012cabafe4ca5e70ce0bdb00a42e6601730b1ff76ab84c13ea",
      "version": "3.2.2~repack-8"
    },
    {
      "bytes": 501165,
      "file": "usr/share/sonic-pi/samples/guit_em9.flac",
      "package": "sonic-pi-samples",
      "registry": "debian",
      "sha256": "e6dbbdc5aef03fada9cbd84d9ef000472c6954db9badcf5721969c515d46c2f1",
      "version": "3.2.2~repack-8"
    },
    {
      "bytes": 93072,
      "file": "usr/share/sonic-pi/samples/guit_harmonics.flac",
      "package": "sonic-pi-samples",
      "registry": "debian",
      "sha256": "197dc69798e07641f2003f394645155e4077d1d75fa6eb44a66f3a00b07e73ee",
      "version": "3.2.2~repack-8"
    }
  ],
  "title": "Two bass notes, two chords, a slide and harmonics from Sonic Pi's samples",
  "version": "3.2.2"
}

"""#
}
