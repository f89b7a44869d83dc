/** A PGP block that becomes a file: an encrypted message or a key. */
type ArmourFile = { name: string; contentType: string; text: string };

/** A text without PGP armour (RFC 9580, section 6.2), and what the armour contained. */
export type UnfoldedText = { text: string; isSigned: boolean; isEncrypted: boolean; files: ArmourFile[] };

const most = { blocks: 20, lines: 100_000 };

const begin =
  /^[ \t\u00a0]{0,3}-----BEGIN PGP (SIGNED MESSAGE|SIGNATURE|PUBLIC KEY BLOCK|MESSAGE(?:, PART \d{1,3}(?:\/\d{1,3})?)?)-----\s{0,9}$/;
const end = /^[ \t\u00a0]{0,3}-----END PGP [A-Z\d ,/]{1,40}-----\s{0,9}$/;
/** Lines inside a block: base64 and header fields. */
const inBlock =
  /^[ \t\u00a0]{0,3}(?:[A-Za-z\d+/=]{0,120}|(?:Version|Comment|Hash|Charset|MessageID|NotDashEscaped)\s?:.{0,500})\s{0,9}$/;

/**
 * Removes PGP armour from a text: signed words are kept without their dash escapes, signatures are dropped, and encrypted blocks and
 * keys become files. Everything else, including an incomplete block, stays.
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

/** The last header line of a signed message, before its words. */
function lastOfHead(lines: string[], start: number): number {
  for (let at = start + 1; at < Math.min(start + 20, lines.length); at += 1) {
    if ((lines[at] ?? "").trim() === "") return at;
    if (!/^[ \t\u00a0]{0,3}[\w-]{1,40}\s?:/.test(lines[at] ?? "")) return at - 1;
  }
  return start;
}

/** The line where a block ends; -1 if another line interrupts it. */
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
