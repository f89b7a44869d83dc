/** A field of a header as it stands there: name in lower case, value unfolded, one character a byte, nothing decoded. */
export type HeadField = { name: string; value: string };

/** What is looked at of a header; what a mail names further down counts for nothing. */
export const mostHeadBytes = 262_144;

/** The fields of the header that a mail's first bytes hold, in their order; a line that begins none goes on with the last. */
export function readHeadFields(start: Uint8Array): HeadField[] {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, mostHeadBytes)).toString(
    "latin1",
  );
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line === "") break;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (/^[!-9;-~]+$/.test(name)) fields.push({ name, lines: [line.slice(colon + 1)] });
    else fields.at(-1)?.lines.push(line);
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join("").trim() }));
}
