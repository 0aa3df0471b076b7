internal import FlickDaemon
internal import Glibc

/// The daemon's program.
@main enum Flickd {
  static func main() {
    exit(Daemon.run(Array(CommandLine.arguments.dropFirst())))
  }
}
