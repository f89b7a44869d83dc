import type { MimeNode } from "./mime-splitter.ts";
import type { HeaderLine } from "./read-headers.ts";

/** A header that is being read, and the parent of its part. */
export type OpenHead = {
  parent: MimeNode | null;
  lines: HeaderLine[];
  bytes: number;
  isOpened: boolean;
  /** A line is passed over that has not ended. */
  isInLongLine: boolean;
};

/** The header of the file that parts beyond the limit are kept as. */
export const restLines: HeaderLine[] = [
  { key: "content-type", line: "Content-Type: application/octet-stream" },
  { key: "content-disposition", line: 'Content-Disposition: attachment; filename="rest-of-the-mail.txt"' },
];

/** The header of a part of which nothing was read yet. */
export function newHead(parent: MimeNode | null): OpenHead {
  return { parent, lines: [], bytes: 0, isOpened: false, isInLongLine: false };
}

/** Adds a line to those of a header: a field, the rest of one, or what is none; some are left out. */
export function addLine(lines: HeaderLine[], kind: "field" | "fold" | "junk" | "skip", line: string): void {
  const last = lines.at(-1);
  if (kind === "fold" && last) last.line += `\r\n${line}`;
  else if (kind === "field") lines.push({ key: line.slice(0, line.indexOf(":")).trim().toLowerCase(), line });
  else if (kind === "junk") lines.push({ key: "", line });
}
