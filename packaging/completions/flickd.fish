# Completion of flickd; `make reference` writes it from the table of its flags.
complete -c flickd -f
complete -c flickd -l config -r -F -d 'Read this configuration file instead of /etc/flickd/flickd.toml'
complete -c flickd -l socket -r -F -d 'Listen at this path'
complete -c flickd -l seat -x -d 'Read the touchscreens of this seat'
complete -c flickd -l replay -r -F -d 'Play a recording as a panel, at its own speed, when the first client connects; may be repeated'
complete -c flickd -l demo -d 'Play a built-in synthetic panel repeatedly'
complete -c flickd -l log-level -x -a 'trace debug info notice warning error critical' -d 'Log lines of this level and above'
complete -c flickd -l check -d 'Check the configuration, print its errors, and exit with 0 or 78'
complete -c flickd -s h -l help -d 'Show this text'
complete -c flickd -l version -d 'Show the version'
