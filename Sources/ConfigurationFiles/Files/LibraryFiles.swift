/// The files of the library: entries for known panels, each a `[[panel]]` of a shipped file.
///
/// A file in the folder of the administrator replaces the shipped file of the same name; further
/// files there add entries.
public enum LibraryFiles {
  /// The folder of the administrator: `panels.d` beside the main file of the configuration.
  public static func ownFolder(of main: String) -> String {
    ConfigurationFiles.folder("panels.d", beside: main)
  }

  /// Returns the files in reading order, which is the byte order of their names, read by the
  /// caller's functions.
  ///
  /// `shipped` are the folders that may contain the shipped files; the first that contains any is
  /// used. Without `main`, the administrator's folder is not read. For `list` and `read` see
  /// ``ConfigurationFiles/locate(main:list:read:)``. What cannot be read is returned with the
  /// failure, so that a service starts with the other files.
  public static func locate<Failure: Error>(
    shipped: [String], beside main: String?,
    list: (_ folder: String) throws(Failure) -> [String],
    read: (_ path: String) throws(Failure) -> [UInt8]?
  ) -> [ConfigurationFile] {
    var files: [ConfigurationFile] = []
    func names(in folder: String) -> [String] {
      do throws(Failure) {
        return ConfigurationFiles.visible(try list(folder))
      } catch {
        files.append(ConfigurationFile(name: folder, failure: "\(error)"))
        return []
      }
    }
    var (found, foundIn): ([String], String) = ([], "")
    for folder in shipped where found.isEmpty { (found, foundIn) = (names(in: folder), folder) }
    let own = main.map(ownFolder) ?? ""
    let ownNames = main == nil ? [] : names(in: own)
    for name in ConfigurationFiles.visible(ownNames + found.filter { !ownNames.contains($0) }) {
      let path = "\(ownNames.contains(name) ? own : foundIn)/\(name)"
      do throws(Failure) {
        guard let bytes = try read(path) else { continue }
        files.append(ConfigurationFile(name: path, bytes: bytes))
      } catch {
        files.append(ConfigurationFile(name: path, failure: "\(error)"))
      }
    }
    return files
  }
}

extension ConfigurationFile {
  /// Creates a file that cannot be read.
  fileprivate init(name: String, failure: String) {
    self.init(name: name, bytes: [])
    self.failure = failure
  }
}
