/// The results of ours and of the references on a folder of vectors.
public struct VectorReport: Encodable, Measured, Sendable {
  /// One file, or all of them.
  public struct File: Encodable, Sendable {
    /// The file's name.
    public var name: String
    /// Its vectors.
    public var vectors: Int
    /// Ours, then the references.
    public var scores: [VectorScore]
  }

  /// Each file of the folder.
  public var files: [File]
  /// All together.
  public var total: File

  /// Asks each strategy about every vector and about every prefix of a vector.
  ///
  /// `progress` receives the completed part.
  public init(_ files: [VectorFile], progress: (Double) -> Void = { _ in }) {
    let steps = Double(2 * files.count * Strategy.compared.count)
    var done = 0.0
    func file(_ name: String, _ vectors: [VelocityVector], step: Double) -> File {
      File(
        name: name, vectors: vectors.count,
        scores: Strategy.compared.map { strategy in
          defer {
            done += step
            progress(done / steps)
          }
          return VectorScore(strategy, on: vectors)
        })
    }
    self.files = files.map { file($0.name, $0.vectors, step: 1) }
    total = file("all", files.flatMap(\.vectors), step: Double(files.count))
  }

  /// Our figures by name, and the number of references that are as good or better on the strokes
  /// cut in the middle.
  ///
  /// `flicks.…` are absent without recorded flicks, `midstroke.…` without vectors that state
  /// `noncausal`.
  public var figures: Figures {
    guard let ours = total.scores.first(where: { $0.strategy == .ours }) else { return [:] }
    var figures: Figures = ["vectors.non_finite": Double(ours.nonFinite)]
    if ours.inside + ours.outside > 0 {
      figures["flicks.outside"] = Double(ours.outside)
      figures["flicks.backwards"] = Double(ours.backwards)
    }
    func cuts(_ score: VectorScore) -> VectorScore.Row? { score.rows.first { $0.against == "noncausal" } }
    if let cut = cuts(ours) {
      figures["midstroke.p50"] = cut.error.p50
      figures["midstroke.p90"] = cut.error.p90
      figures["midstroke.p99"] = cut.error.p99
      figures["midstroke.wrong"] = Double(cut.wrong)
      figures["midstroke.references_ahead_p50"] = referencesAhead(
        of: total.scores, by: { cuts($0)?.error.p50 }, strategy: \.strategy)
      figures["midstroke.references_ahead_p90"] = referencesAhead(
        of: total.scores, by: { cuts($0)?.error.p90 }, strategy: \.strategy)
    }
    return figures
  }
}
