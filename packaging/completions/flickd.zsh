#compdef flickd
# Completion of flickd; `make reference` writes it from the table of its flags.
_arguments \
  '*--config=[Read this configuration file instead of /etc/flickd/flickd.toml]:FILE:_files' \
  '*--socket=[Listen at this path]:PATH:_files' \
  '*--seat=[Read the touchscreens of this seat]:NAME:' \
  '*--replay=[Play a recording as a panel, at its own speed, when the first client connects; may be repeated]:RECORDING:_files' \
  '--demo[Play a built-in synthetic panel repeatedly]' \
  '*--log-level=[Log lines of this level and above]:LEVEL:(trace debug info notice warning error critical)' \
  '--check[Check the configuration, print its errors, and exit with 0 or 78]' \
  '(-h --help)'{-h,--help}'[Show this text]' \
  '--version[Show the version]'
