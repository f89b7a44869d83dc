import { closingPhrases } from "@deskhand/email/closing-phrases";
import { withoutGreeting } from "@deskhand/email/greetings";
import { isProgramLine } from "@deskhand/email/program-lines";
import { isForwardMarker, isOriginalMarker, readHeaderLine } from "@deskhand/email/quote-markers";
import { foldedWords } from "@deskhand/email/words";

const noPreview = "No preview available";

const headerLine = /^[ \t*]*(?:from|to|cc|bcc|subject|date|sent|reply-to)[ \t*]*:.*$/gim;
const quotedLine = /^[ \t]*>.*$/gm;
const attribution = /^[ \t]*on .{1,200} wrote:[ \t]*$/gim;
const address = /<?\b(?:mailto:)?[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}>?/gi;
const link = /<?\b(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>"]+>?|\[(?:image|cid):[^\]\n]{0,200}\]/gi;
const network =
  /\b(?:facebook|twitter|instagram|linkedin|youtube|tiktok|pinterest|snapchat|whatsapp)\b[ \t]*[:|/][^\n]*/gi;
const handle = /(^|[\s(])@[A-Za-z0-9_.]{2,30}\b/gm;
// At least seven digits in groups; order and tracking numbers have no spaces, dots, brackets or plus sign.
const phone =
  /(?<![\w#-])(?:\+\d[\d .()/-]{6,18}\d|\(\d{2,5}\)[ .-]?\d{2,4}(?:[ .-]\d{2,4}){1,3}|\d{3}[ .-]\d{3}[ .-]\d{4})(?![\w-])/g;
const programLine = /^[ \t]*(?:sent from my [^,.!?\n]{1,60}|--|__+)[ \t]*[,.!]*[ \t]*$/gim;
const disclaimer =
  /^[ \t]*(?:confidentiality notice|disclaimer\b|this (?:e-?mail|message)(?: and any (?:attachments?|files))?.{0,80}\b(?:confidential|intended (?:only|solely)|privileged)|the information (?:contained )?in this (?:e-?mail|message)|if you (?:are not the intended recipient|have received this (?:e-?mail|message) in error)|please consider the environment).*$/gim;

/** Returns a message's preview for lists (docs/product.md#previews), at most 150 characters and "...". */
export function previewText(text: string): string {
  // Folding runs of blanks keeps the patterns that skip blanks linear.
  const stripped = strip(text.slice(0, 20_000).replace(/[ \t\u00A0]+/g, " "));
  const line = pickLine(stripped.split("\n"));
  const preview = truncate(line);
  return preview.length < 10 ? noPreview : preview;
}

/**
 * Returns a customer's last message as the list shows it: its preview, or if it is too short for one, its words. Thanks with nothing
 * above them count as words, not as a closing. Another author's words (`by`) begin with their name.
 */
export function newestWords(text: string, by: string | null = null): string {
  const words = shownWords(text);
  return by === null ? words : truncate(`${by.slice(0, 40)}: ${words}`);
}

function shownWords(text: string): string {
  const preview = previewText(text);
  if (preview !== noPreview) return preview;
  const words = strip(text.slice(0, 2_000), (lines, at) => isEmpty(lines.slice(0, at)))
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? noPreview : truncate(words);
}

function isEmpty(lines: readonly string[]): boolean {
  return lines.every((line) => withoutGreeting(line).trim() === "");
}

type LineTest = (lines: readonly string[], at: number) => boolean;

function strip(text: string, isKept: LineTest = () => false): string {
  const lines = text.split("\n");
  const isLeftOut: LineTest = (lines, at) =>
    isForwardHeader(lines, at) || isProgramLine(lines[at] ?? "") || (isClosing(lines[at] ?? "") && !isKept(lines, at));
  const body = lines.map((line, at) => (isLeftOut(lines, at) ? "" : line)).join("\n");
  return [headerLine, address, link, network]
    .reduce((rest, pattern) => rest.replace(pattern, " "), body)
    .replace(handle, "$1")
    .replace(phone, " ")
    .replace(programLine, " ")
    .replace(disclaimer, " ")
    .replace(quotedLine, " ")
    .replace(attribution, " ");
}

// Picks the first line longer than 20 characters; if there is none (a short question), the first one that can be shown. A greeting is
// left out unless there is nothing else.
function pickLine(lines: string[]): string {
  const clean = lines.map((line) => line.replace(/\s+/g, " ").trim());
  const bare = clean.map((line) => withoutGreeting(line).trim());
  const isLong = (line: string, at: number) => line.length >= 10 && (clean[at]?.length ?? 0) > 20;
  return bare.find(isLong) ?? [...bare, ...clean].find((line) => line.length >= 10) ?? "";
}

/** Whether a line is a forward's title or part of its header, in any language. */
function isForwardHeader(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  if (line.length > 200) return false;
  const isHeader = (text = "") => readHeaderLine(text) !== null;
  if (isHeader(line) && (isHeader(lines[at - 1]) || isHeader(lines[at + 1]))) return true;
  return isForwardMarker(line) || isOriginalMarker(line);
}

function isClosing(line: string): boolean {
  return line.length <= 200 && closingPhrases.has(foldedWords(line).join(" "));
}

function truncate(line: string): string {
  if (line.length <= 150) return line;
  const cut = line.slice(0, 150).replace(/[\uD800-\uDBFF]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${(space > 120 ? cut.slice(0, space) : cut).trimEnd()}...`;
}
