// SPDX-License-Identifier: MIT

/// Which other peaks the lobes of a peak hide, behind a Hann window.
public struct LobeMask: Hashable, Sendable {
  /// How many of the window's own bins one of the padded transform is.
  public var nativePerBin: Float
  /// Within so many of the window's bins two maxima are one peak.
  public var mainLobe: Float
  /// Beyond so many of the window's bins nothing is hidden.
  public var reach: Float
  /// So many times its power a peak must have at least to hide another.
  public var leastRatio: Float

  /// Makes the mask of a window.
  public init(nativePerBin: Float, mainLobe: Float, reach: Float, leastRatio: Float) {
    self.nativePerBin = nativePerBin
    self.mainLobe = mainLobe
    self.reach = reach
    self.leastRatio = leastRatio
  }
}

/// Writes 0 over the power of every peak that the lobes of a strong one hide, and returns the highest power
/// that is left.
///
/// Side lobes of a Hann window fall as (½ / (x(x² − 1)))², x in the window's bins.
///
/// - Parameters:
///   - powers: those of peaks, above 0; others are left as they are.
///   - bins: where the peaks are; as many.
///   - count: how many of both are looked at.
///   - strong: the power of the strong one.
///   - place: where it is, in bins.
///   - mask: what is hidden how far from it.
/// - Returns: the highest power, 0 where none is left.
/// - Complexity: O(count), eight peaks a step, whatever they are. Does not allocate.
public func hidePeaks(
  _ powers: inout FixedArray<Float>, at bins: borrowing FixedArray<Float>, count: Int,
  under strong: Float, at place: Float, by mask: LobeMask
) -> Float {
  precondition(count >= 0 && count <= powers.count && count <= bins.count)
  let (power, bin) = (powers.mutableAddress, bins.address)
  let nothing = SIMD8<Float>()
  let least = SIMD8<Float>(repeating: mask.leastRatio)
  var most = nothing
  let vectorised = count & ~7
  var index = 0
  while index < vectorised {
    let here = SIMD8<Float>(power + index)
    let offset = (SIMD8<Float>(bin + index) - place) * mask.nativePerBin
    let square = offset * offset
    // (2x(x² − 1))², without a root.
    let rise = square - 1
    let lobe = 4 * square * (rise * rise)
    let ratio = lobe.replacing(with: least, where: lobe .< least)
    let isHidden =
      (square .< mask.mainLobe * mask.mainLobe)
      .| ((strong .> here * ratio) .& (square .<= mask.reach * mask.reach))
    let left = here.replacing(with: nothing, where: isHidden .& (here .> 0))
    left.store(to: power + index)
    most = most.replacing(with: left, where: left .> most)
    index += 8
  }
  return hidePeaksRest(
    &powers, bins, count, strong, place, mask, from: vectorised, highest: most.max())
}

/// The scalar twin of `hidePeaks`.
func hidePeaksScalar(
  _ powers: inout FixedArray<Float>, at bins: borrowing FixedArray<Float>, count: Int,
  under strong: Float, at place: Float, by mask: LobeMask
) -> Float {
  precondition(count >= 0 && count <= powers.count && count <= bins.count)
  return hidePeaksRest(&powers, bins, count, strong, place, mask, from: 0, highest: 0)
}

@inline(__always)
private func hidePeaksRest(
  _ powers: inout FixedArray<Float>, _ bins: borrowing FixedArray<Float>, _ count: Int,
  _ strong: Float, _ place: Float, _ mask: LobeMask, from start: Int, highest: Float
) -> Float {
  var highest = highest
  for index in start..<max(start, count) where powers[index] > 0 {
    let offset = (bins[index] - place) * mask.nativePerBin
    let square = offset * offset
    let rise = square - 1
    let lobe = 4 * square * (rise * rise)
    let ratio = lobe < mask.leastRatio ? mask.leastRatio : lobe
    if square < mask.mainLobe * mask.mainLobe
      || (strong > powers[index] * ratio && square <= mask.reach * mask.reach)
    {
      powers[index] = 0
    }
    highest = max(highest, powers[index])
  }
  return highest
}
