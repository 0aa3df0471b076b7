import FlickClient
import FlickInteractions
import TestKit
import Testing

/// What flickd plays to a viewer.
enum ViewedSource: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case demo
  /// People's swipes, made, with a clock that begins in 2013.
  case madeRecording
  /// A real panel's swipe to the right, whose clock is from 2013.
  case realRecording

  var testDescription: String { rawValue }
  static let real = ["recordings/evdev/evemu-devices/N-Trig_MultiTouch.1-finger-drag-NW-SE.events"]
  /// The sources that this machine has.
  static var present: [ViewedSource] {
    allCases.filter { $0 != .realRecording || Material.isWanted(real) }
  }

  func arguments(in folder: PrivateFolder) throws -> [String] {
    switch self {
    case .demo: ["--demo"]
    case .madeRecording: try Load.replaying(people: 1, seconds: 2, clock: 1_363_000_000, in: folder)
    case .realRecording: ["--replay", try Material.path(Self.real[0])]
    }
  }
}

/// An app that shows one interaction: it handles swipes, and draws frames by the present time.
private actor Viewer<Content: AxisInteraction> {
  /// A frame after which the app draws no further one.
  struct Rest: Sendable {
    var drawn: Double
    var target: Double
  }

  private var content: Content
  private var isDrawing = false
  private let restore: @Sendable (inout Content) -> Void
  private(set) var rests: [Rest] = []

  /// `restore` is called at each rest.
  init(_ content: Content, restore: @escaping @Sendable (inout Content) -> Void) {
    self.content = content
    self.restore = restore
  }

  /// Follows the swipes until the content has come to rest `count` times, or to their end.
  func follow(_ swipes: Swipes, rests count: Int) async throws {
    let frames = Task {
      while !Task.isCancelled {
        frame()
        try? await Task.sleep(for: .microseconds(16_667))
      }
    }
    defer { frames.cancel() }
    for try await swipe in swipes {
      content.handle(swipe)
      isDrawing = true
      if rests.count >= count { break }
    }
    // The last swipe may have ended just now.
    for _ in 0..<500 where isDrawing { try await Task.sleep(for: .milliseconds(10)) }
  }

  private func frame() {
    guard isDrawing else { return }
    let now = SwipeClient.now
    let drawn = content.draw(at: now)
    isDrawing = content.isHeld || content.isMoving(at: now)
    guard !isDrawing else { return }
    rests.append(Rest(drawn: drawn, target: content.target))
    restore(&content)
  }
}

@Suite struct `A viewer` {
  /// Content in a unit, where it comes to rest, and what a frame may be off by.
  private func rest<Content: AxisInteraction>(
    _ content: Content, size: Double, in unit: SwipeSubscription.Unit, source: ViewedSource,
    restore: @escaping @Sendable (inout Content) -> Void = { _ in }
  ) async throws -> [Double] {
    let folder = try PrivateFolder()
    let words = try source.arguments(in: folder)
    let viewer = Viewer(content, restore: restore)
    let ending: Daemon.Ending = source == .demo ? .reported : .byItself
    let outcome = try await Daemon.run(words, in: folder, ending: ending) { daemon in
      _ = try await waiting("the socket") { daemon.folder.names.contains("s") ? true : nil }
      let subscription = SwipeSubscription(zones: [content.zone("content")], unit: unit)
      try await viewer.follow(SwipeClient(socket: daemon.socket).swipes(subscription), rests: 3)
    }
    #expect(outcome.code == 0)
    let rests = await viewer.rests
    #expect(rests.count >= (source == .demo ? 3 : 1), "the content never came to rest")
    for rest in rests {
      #expect(abs(rest.drawn - rest.target) <= 0.002 * size, "\(rest.drawn) of \(rest.target)")
    }
    return rests.map(\.target)
  }

  /// With rests of half a unit, cards stopped halfway; with the recording's own clock, they stood
  /// still.
  @Test(arguments: ViewedSource.present)
  func `brings three cards in fractions of the panel to rest`(source: ViewedSource) async throws {
    let cards = CardCarousel(count: 3, index: 1, width: 1, spacing: 0, unit: .fraction)
    let targets = try await rest(cards, size: 1, in: .fraction, source: source)
    #expect(targets.allSatisfy { [0, -1, -2].contains($0) })
    if source == .realRecording { #expect(targets == [0]) }
  }

  @Test(arguments: ViewedSource.present)
  func `brings a card in mm to rest, away from the screen or back`(source: ViewedSource) async throws {
    let card = SwipeCard(unit: .millimeters)
    let targets = try await rest(card, size: 60, in: .millimeters, source: source) { $0.put(at: nil) }
    #expect(targets.allSatisfy { abs($0) == card.exit || $0 == 0 })
    #expect(targets.contains { abs($0) == card.exit }, "each source has a swipe that dismisses the card")
  }
}
