internal import FlickDaemon
internal import Glibc

@main enum Flickd {
  static func main() {
    exit(Daemon.run(Array(CommandLine.arguments.dropFirst())))
  }
}
