import { splitNotice } from "./find-failed-recipient.ts";

/** The line of a bounce's text with a server's reply and those that go on with it; null where there is none. */
export function findServerReply(text: string): string | null {
  const lines = text.slice(0, 20_000).split("\n");
  const start = lines.findIndex((line) =>
    /(?:^|[^\d.])[45][0-5]\d(?:[ -]\S|:\s{1,4}\S|\s*$)/.test(line.slice(0, 1_000)),
  );
  return start === -1 ? null : paragraphFrom(lines, start);
}

/**
 * What a bounce's text says of its recipient without a server's reply: behind the address, else in the lines below it
 * ("<ann@example.com>:", "Sorry, no mailbox here by that name."). Null where it says nothing.
 */
export function findToldReason(text: string, recipient: string): string | null {
  const { notice } = splitNotice(text);
  for (const [index, line] of notice.entries()) {
    const at = line.slice(0, 1_000).toLowerCase().lastIndexOf(recipient.toLowerCase());
    if (at === -1) continue;
    const behind = withoutMarks(line.slice(at + recipient.length));
    if (isReason(behind)) return behind;
    const below = withoutMarks(paragraphFrom(notice, index + 1));
    if (isReason(below) && !below.includes("@")) return below;
  }
  return null;
}

function paragraphFrom(lines: string[], start: number): string {
  const rest = lines.slice(start, start + 8);
  const end = rest.findIndex((line) => !/[\p{L}\p{N}]/u.test(line));
  return (end === -1 ? rest : rest.slice(0, end)).join(" ").replace(/\s+/g, " ").trim();
}

// No time of the attempt, no field of the returned message, nothing of a program's data.
const noReason =
  /^action:|^on [\p{L}\d].{0,60}\d:\d|^(?:subject|sent|to|cc|from|date)\s*:|^\(?and other recipients|[{}]|","/iu;

function isReason(words: string): boolean {
  return /\p{L}{2}/u.test(words) && !noReason.test(words);
}

function withoutMarks(words: string): string {
  const plain = words.replace(/^[\s>)\]"':;,.|–—-]{1,40}/, "").trim();
  return /^(?:\([^()]{1,300}\)|\[[^[\]]{1,300}\])$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

/** One sentence of what became of a mail: "ann@example.com refused the message: 550 5.1.1 No such user". */
export function refusalOf(
  recipient: string,
  { status, diagnostic }: { status: string | null; diagnostic: string | null },
): string {
  // A report names the kind of its words first (RFC 3464, 2.3.6), and both its fields the same code.
  const said = diagnostic?.replace(/^\s*(?:smtp|x-[\w.-]{1,40})\s*;\s*/i, "").trim() ?? "";
  const isSaid =
    status !== null && new RegExp(`(?:^|[^\\d.])${status.replaceAll(".", "\\.")}(?![\\d.]*\\d)`).test(said);
  const words = [isSaid ? null : status, said].filter((part) => part).join(" ");
  return words === "" ? `${recipient} refused the message.` : `${recipient} refused the message: ${words}`;
}
