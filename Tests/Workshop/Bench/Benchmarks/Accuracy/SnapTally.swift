internal import GestureCore

/// How often content that starts at the middle one of five snap points rests at a different one
/// than the finger threw it to.
public struct SnapTally: Sendable {
  /// Content that snaps, by the distance of its snap points.
  public enum Content: String, CaseIterable, Encodable, Sendable {
    /// A carousel's cards: 280 pt with gaps of 16.
    case cards
    /// Pages as wide as the panel of the synthetic suite: 1000 px, equal to 1000 pt.
    case pages

    /// The distance from one snap point to the next, in pt.
    var stride: Double {
      switch self {
      case .cards: 296
      case .pages: 1000
      }
    }
  }

  /// The result.
  public struct Summary: Encodable, Equatable, Sendable {
    /// The content that snapped.
    public var content: Content
    /// Strokes that rest at a different snap point than the true one.
    public var other: Share
    /// The same if only the translation counts, as for content without a velocity.
    public var otherByTranslation: Share
    /// The same with the velocity of lsq2.
    public var otherByLsq2: Share

    private enum CodingKeys: String, CodingKey {
      case content, other
      case otherByTranslation = "other_by_translation"
      case otherByLsq2 = "other_by_lsq2"
    }
  }

  private static let count = 5
  private static let middle = 2

  let content: Content
  private var strokes = 0
  private var others = 0
  private var othersByTranslation = 0
  private var othersByLsq2 = 0

  init(_ content: Content) {
    self.content = content
  }

  mutating func add(_ landing: Landing, by projection: Double) {
    var zone = zone(of: landing.stated, by: projection)
    func target(_ translation: Translation, _ velocity: Velocity, in zone: inout Zone) -> Int {
      zone.snap(translation: translation, velocity: velocity, offset: 0, from: Self.middle).target
    }
    let truth = target(landing.stated.trueTranslation, landing.stated.trueVelocity, in: &zone)
    strokes += 1
    others += target(landing.translation, landing.velocity, in: &zone) == truth ? 0 : 1
    othersByTranslation += target(landing.translation, .zero, in: &zone) == truth ? 0 : 1
    othersByLsq2 += target(landing.translation, landing.velocityByLsq2, in: &zone) == truth ? 0 : 1
  }

  /// Adds everything that another tally counted.
  mutating func add(_ other: SnapTally) {
    strokes += other.strokes
    others += other.others
    othersByTranslation += other.othersByTranslation
    othersByLsq2 += other.othersByLsq2
  }

  /// A zone along the main axis of a stroke.
  private func zone(of stated: StatedStroke, by projection: Double) -> Zone {
    let isHorizontal = abs(stated.direction.x) >= abs(stated.direction.y)
    var points = SnapPoints()
    for index in 0..<Self.count {
      _ = points.insert(Double(index - Self.middle) * content.stride * millimetersPerPoint)
    }
    return Zone(
      rule: DecisionRule(
        axis: .fixed(isHorizontal ? .x : .y), predicted: .init(x: .infinity, y: .infinity),
        projection: projection),
      snapPoints: points)
  }

  var summary: Summary {
    Summary(
      content: content, other: Share(others, of: strokes),
      otherByTranslation: Share(othersByTranslation, of: strokes),
      otherByLsq2: Share(othersByLsq2, of: strokes))
  }
}
