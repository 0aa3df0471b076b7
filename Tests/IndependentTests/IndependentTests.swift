import Foundation
import TestKit
import Testing

@Suite(.enabled(if: Judge.isDue, Comment(rawValue: Judge.comment)))
struct `An independent judge` {
  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `comes to the same decisions on the strokes of people`() throws {
    let verdict = try Judge.run("human_strokes.py", try material())
    #expect(verdict.status == 0, "\(verdict.summary)")
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `finds the kind that published speeds give to flings`() throws {
    let verdict = try Judge.run("labelled_flings.py", try material())
    #expect(verdict.status == 0, "\(verdict.summary)")
  }

  @Test func `finds made strokes on the right side of D and S`() throws {
    let verdict = try Judge.run("generated_strokes.py")
    #expect(verdict.status == 0, "\(verdict.summary)")
  }

  @Test func `estimates the same velocity where panels misbehave`() throws {
    let verdict = try Judge.run("messy_strokes.py")
    #expect(verdict.status == 0, "\(verdict.summary)")
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `finds nothing but the contract's lines in real recordings`() throws {
    let verdict = try Judge.run("recordings.py", try material())
    #expect(verdict.status == 0, "\(verdict.summary)")
  }

  private func material() throws -> String {
    _ = try Material.path("recordings/contacts.csv")
    return Material.folder.path
  }
}
