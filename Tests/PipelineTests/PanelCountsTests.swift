import FlickProtocol
import GestureCore
import Panels
import Recordings
import Settings
import TestKit
import Testing

@testable import Pipeline

@Suite struct `The counts of a panel` {
  /// The counts after playing a recording up to this number of µs after its begin, or to its end.
  private func counts(_ recording: MadeRecording, after microseconds: Int64? = nil) throws -> PanelCounts {
    let file = Recording(
      name: "made", format: .evemu, description: MadeRecording.description, events: recording.events)
    let panel = try #require(RecordedPanel.panels(for: [file], settings: Settings()).first)
    let playback = Playback(panel)
    var numbering = SwipeNumbering()
    var sink = CountedDecisions(panel.setup)
    let limit = microseconds.map { playback.begin + Interval(microseconds: $0) }
    _ = playback.play(through: limit, numbering: &numbering, into: &sink)
    var counts = playback.counts
    (counts.swipes, counts.publicSwipes) = (sink.all, sink.belowPositions)
    return counts
  }

  private func frames(_ recording: MadeRecording) -> Int64 {
    Int64(recording.events.count { $0.type == EventCode.syn && $0.code == EventCode.synReport })
  }

  @Test func `start at zero`() throws {
    let counts = try counts(.oneFinger, after: -1)
    let panel = counts.message
    #expect([panel.contacts, panel.contactsDown, panel.frames, panel.dropped] == [0, 0, 0, 0])
    #expect(counts.swipes.decided == 0)
  }

  @Test func `contain contacts, frames and swipes by kind`() throws {
    let counts = try counts(.oneFinger)
    #expect(counts.message.contacts == 3)
    #expect(counts.message.contactsDown == 0)
    #expect(counts.message.frames == frames(.oneFinger))
    #expect(counts.message.dropped == 0)
    for swipes in [counts.swipes, counts.publicSwipes] {
      #expect([swipes.decided, swipes.flicks, swipes.drags, swipes.commits] == [3, 1, 2, 2])
      #expect(swipes.cancelled(.unplugged) == 0)
    }
  }

  @Test func `contain the number of contacts that are down`() throws {
    let counts = try counts(.tenFingers, after: 200_000)
    #expect(counts.message.contacts == 10)
    #expect(counts.message.contactsDown == 10)
    #expect(counts.swipes.decided == 0)
    #expect(try self.counts(.tenFingers).message.contactsDown == 0)
  }

  @Test func `contain lost events and the swipe that they cancelled`() throws {
    let counts = try counts(.dropped)
    #expect(counts.message.dropped == 1)
    #expect(counts.message.contacts == 2)
    #expect(counts.swipes.cancelled(.dropped) == 1)
    #expect(counts.publicSwipes.cancelled(.dropped) == 1)
    #expect(counts.swipes.decided == 1)
  }

  @Test func `contain the swipes that removal cancelled, and no contact is down`() throws {
    let counts = try counts(.stillDown)
    #expect(counts.swipes.cancelled(.unplugged) == 1)
    #expect(counts.message.contacts == 1)
    #expect(counts.message.contactsDown == 0)
  }

  @Test func `contain a swipe that ended by silence`() throws {
    let description = MadeRecording.description
    let identity = PanelIdentity(panelID: "made", source: .replay)
    let setup = try #require(PanelSetup(description, identity: identity, settings: Settings()))
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = CountedDecisions(setup)
    for event in MadeRecording.stillDown.events {
      pipeline.consume(event, numbering: &numbering, into: &sink)
    }
    pipeline.advance(to: Instant(microseconds: 60_000_000), numbering: &numbering, into: &sink)
    #expect(sink.all.cancelled(.stale) == 1)
    #expect(pipeline.counts.message.contactsDown == 1)
  }

  @Test func `contain lost events that a reader reports`() throws {
    let identity = PanelIdentity(panelID: "made", source: .replay)
    let setup = try #require(
      PanelSetup(MadeRecording.description, identity: identity, settings: Settings()))
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var sink = CountedDecisions(setup)
    pipeline.lose(.dropped, at: Instant(microseconds: 1), numbering: &numbering, into: &sink)
    #expect(pipeline.counts.message.dropped == 1)
    #expect(pipeline.counts.message.frames == 0)
  }

  @Test func `separate swipes that lower levels do not receive`() throws {
    // 4 mm: above the slop, below 5 mm, and too slow to commit.
    let small = MadeRecording([.init(at: 0, from: (100, 60), by: (4, 0), lasting: 1500)])
    let counts = try counts(small)
    #expect(counts.swipes.drags == 1)
    #expect(counts.publicSwipes.drags == 0)
    let cut = MadeRecording([.init(at: 0, from: (100, 60), by: (4, 0), lasting: 1500)], end: 900)
    #expect(try self.counts(cut).swipes.cancelled(.unplugged) == 1)
    #expect(try self.counts(cut).publicSwipes.cancelled(.unplugged) == 0)
  }
}
