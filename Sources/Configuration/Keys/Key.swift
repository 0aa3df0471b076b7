/// One key of one section: everything that there is to know of it, for reading, for advice and for
/// the documentation.
struct Key<Section>: Sendable {
  /// Its name.
  var name: String
  /// What its value is, in a word or two.
  var form: String
  /// Its default as TOML writes it, `nil` for "not set".
  var defaultValue: String?
  /// A value as TOML writes it, to show where there is no default.
  var example: String
  /// What it does, in a sentence.
  var summary: String
  /// Puts a value where it belongs.
  var apply: @Sendable (inout Section, ValueDecoder) throws(ValueError) -> Void

  /// A key with a default.
  init(
    _ name: String, _ form: String, defaultValue: String, _ summary: String,
    apply: @escaping @Sendable (inout Section, ValueDecoder) throws(ValueError) -> Void
  ) {
    self.name = name
    self.form = form
    self.defaultValue = defaultValue
    example = defaultValue
    self.summary = summary
    self.apply = apply
  }

  /// A key that is not set by default.
  init(
    _ name: String, _ form: String, example: String, _ summary: String,
    apply: @escaping @Sendable (inout Section, ValueDecoder) throws(ValueError) -> Void
  ) {
    self.name = name
    self.form = form
    defaultValue = nil
    self.example = example
    self.summary = summary
    self.apply = apply
  }
}
