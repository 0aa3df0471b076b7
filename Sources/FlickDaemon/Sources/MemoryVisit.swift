internal import LinuxIO
internal import Panels

/// One visit to the file of ``PanelMemoryFile``: reads it, adds what was learned, and replaces it.
///
/// A visit runs on its own thread, because each of its calls may wait for the file system.
struct MemoryVisit: Sendable {
  /// Which difference lets a visit replace the file, in rising order.
  enum Writing: Int, Sendable {
    /// None: the visit only reads.
    case none
    /// A value that is news, because each write wears a memory card.
    case news
    /// Any difference, at the end of the service.
    case difference
  }

  /// What the file was when the visit read it.
  enum Content: Sendable {
    /// A missing file is an empty memory.
    case memory(PanelMemory)
    case unusable(PanelMemory.Fault)
    case unreadable(SystemCallError)
  }

  /// What a visit has found and done.
  struct Answer: Sendable {
    var content: Content
    /// What the file contains now, if the visit has replaced it.
    var written: PanelMemory?
    /// Why the visit could not replace the file.
    var failure: SystemCallError?
  }

  var folder: String
  /// The file when it was last read or written.
  var stored: PanelMemory
  /// What the panels have shown in this run.
  var learned: PanelMemory
  var writing: Writing

  /// Visits the file; blocks for as long as the file system does.
  func run() -> Answer {
    var answer = Answer(content: content())
    guard writing != .none, let next = replacement(of: answer.content) else { return answer }
    do throws(SystemCallError) {
      try FileReplacement.replacePrivate(PanelMemory.fileName, in: folder, with: next.text)
      answer.written = next
    } catch {
      answer.failure = error
    }
    return answer
  }

  private func content() -> Content {
    let bytes: [UInt8]?
    do throws(SystemCallError) {
      bytes = try SystemCalls.stateIfAny(of: "\(folder)/\(PanelMemory.fileName)")
    } catch {
      return .unreadable(error)
    }
    guard let bytes else { return .memory(PanelMemory()) }
    do throws(PanelMemory.Fault) {
      return .memory(try PanelMemory(text: bytes))
    } catch {
      return .unusable(error)
    }
  }

  /// What the file is to contain; nil to leave the file as it is.
  private func replacement(of content: Content) -> PanelMemory? {
    var (present, learned) = (stored, learned)
    switch content {
    case .unusable(.newer), .unreadable: return nil
    case .unusable(.damaged): break
    case .memory(let memory):
      learned.forget { stored[$0.key] != nil && memory[$0.key] == nil }
      present = memory
    }
    var next = present
    for entry in learned.entries.reversed() { next.learn(entry.values, of: entry.key) }
    let isDue =
      writing == .difference
      ? next != present : learned.entries.contains { $0.values.isNews(after: present[$0.key]) }
    return isDue && !learned.entries.isEmpty ? next : nil
  }
}
