internal import Commands

@main enum Main {
  static func main() {
    Flickctl.run()
  }
}
