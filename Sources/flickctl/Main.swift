internal import Commands

/// The command's program.
@main enum Main {
  static func main() {
    Flickctl.run()
  }
}
