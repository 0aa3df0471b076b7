import FlickInteractions

/// A swipe as an app receives it: begin, update and end.
///
/// Lengths are in points. The predicted end is `landing`, or as in SwiftUI 0.25 s of velocity
/// further.
func stroke(
  id: Int64 = 1, x: Double = 0, y: Double = 0, velocity: SwipeVector = .zero, landing: SwipeVector? = nil,
  from begin: Duration = .zero, lasting: Duration = .milliseconds(300)
) -> [Swipe] {
  let displacement = SwipeVector(x: x, y: y)
  return [
    Swipe(id: id, phase: .begin, time: begin, translation: displacement * 0.1),
    Swipe(
      id: id, phase: .update, time: begin + lasting / 2, translation: displacement * 0.5, velocity: velocity),
    Swipe(
      id: id, phase: .end, time: begin + lasting, translation: displacement, velocity: velocity,
      predictedEndTranslation: landing
        ?? Projection.standard.end(translation: displacement, velocity: velocity)),
  ]
}

/// The event of a swipe's lift.
func lift(_ swipes: [Swipe]) -> Swipe { swipes[swipes.count - 1] }
