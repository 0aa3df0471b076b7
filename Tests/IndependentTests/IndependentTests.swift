import Foundation
import TestKit
import Testing

@Suite(.enabled(if: Judge.isDue, Comment(rawValue: Judge.comment)))
struct `An independent judge` {
  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `reaches the same decisions on people's strokes`() async throws {
    let outcome = try await Judge.run("human_strokes.py", try material())
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `confirms the kind of flings with published speeds`() async throws {
    let outcome = try await Judge.run("labelled_flings.py", try material())
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  @Test func `finds made strokes on the right side of D and S`() async throws {
    let outcome = try await Judge.run("generated_strokes.py")
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  @Test func `estimates the same velocity where panels misbehave`() async throws {
    let outcome = try await Judge.run("messy_strokes.py")
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `finds only valid lines in real recordings`() async throws {
    let outcome = try await Judge.run("recordings.py", try material())
    #expect(outcome.code == 0, "\(outcome.summary)")
  }

  private func material() throws -> String {
    _ = try Material.path("recordings")
    return Material.folder.path
  }
}
