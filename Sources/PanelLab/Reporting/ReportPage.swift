internal import FlickProtocol
internal import PanelTuning

/// The whole page: well-formed as HTML and as XML, without a script and without the network.
struct ReportPage {
  let panels: [ReportedPanel]
  /// What labelled strokes show; nil if there are no labels.
  let people: StrokeReport?
  /// The panel of ``people`` on a page without ``panels``.
  var triedPanel: String?

  /// The bytes of the file as text.
  var text: String {
    let title = triedPanel ?? panels.map(\.report.panel.name).joined(separator: ", ")
    let sections = panels.enumerated().map { PanelSection(panel: $1, number: $0 + 1).markup }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <link rel="icon" href="data:,"/>
      <title>Panel report: \(Markup.escaped(title))</title>
      <style>
      \(PageStyle.text)
      </style>
      </head>
      <body>
      <main>
      \(sections.joined(separator: "\n"))
      \(people.map { PeopleSection(people: $0, panel: triedPanel).markup } ?? "")
      <footer>\(footer)</footer>
      </main>
      </body>
      </html>

      """
  }

  private var footer: String {
    triedPanel == nil
      ? "Written by flickctl report. The numbers are those of flickctl measure and flickctl evaluate."
      : "Written by flickctl studio. The numbers are those of flickctl tune and flickctl evaluate."
  }

  /// A figure with its caption.
  static func figure(_ picture: String, _ caption: String, kind: String = "pictured", data: String) -> String
  {
    "<figure class=\"\(kind)\" \(data)>\(picture)<figcaption>\(Markup.escaped(caption))</figcaption></figure>"
  }
}
