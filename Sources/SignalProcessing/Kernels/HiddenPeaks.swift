// SPDX-License-Identifier: MIT

/// The region of a spectrum in which the lobes of a peak hide other peaks, after a Hann window.
public struct LobeMask: Hashable, Sendable {
  /// The width of a bin of the padded transform, in bins of the window.
  public var nativePerBin: Float
  /// The distance in bins of the window within which two maxima are one peak.
  public var mainLobe: Float
  /// The distance in bins of the window beyond which nothing is hidden.
  public var reach: Float
  /// The least power of a hiding peak, as a multiple of the power of the hidden one.
  public var leastRatio: Float

  /// Makes the mask of a window.
  public init(nativePerBin: Float, mainLobe: Float, reach: Float, leastRatio: Float) {
    self.nativePerBin = nativePerBin
    self.mainLobe = mainLobe
    self.reach = reach
    self.leastRatio = leastRatio
  }
}

/// Writes 0 over the power of every peak that the lobes of a strong one hide, and returns the
/// highest remaining power.
///
/// Side lobes of a Hann window fall as (½ / (x(x² − 1)))², x in the window's bins.
///
/// - Parameters:
///   - powers: the powers of peaks, above 0; those of other peaks do not change.
///   - bins: the bins of the peaks; as many.
///   - count: the number of peaks to check.
///   - strong: the power of the strong peak.
///   - place: the bin of the strong peak.
///   - mask: the reach of its lobes.
/// - Returns: the highest power; 0 if none is left.
/// - Complexity: O(count), eight peaks per step, for any values. Does not allocate.
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
    // (2x(x² − 1))², without a square root.
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

@inline(__always)
func hidePeaksRest(
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
