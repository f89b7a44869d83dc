/** Header fields by lower-case name, unfolded, as their bytes in Latin-1: for what must be known without the parser. */
export function readHead(start: Buffer): Map<string, string[]> {
  const text = start.toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const fields = new Map<string, string[]>();
  for (const line of text
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name === "" || /\s/.test(name)) continue;
    fields.set(name, [...(fields.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return fields;
}
