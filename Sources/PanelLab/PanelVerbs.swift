package import ArgumentParser

/// The verbs of this library, in the groups in which `flickctl` lists them.
package enum PanelVerbs {
  /// The verbs that watch, record, measure and tune a panel.
  package static var measuring: [any ParsableCommand.Type] {
    [
      MonitorCommand.self, RecordCommand.self, MeasureCommand.self, EvaluateCommand.self, ReportCommand.self,
      TuneCommand.self,
    ]
  }

  /// The verbs that play touches, and that compare a panel with its display.
  package static var playing: [any ParsableCommand.Type] { [PlayCommand.self, OrientCommand.self] }

  /// The verbs that serve a page about a panel.
  package static var serving: [any ParsableCommand.Type] { [StudioCommand.self] }
}
