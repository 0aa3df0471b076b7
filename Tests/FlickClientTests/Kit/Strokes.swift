import FlickClient

/// A swipe along one axis as an app hears of it: it begins, moves, and lifts.
///
/// Lengths in points. It is predicted to land at `landing`, or as SwiftUI predicts: a quarter of a
/// second further.
func stroke(
  id: Int64 = 1, x: Double = 0, y: Double = 0, velocity: Vector = .zero, landing: Vector? = nil,
  from begin: Int64 = 0, lasting: Int64 = 300_000
) -> [Swipe] {
  let way = Vector(x: x, y: y)
  return [
    Swipe(id: id, phase: .begin, time: begin, translation: way * 0.1),
    Swipe(id: id, phase: .update, time: begin + lasting / 2, translation: way * 0.5, velocity: velocity),
    Swipe(
      id: id, phase: .end, time: begin + lasting, translation: way, velocity: velocity,
      predictedEndTranslation: landing ?? Projection.standard.end(translation: way, velocity: velocity)),
  ]
}

/// The moment of a swipe's lift.
func lift(_ swipes: [Swipe]) -> Swipe { swipes[swipes.count - 1] }
