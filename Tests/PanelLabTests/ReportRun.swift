import Foundation
import FoundationXML
import TestKit

/// One run of `flickctl report`: its outcome, its page, and the output of another command on the
/// same files.
struct ReportRun {
  var outcome: Outcome
  /// The written page; empty without one.
  var page: String
  var json: JSON?
  /// The lines of `flickctl replay` by the name of the file.
  var replayed: [String: [JSON]] = [:]

  /// Writes a page about files; each is a prefix such as `swipes=`, and the bytes.
  init(
    _ files: [(String, [UInt8])], beside: String? = nil, isReplayed: Bool = false,
    to target: String = "report.html"
  ) async throws {
    let folder = try PrivateFolder()
    let none = try folder.write("none.toml", "")
    let bare = try files.enumerated().map { try folder.write("\($0).evemu", $1.1) }
    let paths = zip(files, bare).map { $0.0 + $1 }
    let words = ["report", "--config", none, "-o", "\(folder.path)/\(target)"]
    outcome = try await Command([Program.flickctl.path] + words + paths).run()
    page = (try? String(contentsOfFile: "\(folder.path)/\(target)", encoding: .utf8)) ?? ""
    if let beside {
      let other = [Program.flickctl.path, beside, "--config", none, "--json"]
      json = try JSON(try await Command(other + paths).run().output)
    }
    guard isReplayed else { return }
    for path in bare {
      let lines = try await Command([Program.flickctl.path, "replay", "--config", none, path]).run().output
      replayed[String(path.split(separator: "/").last ?? "")] = try lines.split(separator: "\n").map {
        try JSON(String($0))
      }
    }
  }

  /// The elements of the page; nil if the page is not well-formed.
  var elements: [PageElement]? { PageElement.list(of: page) }
}

/// One element of a page.
struct PageElement {
  var name: String
  var attributes: [String: String]
  /// The text in the element and in the elements inside it.
  var text = ""
  /// The text that is in the element itself.
  var own = ""
  /// The classes of the element and of those around it, and their names.
  var around: Set<String> = []

  subscript(_ name: String) -> String? { attributes[name] }

  /// The elements of a page; nil if the page is not well-formed: each element closed, in order.
  static func list(of page: String) -> [PageElement]? {
    let reader = PageReader()
    let parser = XMLParser(data: Data(page.replacing("<!DOCTYPE html>", with: "").utf8))
    parser.delegate = reader
    return parser.parse() ? reader.elements : nil
  }
}

/// Reads the elements of a page in the order of their starts.
private final class PageReader: NSObject, XMLParserDelegate {
  private(set) var elements: [PageElement] = []
  private var open: [Int] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    var element = PageElement(name: name, attributes: attributes)
    let words = (attributes["class"] ?? "").split(separator: " ").map(String.init)
    element.around = (open.last.map { elements[$0].around } ?? []).union(words + [name])
    open.append(elements.count)
    elements.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { elements[index].text += text }
    if let last = open.last { elements[last].own += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }
}
