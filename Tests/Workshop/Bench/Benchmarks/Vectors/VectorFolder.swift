internal import Foundation

/// The vectors of one JSON file.
public struct VectorFile: Sendable {
  /// The file's name without its folder.
  public var name: String
  /// Its vectors, in its order.
  public var vectors: [VelocityVector]
}

/// Reads folders of vectors: every `.json` file is a list of ``VelocityVector``s.
public enum VectorFolder {
  /// The files of a folder in the order of their names.
  public static func read(_ path: String) throws(FileError) -> [VectorFile] {
    var isFolder: Bool
    do {
      let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      // A link to a folder counts as a folder.
      isFolder = kind == .typeDirectory || (kind == .typeSymbolicLink && isReadableFolder(path))
    } catch {
      throw FileError(fault: .missing, path: path, what: "there is no such folder")
    }
    guard isFolder else { throw FileError(fault: .bad, path: path, what: "is not a folder") }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw FileError(fault: .unreadable, path: path, what: "may not be read")
    }
    let wanted = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
    guard !wanted.isEmpty else {
      throw FileError(fault: .missing, path: path, what: "there is no .json file in this folder")
    }
    var files: [VectorFile] = []
    for name in wanted { files.append(try file(name, in: path)) }
    return files
  }

  private static func isReadableFolder(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
  }

  private static func file(_ name: String, in folder: String) throws(FileError) -> VectorFile {
    let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
    let shown = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
      throw FileError(fault: .unreadable, path: shown, what: "may not be read")
    }
    do {
      return VectorFile(name: name, vectors: try JSONDecoder().decode([VelocityVector].self, from: bytes))
    } catch let error as DecodingError {
      throw FileError(fault: .bad, path: shown, what: words(for: error, in: bytes))
    } catch {
      throw FileError(fault: .bad, path: shown, what: "\(error)")
    }
  }

  /// The position in the file, and the error there.
  private static func words(for error: DecodingError, in bytes: Data) -> String {
    func position(_ path: [any CodingKey]) -> String {
      path.isEmpty
        ? "the file"
        : path.reduce(into: "") { text, key in
          text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : ".\(key.stringValue)")
        }
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(position(context.codingPath)) has no \"\(key.stringValue)\""
    case .typeMismatch(let type, let context):
      return "\(position(context.codingPath)) is not \(word(for: type))"
    case .valueNotFound(let type, let context):
      return "\(position(context.codingPath)) should be \(word(for: type)) and is missing or null"
    case .dataCorrupted(let context):
      guard !context.codingPath.isEmpty else {
        return "is not JSON: \(syntaxError(in: bytes) ?? context.debugDescription)"
      }
      return "\(position(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      return "\(error)"
    }
  }

  /// The error message of a plain JSON reader, which contains a position; a decoder has no
  /// position.
  private static func syntaxError(in bytes: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: bytes)
      return nil
    } catch {
      return (error as NSError).userInfo["NSDebugDescription"] as? String
    }
  }

  private static func word(for type: Any.Type) -> String {
    switch type {
    case is Double.Type, is Int64.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
