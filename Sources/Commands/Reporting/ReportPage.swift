internal import FlickProtocol
internal import PanelTuning

/// The whole page: well-formed as HTML and as XML, without a script and without the network.
struct ReportPage {
  let panels: [ReportedPanel]
  /// What labelled strokes show; nil without labels.
  let people: StrokeReport?

  /// The bytes of the file as text.
  var text: String {
    let title = panels.map(\.report.panel.name).joined(separator: ", ")
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
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      \(sections.joined(separator: "\n"))
      \(people.map { PeopleSection(people: $0).markup } ?? "")
      <footer>Written by flickctl report. The numbers are those of flickctl measure and flickctl evaluate.</footer>
      </main>
      </body>
      </html>

      """
  }

  /// Faults differ from the rest in lightness too, so they remain visible in greyscale.
  private static let style = """
    :root { --paper: #fff; --ink: #1b1f24; --quiet: #59636e; --line: #d0d7de; --soft: #f3f5f7; --good: #7fb0dd;
      --good2: #4a8ac4; --good3: #1f5f9c; --bad: #b3200c; --bad-soft: #fbe3df; --ok: #17643a; --none: #e8ebee; --fit: #6b2fa0 }
    @media screen and (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e6e9ed; --quiet: #a0a9b4;
      --line: #3a424c; --soft: #1e2329; --good: #4177a8; --good2: #5b9bd3; --good3: #8fc4f3; --bad: #ff8a75;
      --bad-soft: #47211b; --ok: #6cd39a; --none: #2a3038; --fit: #cfa3f5 } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
    main { max-width: 900px; margin: 0 auto; padding: 24px }
    h1 { font-size: 26px; line-height: 1.25; margin: 0; overflow-wrap: anywhere }
    h2 { font-size: 20px; margin: 32px 0 8px } h3 { font-size: 16px; margin: 20px 0 4px }
    p { margin: 4px 0 } .quiet, footer, figcaption { color: var(--quiet); font-size: 14px }
    section + section { margin-top: 56px; border-top: 2px solid var(--line); padding-top: 24px }
    .answer { font-size: 20px; font-weight: 600; margin: 12px 0 }
    .verdicts { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 12px; margin: 12px 0 }
    .verdict { border: 1px solid var(--line); border-left: 6px solid var(--ok); border-radius: 4px; padding: 8px 12px }
    .verdict.fail { border-left-color: var(--bad) } .verdict.unknown { border-left-color: var(--quiet) }
    .verdict b { display: block }
    .fail b, td.fail, .bad-text { color: var(--bad); font-weight: 700 } td.pass { color: var(--ok) } td.marginal { font-weight: 700 }
    td .quiet { font-weight: 400 }
    .found { background: var(--bad-soft); border-left: 6px solid var(--bad); padding: 8px 12px; margin: 8px 0 }
    pre { background: var(--soft); padding: 8px 12px; overflow-x: auto; margin: 6px 0; font-size: 14px; white-space: pre-wrap; overflow-wrap: anywhere }
    .wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 14px }
    th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top }
    th { font-weight: 600; color: var(--quiet) } td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
    figure { margin: 12px 0; break-inside: avoid } figure svg { width: 100%; height: auto; display: block }
    .pictured svg { max-width: 640px } td svg { width: 120px; height: 16px; display: block }
    .sheet svg { background: #fff; max-width: 100% }
    svg text { font: 12px system-ui, sans-serif; fill: var(--quiet) }
    svg .limit-label, svg .bad-label { font-weight: 700; fill: var(--ink) } svg .bad-label { fill: var(--bad); font-size: 14px }
    svg polyline { fill: none } .good { fill: var(--good2) } .bad { fill: var(--bad) } .axis { stroke: var(--quiet); stroke-width: 1 }
    .limit { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4 } .curve { stroke: var(--good2); stroke-width: 1.5 }
    .fit { stroke: var(--fit); stroke-width: 4; stroke-opacity: .75 } .decided { stroke: var(--ok); stroke-width: 2 }
    .lift { stroke: var(--ink); stroke-width: 1.5 } .silence { fill: var(--none) } .bad-area { fill: var(--bad-soft) }
    .none { fill: var(--none) } .dead { fill: var(--bad) } .touched1 { fill: var(--good) } .touched2 { fill: var(--good2) }
    .touched3 { fill: var(--good3) } .glass { fill: none; stroke: var(--ink); stroke-width: 1 } .cross { stroke: var(--bad); stroke-width: 3 }
    .target { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4 } .track { fill: var(--none) }
    .sheet svg text { fill: revert-layer; font-family: sans-serif }
    @media print { @page { size: A4; margin: 14mm } body { font-size: 11pt } main { max-width: none; padding: 0 }
      .verdict, .found, pre, tr, figure, h2, h3 { break-inside: avoid } h2, h3 { break-after: avoid }
      section + section { break-before: page; border: 0; margin: 0; padding: 0 } .pictures { break-before: page }
      .found, .bar, svg { print-color-adjust: exact; -webkit-print-color-adjust: exact }
      .pictured svg { max-width: 150mm; margin: 0 auto } }
    """

  /// A figure with its caption.
  static func figure(_ picture: String, _ caption: String, kind: String = "pictured") -> String {
    "<figure class=\"\(kind)\">\(picture)<figcaption>\(Markup.escaped(caption))</figcaption></figure>"
  }
}
