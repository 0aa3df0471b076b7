internal import Foundation

/// A rule by which another project takes a stroke of one finger for a swipe, written from its
/// description, with its default settings.
///
/// Pixels are those of the recording's screen. Where a project counts logical pixels, the screen
/// has a whole scale factor. Where content has pages, a page is as large as the panel. Each rule
/// judges only the movement; palms, zones and the time of processing do not count.
enum PublishedRule: String, CaseIterable, Encodable, Sendable {
  /// lisgd 0.3.7.
  case lisgd
  /// HAOS-kiosk 1.3.0.
  case haosKiosk = "HAOS-kiosk"
  /// bodgestr 1.1.1.
  case bodgestr
  /// touchegg 2.0.18, with one finger instead of two.
  case touchegg
  /// The swipe tracker of libadwaita 1.4.
  case libadwaita
  /// Qt Quick's Flickable 6, with pages.
  case flickable = "Qt Flickable"
  /// Android's ViewPager 1.0.
  case viewPager = "Android ViewPager"

  var words: String {
    switch self {
    case .lisgd: "125 px in less than 800 ms, within 15° of one of eight directions"
    case .haosKiosk: "15 px, and 500 px/s in the mean of the whole stroke"
    case .bodgestr: "15 % of the panel in less than 0.9 s, within 30° of an axis"
    case .touchegg: "11 % of the panel's shorter side, in the direction of the first 5 %"
    case .libadwaita: "300 px/s in the mean of the last 150 ms after 16 px, or half of a page"
    case .flickable: "75 px/s in the mean of three segments after 15 px, or half of a page"
    case .viewPager: "400 dp/s by a parabola after 25 dp, or 60 % of a page"
    }
  }

  /// Whether the rule takes a stroke for a swipe.
  func takes(_ person: HumanStroke) -> Bool {
    guard let movement = Movement(person) else { return false }
    return switch self {
    case .lisgd: movement.isLisgdSwipe
    case .haosKiosk: movement.isHAOSKioskSwipe
    case .bodgestr: movement.isBodgestrSwipe
    case .touchegg: movement.isToucheggSwipe
    case .libadwaita: movement.turnsLibadwaitaPage
    case .flickable: movement.turnsFlickablePage
    case .viewPager: movement.turnsViewPagerPage
    }
  }
}

/// What the rules of others use of a stroke, in pixels and seconds.
private struct Movement {
  let stroke: Stroke
  let screen: RecordedScreen
  /// From the first sample to the last.
  let x, y: Double
  /// From landing to lift.
  let seconds: Double

  init?(_ person: HumanStroke) {
    guard let first = person.stroke.samples.first, let last = person.stroke.samples.last else { return nil }
    stroke = person.stroke
    screen = person.screen
    (x, y) = (last.x - first.x, last.y - first.y)
    seconds = ((person.stroke.release ?? last.time) - first.time) * 1e-6
  }

  private var distance: Double { hypot(x, y) }

  var isLisgdSwipe: Bool {
    let eighth = 45.0
    let degrees = atan2(y, x) * 180 / .pi
    let deviation = (degrees / eighth - (degrees / eighth).rounded()).magnitude * eighth
    return distance >= 125 && seconds < 0.8 && deviation <= 15
  }

  var isHAOSKioskSwipe: Bool { distance >= 15 && distance >= 500 * seconds }

  var isBodgestrSwipe: Bool {
    guard seconds < 0.9 else { return false }
    func isSwipe(_ along: Double, _ across: Double, of length: Double) -> Bool {
      along.magnitude >= 0.15 * length
        && atan2(across.magnitude, along.magnitude) * 180 / .pi <= 30
    }
    return isSwipe(x, y, of: screen.width) || isSwipe(y, x, of: screen.height)
  }

  /// touchegg starts after 5 % of the shorter side. A percentage of 20 applies an action, and 100 %
  /// are 30 % of the side beyond the start.
  var isToucheggSwipe: Bool {
    let side = min(screen.width, screen.height)
    guard let first = stroke.samples.first,
      let start = stroke.samples.first(where: {
        max(($0.x - first.x).magnitude, ($0.y - first.y).magnitude) > 0.05 * side
      })
    else { return false }
    let (toX, toY) = (start.x - first.x, start.y - first.y)
    let along = toX.magnitude > toY.magnitude ? x * (toX < 0 ? -1 : 1) : y * (toY < 0 ? -1 : 1)
    return along - 0.05 * side >= 0.2 * 0.3 * side
  }

  var turnsLibadwaitaPage: Bool {
    turnsPage(by: .mean150, beyond: 300 * logicalPixel, after: 16 * logicalPixel, page: 0.5)
  }

  /// A Flickable forgets the velocity 50 ms after the last movement.
  var turnsFlickablePage: Bool {
    let minSpeed = stroke.isReleased(after: 50_000) ? .infinity : 75 * logicalPixel
    return turnsPage(by: .meanOfThree, beyond: minSpeed, after: 15 * logicalPixel, page: 0.5)
  }

  var turnsViewPagerPage: Bool {
    let pixel = screen.density / 160
    return turnsPage(by: .lsq2, beyond: 400 * pixel, after: 25 * pixel, page: 0.6)
  }

  /// The pixels of a logical pixel: a whole number, so that an inch has about 150 logical pixels.
  private var logicalPixel: Double { max(1, (screen.density / 150).rounded()) }

  /// Whether content that was moved along the stroke's longer axis comes to rest at another page.
  ///
  /// A velocity against the movement returns the content. `threshold` is in pixels per second,
  /// `slop` in pixels, and `page` a part of the panel.
  private func turnsPage(
    by strategy: Strategy, beyond threshold: Double, after slop: Double, page: Double
  ) -> Bool {
    let isHorizontal = x.magnitude >= y.magnitude
    let along = isHorizontal ? x : y
    guard along.magnitude >= slop, let velocity = strategy.velocity(of: stroke) else { return false }
    let speed = isHorizontal ? velocity.x : velocity.y
    if speed.magnitude >= threshold { return speed * along > 0 }
    return along.magnitude >= page * (isHorizontal ? screen.width : screen.height)
  }
}
