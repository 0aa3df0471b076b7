import Foundation
import TestKit
import Testing

@Suite(.enabled(if: Judge.isDue, Comment(rawValue: Judge.comment)))
struct `An independent judge` {
  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `comes to the same decisions on the strokes of people`() async throws {
    let verdict = try await Judge.run("human_strokes.py", try material())
    #expect(verdict.code == 0, "\(verdict.summary)")
  }

  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `finds the kind that published speeds give to flings`() async throws {
    let verdict = try await Judge.run("labelled_flings.py", try material())
    #expect(verdict.code == 0, "\(verdict.summary)")
  }

  @Test func `finds made strokes on the right side of D and S`() async throws {
    let verdict = try await Judge.run("generated_strokes.py")
    #expect(verdict.code == 0, "\(verdict.summary)")
  }

  @Test func `estimates the same velocity where panels misbehave`() async throws {
    let verdict = try await Judge.run("messy_strokes.py")
    #expect(verdict.code == 0, "\(verdict.summary)")
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `finds nothing but the contract's lines in real recordings`() async throws {
    let verdict = try await Judge.run("recordings.py", try material())
    #expect(verdict.code == 0, "\(verdict.summary)")
  }

  private func material() throws -> String {
    _ = try Material.path("recordings")
    return Material.folder.path
  }
}
