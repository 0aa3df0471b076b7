internal import CToml
internal import FlickProtocol

/// A value in a TOML file and all values below it, each with its position.
struct TomlNode {
  enum Content {
    case table([TomlEntry])
    case array([TomlNode])
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both, which no setting accepts.
    case moment
  }

  var content: Content
  var position: TextPosition
}

/// A key and its value.
struct TomlEntry {
  var key: String
  var position: TextPosition
  var value: TomlNode
}

extension TomlEntry {
  /// A dotted key as the file has it: `rests.after`; the key itself if it has no dot.
  var dotted: String { path.joined(separator: ".") }

  /// A dotted key as flickd writes its keys: `rests_after`.
  var joined: String { path.joined(separator: "_") }

  /// Whether flickd has the key with `_` instead of the dots.
  var isDottedKey: Bool { path.count > 1 && Advice.isKey(joined) }

  private var path: [String] {
    guard case .table(let below) = value.content, below.count == 1 else { return [key] }
    return [key] + below[0].path
  }

  /// The names of the tables and the arrays in this table, such as `cards` of `[zone.cards]`.
  var namesBelow: [String] {
    guard case .table(let below) = value.content else { return [] }
    return below.compactMap { entry -> String? in
      switch entry.value.content {
      case .table, .array: entry.key
      case .string, .integer, .float, .boolean, .moment: nil
      }
    }
  }
}

/// Where a file is not TOML; ``TomlAdvice`` explains why.
struct TomlError: Error {
  var position: TextPosition
}

extension TomlNode {
  /// Parses the file `bytes`, and returns its root table.
  static func parse(_ bytes: [UInt8]) throws(TomlError) -> TomlNode {
    let document = TomlDocument(bytes)
    if let error = document.error { throw error }
    return document.root
  }

  /// The value as a diagnostic quotes it: in TOML syntax, or only its kind if long.
  var seen: String {
    switch content {
    case .table(let entries):
      short(
        "{ \(entries.sorted { $0.position < $1.position }.map { "\($0.key) = \($0.value.seen)" }.joined(separator: ", ")) }"
      ) ?? "a table"
    case .array(let items):
      short("[\(items.map(\.seen).joined(separator: ", "))]") ?? "an array"
    case .string(let text): quoted(text)
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .moment: "a date or time"
    }
  }
}

/// `text`, or nil if it is too long for a quote.
private func short(_ text: String) -> String? { text.count > 80 ? nil : text }

/// `text` in double quotes, with control characters escaped and cut to a length that fits a line.
func quoted(_ text: String) -> String {
  var line = "\""
  for scalar in text.unicodeScalars.prefix(60) {
    line += scalar.isUnsafeOnTerminal ? "\\u{\(String(scalar.value, radix: 16))}" : "\(scalar)"
  }
  return text.unicodeScalars.count > 60 ? line + "…\"" : line + "\""
}

// The fence: everything that touches C memory stands below, and copies what it hands out.

/// Owns one document of the C parser.
@safe private struct TomlDocument: ~Copyable {
  private let handle: OpaquePointer

  init(_ bytes: [UInt8]) {
    // The parser copies what it keeps; the buffer is only lent for the call.
    unsafe handle = bytes.withUnsafeBytes { buffer in
      unsafe ctoml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  deinit {
    // The one owner frees it, once.
    unsafe ctoml_free(handle)
  }

  var error: TomlError? {
    var error = unsafe ctoml_error()
    // `handle` is live until deinit.
    guard unsafe ctoml_failed(handle, &error) else { return nil }
    return unsafe TomlError(position: position(error.position))
  }

  /// The tree; built backwards, because an entry's children follow the entry.
  var root: TomlNode {
    // `handle` is live until deinit; positions stay below the count.
    let count = unsafe ctoml_count(handle)
    var children = [[TomlEntry]](repeating: [], count: count)
    for index in stride(from: count - 1, through: 0, by: -1) {
      let entry = unsafe ctoml_entry_at(handle, index)
      let below = Array(children[index].reversed())
      let node = unsafe TomlNode(content: content(entry, below), position: position(entry.position))
      if index == 0 { return node }
      let line = unsafe TomlEntry(key: copy(entry.key), position: position(entry.key_position), value: node)
      children[Int(unsafe entry.parent)].append(line)
      children[index] = []
    }
    return TomlNode(content: .table([]), position: TextPosition(line: 1, column: 1))
  }

  private func content(_ entry: ctoml_entry, _ below: [TomlEntry]) -> TomlNode.Content {
    switch Int(unsafe entry.kind) {
    case Int(CTOML_TABLE): .table(below)
    case Int(CTOML_ARRAY): .array(below.map(\.value))
    case Int(CTOML_STRING): .string(unsafe copy(entry.string))
    case Int(CTOML_INTEGER): .integer(unsafe entry.integer)
    case Int(CTOML_FLOAT): .float(unsafe entry.number)
    case Int(CTOML_BOOLEAN): .boolean(unsafe entry.boolean)
    default: .moment
    }
  }

  private func position(_ position: ctoml_position) -> TextPosition {
    TextPosition(line: Int(position.line), column: Int(position.column))
  }

  /// A copy of a text that the document owns; toml++ has checked that it is UTF-8.
  private func copy(_ text: ctoml_text) -> String {
    // The pointer and the count come from one std::string of the live document.
    unsafe String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
  }
}
