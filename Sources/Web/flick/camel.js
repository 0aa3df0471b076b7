// The names of the fields of a line: snake_case in the protocol, camelCase on a page.

/** The fields of a line with their names in camelCase, or those of `renames`. */
export const camel = (line, renames = {}) => Object.fromEntries(Object.entries(line).map(([name, value]) =>
  [renames[name] ?? name.replace(/_./g, ([, letter]) => letter.toUpperCase()), value]))
