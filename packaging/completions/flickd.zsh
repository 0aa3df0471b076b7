#compdef flickd
# Completion of flickd; `make reference` writes it from the table of its flags.
_arguments \
  '*--config=[Read this configuration file instead of /etc/flickd/flickd.toml]:FILE:_files' \
  '*--socket=[Listen at this path]:PATH:_files' \
  '*--seat=[Read the touchscreens of this seat]:NAME:' \
  '*--replay=[Play a recording as if it were a panel, in its own time, from the first subscriber on; may be repeated]:RECORDING:_files' \
  '--demo[Play a built-in synthetic panel, again and again]' \
  '--check[Check the configuration, say what is wrong with it, and end with 0 or 78]' \
  '(-h --help)'{-h,--help}'[Show this text]' \
  '--version[Show the version]'
