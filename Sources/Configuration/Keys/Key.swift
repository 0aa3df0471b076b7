/// One key of one section, with all its data for reading, advice and documentation.
struct Key<Section>: Sendable {
  /// The name of the key.
  var name: String
  /// The form of the value, in a word or two.
  var form: String
  /// The default in TOML syntax; `nil` for "not set".
  var defaultValue: String?
  /// A value in TOML syntax, shown where there is no default.
  var example: String
  /// What the key does, in one sentence.
  var summary: String
  /// Sets the value in its section.
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
