import { decodeUuLine } from "./transfer-decoder.ts";

/** A file that stands in a text as mail programs wrote it before MIME. */
type UuFile = { name: string; bytes: Buffer };

/** Takes the uuencoded files out of a text; what only looks like one stays, as does a file without its end. */
export function takeUuencoded(text: Buffer): { rest: Buffer; files: UuFile[] } {
  const files: UuFile[] = [];
  if (!text.includes("begin ")) return { rest: text, files };
  const kept: string[] = [];
  const lines = text.toString("latin1").split("\n");
  for (let at = 0; at < lines.length; at++) {
    const name = /^begin [0-7]{3,4} (\S[^\r]{0,250})/.exec(lines[at] ?? "")?.[1];
    const end = name === undefined ? -1 : findEnd(lines, at + 1);
    if (name === undefined || end === -1) {
      kept.push(lines[at] ?? "");
      continue;
    }
    const bytes = Buffer.concat(lines.slice(at + 1, end).map((line) => decodeUuLine(line.replace(/\r$/, ""))));
    files.push({ name: Buffer.from(name.trim(), "latin1").toString("utf8"), bytes });
    at = end;
  }
  return files.length === 0 ? { rest: text, files } : { rest: Buffer.from(kept.join("\n"), "latin1"), files };
}

/** Where the file ends that begins here; -1 where a line before that is none of such a file. */
function findEnd(lines: string[], start: number): number {
  for (let at = start; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/\r$/, "");
    if (line === "end") return at > start ? at : -1;
    if (!isUuLine(line)) return -1;
  }
  return -1;
}

// The first character counts the bytes; blanks at the end may have been cut off.
function isUuLine(line: string): boolean {
  const size = line === "" ? 0 : (line.charCodeAt(0) - 32) & 63;
  const expected = 1 + Math.ceil(size / 3) * 4;
  return /^[ -`]*$/.test(line) && size <= 45 && line.length <= expected + 1 && line.length * 2 >= expected;
}
