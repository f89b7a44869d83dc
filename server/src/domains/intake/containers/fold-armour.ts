/** A block that stood in a text and is a file of its own: an encrypted message, or a key. */
type ArmourFile = { name: string; contentType: string; text: string };

/** A text without the armour of PGP (RFC 9580, section 6.2), and what that said. */
export type UnfoldedText = { text: string; isSigned: boolean; isEncrypted: boolean; files: ArmourFile[] };

const most = { blocks: 20, lines: 100_000 };

const begin =
  /^[ \t\u00a0]{0,3}-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE|PUBLIC KEY BLOCK|MESSAGE(?:, PART \d{1,3}(?:\/\d{1,3})?)?)-----\s{0,9}$/;
const end = /^[ \t\u00a0]{0,3}-----END PGP [A-Z\d ,/]{1,40}-----\s{0,9}$/;
/** What stands in a block: lines of base64, and those that say something of it. */
const inBlock =
  /^[ \t\u00a0]{0,3}(?:[A-Za-z\d+/=]{0,120}|(?:Version|Comment|Hash|Charset|MessageID|NotDashEscaped)\s?:.{0,500})\s{0,9}$/;

/**
 * Takes the armour off a text: signed words stand without it, with the dashes that it put before lines taken off, signatures are left
 * out, encrypted blocks and keys are files. Everything else, and a block that breaks off, stays as it is.
 */
export function foldArmour(text: string): UnfoldedText {
  const folded: UnfoldedText = { text, isSigned: false, isEncrypted: false, files: [] };
  if (!text.includes("-----BEGIN PGP ")) return folded;
  const lines = text.split("\n");
  if (lines.length > most.lines) return folded;
  const kept: string[] = [];
  let isInSigned = false;
  let blocks = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const kind = blocks < most.blocks ? begin.exec(line)?.[1] : undefined;
    if (kind === "SIGNED MESSAGE") {
      blocks += 1;
      folded.isSigned = true;
      isInSigned = true;
      at = lastOfHead(lines, at);
      continue;
    }
    const last = kind === undefined ? -1 : endOf(lines, at);
    if (kind === undefined || last === -1) {
      kept.push(isInSigned ? line.replace(/^- /, "") : line);
      continue;
    }
    blocks += 1;
    if (kind === "SIGNATURE") folded.isSigned = true;
    else folded.files.push(fileOf(kind, lines.slice(at, last + 1)));
    if (kind.startsWith("MESSAGE")) folded.isEncrypted = true;
    isInSigned = false;
    at = last;
  }
  return blocks === 0 ? folded : { ...folded, text: kept.join("\n").trim() };
}

/** The last line of what stands between a signed message's first line and its words. */
function lastOfHead(lines: string[], start: number): number {
  for (let at = start + 1; at < Math.min(start + 20, lines.length); at += 1) {
    if ((lines[at] ?? "").trim() === "") return at;
    if (!/^[ \t\u00a0]{0,3}[\w-]{1,40}\s?:/.test(lines[at] ?? "")) return at - 1;
  }
  return start;
}

/** Where a block ends; -1 where a line before that belongs to none. */
function endOf(lines: string[], start: number): number {
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (end.test(line)) return at;
    if (!inBlock.test(line)) return -1;
  }
  return -1;
}

function fileOf(kind: string, lines: string[]): ArmourFile {
  const text = `${lines.map((line) => line.trim()).join("\n")}\n`;
  return kind === "PUBLIC KEY BLOCK"
    ? { name: "public-key.asc", contentType: "application/pgp-keys", text }
    : { name: "encrypted-message.asc", contentType: "application/pgp-encrypted", text };
}
