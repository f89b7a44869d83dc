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

/** The values of a header's fields by their names; blank lines above the header are passed over, as the parser does. */
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

// Beyond what any mail has that a person sent: reading signatures takes time that grows with the square of these.
const mostLines = 2_000;
const widestGap = 500;

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09;
/** Controls that some programs take for an end or a blank; character sets are switched by the three others. */
const isOddControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d, 0x0e, 0x0f, 0x1b].includes(byte);

/**
 * Whether the header that a mail begins with reads the same everywhere: fields and their folds, line by line, up to an
 * empty one that comes soon. What another program takes for the header's end, or for no From, hides a sender behind the
 * one that was signed.
 */
export function hasPlainHead(start: Uint8Array): boolean {
  let lines = 0;
  let from = 0;
  while (from < start.length) {
    const end = start.indexOf(0x0a, from);
    const line = start.subarray(from, end < 0 ? start.length : end);
    const length = line.at(-1) === 0x0d ? line.length - 1 : line.length;
    if (length === 0) return true;
    if (!isPlainLine(line.subarray(0, length), lines === 0)) return false;
    lines += 1;
    from += line.length + 1;
    if (lines > mostLines || from >= mostHeadBytes) return false;
  }
  return true;
}

function isPlainLine(line: Uint8Array, isFirst: boolean): boolean {
  let gap = 0;
  let colon = -1;
  let isEmpty = true;
  // By index: going through bytes by an iterator took longer than verifying a signature.
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at] ?? 0;
    if (byte === 0x0d || isOddControl(byte)) return false;
    if (byte === 0x3a && colon < 0) colon = at;
    gap = isBlank(byte) ? gap + 1 : 0;
    if (gap > widestGap) return false;
    if (gap === 0) isEmpty = false;
  }
  return isBlank(line[0]) ? !isFirst && !isEmpty : isName(line, colon);
}

/** Whether a field's name stands in front of the colon (RFC 5322, section 3.6.8), with nothing but blanks between. */
function isName(line: Uint8Array, colon: number): boolean {
  let end = colon;
  while (end > 0 && isBlank(line[end - 1])) end -= 1;
  for (let at = 0; at < end; at += 1) {
    const byte = line[at] ?? 0;
    if (byte <= 0x20 || byte >= 0x7f) return false;
  }
  return end > 0;
}
