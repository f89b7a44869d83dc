import { type HeadField, mostPlain } from "../parse/read-headers.ts";

/** How much of a header is read; fields beyond this do not count. */
export const mostHeadBytes = mostPlain.bytes;

/** Reads the header fields in a mail's first bytes, in order; a line that begins no field continues the last one. */
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

/** Returns header values by field name; skips blank lines above the header, as the parser does. */
export function readHead(start: Uint8Array): Map<string, string[]> {
  const first = start.findIndex((byte) => byte !== 0x0a && byte !== 0x0d);
  const values = new Map<string, string[]>();
  for (const { name, value } of readHeadFields(start.subarray(Math.max(first, 0)))) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}
