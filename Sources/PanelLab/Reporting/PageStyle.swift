/// The style sheet of a page: light, dark, narrow and printed.
enum PageStyle {
  static let text = [colors, document, answers, tables, pictures, print].joined(separator: "\n")

  /// Faults differ from the rest in lightness too, so they remain visible in greyscale.
  private static let colors = """
    :root { --paper: #fff; --ink: #1b1f24; --quiet: #59636e; --line: #d0d7de; --soft: #f3f5f7; --touch1: #a9cbea;
      --touch2: #5b96cc; --touch3: #1f5f9c; --bad: #b3200c; --bad-soft: #fbe3df; --ok: #17643a; --blank: #e8ebee;
      --fit: #6b2fa0; --ring: #1b1f24 }
    @media screen and (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e6e9ed; --quiet: #a0a9b4;
      --line: #3a424c; --soft: #1e2329; --touch1: #2f5878; --touch2: #5b9bd3; --touch3: #a8d3f8; --bad: #ff8a75;
      --bad-soft: #47211b; --ok: #6cd39a; --blank: #2a3038; --fit: #cfa3f5; --ring: #e6e9ed } }
    """

  private static let document = """
    * { box-sizing: border-box }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
    main { max-width: 900px; margin: 0 auto; padding: 24px }
    h1 { font-size: 20px; line-height: 1.25; margin: 0; overflow-wrap: anywhere }
    h2 { font-size: 20px; margin: 32px 0 8px } h3 { font-size: 16px; margin: 20px 0 4px }
    p { margin: 4px 0 } .quiet, footer, figcaption { color: var(--quiet); font-size: 14px }
    footer { margin-top: 32px }
    section + section { margin-top: 56px; border-top: 2px solid var(--line); padding-top: 24px }
    pre { background: var(--soft); color: var(--ink); padding: 8px 12px; margin: 6px 0; font-size: 14px;
      white-space: pre-wrap; overflow-wrap: anywhere }
    """

  private static let answers = """
    .answer { font-size: 30px; line-height: 1.2; font-weight: 700; margin: 16px 0 12px }
    .found { background: var(--bad-soft); border-left: 6px solid var(--bad); padding: 8px 12px; margin: 8px 0 }
    .note { background: var(--soft); border-left-color: var(--quiet) }
    .verdicts { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 12px; margin: 12px 0 }
    .verdict { border: 1px solid var(--line); border-left: 6px solid var(--ok); border-radius: 4px; padding: 8px 12px }
    .verdict.fail { border-left-color: var(--bad) } .verdict.unknown { border-left-color: var(--quiet) }
    .verdict b { display: block }
    .fail b, td.fail, .bad-text { color: var(--bad); font-weight: 700 } td.pass { color: var(--ok) }
    td.marginal { font-weight: 700 } td .quiet { font-weight: 400 }
    """

  private static let tables = """
    .wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 14px }
    th, td { text-align: left; padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top }
    th { font-weight: 600; color: var(--quiet) } .metrics { min-width: 680px }
    td.value { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
    td svg { width: 120px; height: 16px; display: block }
    """

  private static let pictures = """
    figure { margin: 8px 0 12px; break-inside: avoid } figure svg { width: 100%; height: auto; display: block }
    .pictured svg { max-width: 640px; overflow: visible } .sheet { overflow-x: auto }
    .sheet svg { background: #fff; min-width: 640px }
    svg text { font: 13px system-ui, sans-serif; fill: var(--quiet) }
    .sheet svg text { fill: revert-layer; font-weight: revert-layer; font-family: sans-serif }
    svg .bound-label { font-weight: 700; fill: var(--ink); paint-order: stroke; stroke: var(--paper);
      stroke-width: 3px }
    svg .bad-label { fill: var(--bad); font-size: 16px; font-weight: 700 }
    @media screen and (max-width: 480px) { .pictured svg text { font-size: 19px }
      .pictured svg .bad-label { font-size: 23px } }
    svg polyline { fill: none } .sound { fill: var(--touch2) } .bad { fill: var(--bad) }
    .sound-dots, .bad-dots { fill: none; stroke: var(--touch2); stroke-width: 4.4; stroke-linecap: round }
    .bad-dots { stroke: var(--bad) } .sample { fill: var(--paper); stroke: var(--ink); stroke-width: .8 }
    .ruled { stroke: var(--quiet); stroke-width: 1 }
    .bound { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4 }
    .curve { stroke: var(--touch2); stroke-width: 1.5 }
    .fit { stroke: var(--fit); stroke-width: 4; stroke-opacity: .75 }
    .decided { stroke: var(--ok); stroke-width: 2 } .lift { stroke: var(--ink); stroke-width: 1.5 }
    .silence, .track, .blank { fill: var(--blank) } .bad-area { fill: var(--bad-soft) } .dead { fill: var(--bad) }
    .touched1 { fill: var(--touch1) } .touched2 { fill: var(--touch2) } .touched3 { fill: var(--touch3) }
    .glass { fill: none; stroke: var(--ink); stroke-width: 1 } .cross { stroke: var(--bad); stroke-width: 3 }
    .circle { fill: none; stroke: var(--ring); stroke-width: 2; stroke-dasharray: 5 4 }
    """

  private static let print = """
    @media print { @page { size: A4; margin: 14mm } body { font-size: 10.5pt } main { max-width: none; padding: 0 }
      .verdict, .found, pre, tr, figure { break-inside: avoid } h2, h3 { break-after: avoid }
      section + section { break-before: page; border: 0; margin: 0; padding: 0 }
      .verdicts { grid-template-columns: repeat(3, 1fr) } .wide, figure.sheet { overflow: visible }
      figure.sheet svg, .metrics { min-width: 0 } th, td { padding: 2px 6px; font-size: 9pt }
      .found, .bar, svg, pre { print-color-adjust: exact; -webkit-print-color-adjust: exact }
      .pictured svg { max-width: 130mm } h2 { margin-top: 20px } h3 { margin-top: 10px } }
    """
}
