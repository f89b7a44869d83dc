import { createReadStream } from "node:fs";
import type { Enclosed } from "@deskhand/contract/desk/enclosed";
import { cleanSubject, isAnswerSubject, isForwardSubject } from "@deskhand/contract/desk/subjects";
import { classifyMail, type MailClassification } from "../classify/classify-mail.ts";
import { type AuthorCandidates, findAuthorCandidates } from "../classify/find-author.ts";
import { foldArmour } from "../containers/fold-armour.ts";
import { type AttachmentSink, discardAttachment, spoolInto } from "../parse/collect-part.ts";
import { readMessage } from "../parse/parse-mail.ts";
import { type ParsedMail, UnparsableMail } from "../parse/parsed-mail.ts";
import type { MailHead } from "../parse/read-headers.ts";
import type { MailHtml } from "../text/html-to-lines.ts";
import { type LeftOut, type StrippedQuotes, stripQuotedHistory } from "../text/strip-quotes.ts";
import { holdsOwnLink } from "./holds-own-link.ts";
import { ownLinkFinder } from "./own-links.ts";
import { sayEnclosed } from "./say-enclosed.ts";

/**
 * What to read: the message as bytes, or the path of the file that holds it. `attachmentFolder` is where its parts are
 * written, one file each named in `storedAs` (the caller removes the folder); null only counts their bytes.
 */
export type MailToRead = {
  raw: Uint8Array | string;
  attachmentFolder: string | null;
  /** The SMTP sender, an empty string for the null path; null where the door does not know it. */
  envelopeFrom: string | null;
  /** Whether it was sent to the return path of a mail of ours; false where it is not said. */
  cameToReturnPath?: boolean;
  /** An admin lets it pass: what exceeds the limits of the parser is read as far as they go. */
  isReleased?: boolean;
  /** This installation's address, whose links that work once are looked for; none are where it is not said. */
  publicUrl?: string;
};

/** Everything the intake needs to know of one message, as plain data, whoever it is for. */
export type ReadMail = {
  parsed: ParsedMail<string | null>;
  /** Its header, for those who judge its sender by it. */
  head: MailHead;
  /** What is shown of its HTML; null where it has none. */
  safeHtml: string | null;
  classification: MailClassification;
  /** For `chooseAuthor`, which needs the store's own addresses. */
  authors: AuthorCandidates;
  newText: string;
  fullText: string;
  leftOut: LeftOut | null;
  /** What it says as text, or packed by Outlook, where that is other words than `newText` has; else null. */
  otherText: string | null;
  enclosed: Enclosed | null;
  /** Without the label of a ticket: one that does not put the mail on its ticket would name the wrong one. */
  cleanSubject: string;
  fingerprint: string;
  /** Whether it holds a link of ours that works once, also in a mail that it encloses. */
  holdsOwnLink: boolean;
};

/** What comes out of the thread: the message, or why none could be made of it. */
export type ReadOutcome = { mail: ReadMail } | { unparsable: UnparsableMail["reason"]; message: string };

/** Reads messages in a thread, one after the other. */
export async function tryReadingMails(inputs: MailToRead[]): Promise<ReadOutcome[]> {
  const outcomes: ReadOutcome[] = [];
  for (const input of inputs) outcomes.push(await tryReadingMail(input));
  return outcomes;
}

// An error loses its class on the way out of a thread.
async function tryReadingMail(input: MailToRead): Promise<ReadOutcome> {
  try {
    return { mail: await readMail(input) };
  } catch (error) {
    // Raised again on the other side.
    if (error instanceof UnparsableMail) return { unparsable: error.reason, message: error.message };
    throw error;
  }
}

/** Parses, classifies and separates one message. Blocks its thread while it works: the server calls `MailReaders`. */
export async function readMail({
  raw,
  attachmentFolder,
  envelopeFrom,
  cameToReturnPath = false,
  isReleased = false,
  publicUrl,
}: MailToRead): Promise<ReadMail> {
  const sink: AttachmentSink<string | null> =
    attachmentFolder === null ? discardAttachment : spoolInto(attachmentFolder);
  const source =
    typeof raw === "string" ? createReadStream(raw) : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const reading = await readMessage(source, { onAttachment: sink, isUnlimited: isReleased });
  const { parsed, head, html, fingerprint } = reading;
  const classification = classifyMail(parsed, { envelopeFrom, cameToReturnPath });
  // A forward's history is its content, and so is a bounce's.
  const isAnswer = parsed.inReplyTo.length > 0 && isAnswerSubject(parsed.subject);
  const isForward = isForwardSubject(parsed.subject) && !isAnswer;
  const isWhole = isForward || classification.kind === "bounce";
  const stripped = stripBody(parsed, html, isWhole);
  return {
    parsed,
    head,
    safeHtml: html?.safe ?? null,
    classification,
    authors: findAuthorCandidates(parsed),
    otherText: otherTextOf(parsed, html, stripped, isWhole),
    ...withEnclosed(parsed, stripped),
    cleanSubject: cleanSubject(parsed.subject, parsed.inReplyTo.length + parsed.references.length > 0),
    fingerprint,
    holdsOwnLink: publicUrl !== undefined && (await holdsOwnLink(parsed, ownLinkFinder(publicUrl))),
  };
}

/** A body without its history, and whether that is of its HTML. */
type Body = StrippedQuotes & { isOfHtml: boolean };

// HTML shows where a quote begins and ends, plain text often does not; but HTML may be a picture without a word.
function stripBody({ text, isHtmlAside }: ParsedMail<unknown>, html: MailHtml | null, isWhole: boolean): Body {
  const isMarkedUp = html !== null && !isHtmlAside && /<(?:blockquote|hr|div|p|br|table)\b/i.test(html.source);
  const stripped = isMarkedUp
    ? stripQuotedHistory({ kind: "html", input: html.source, lines: html.lines, isForward: isWhole })
    : null;
  if (!stripped?.text.trim())
    return { ...stripQuotedHistory({ kind: "text", input: text, isForward: isWhole }), isOfHtml: false };
  const { text: own } = foldArmour(stripped.text);
  return { ...stripped, text: own, isOfHtml: true };
}

/**
 * What a mail says besides what is shown: as text where its HTML says something else, or packed by Outlook. What it quotes may be
 * other words in both, as the mail that it answers has both parts, too.
 */
function otherTextOf(
  { text, asideText }: ParsedMail<unknown>,
  html: MailHtml | null,
  { isOfHtml, text: own }: Body,
  isWhole: boolean,
): string | null {
  if (asideText !== null && differInWords(text, asideText)) return asideText;
  if (!isOfHtml || html === null || text.trim() === "") return null;
  if (!differInWords(text, html.plain)) return null;
  const ownText = stripQuotedHistory({ kind: "text", input: text, isForward: isWhole }).text;
  return differInWords(ownText, own) ? text : null;
}

/** What is shown of a mail: its own words, else what it encloses. */
function withEnclosed(
  { text, enclosed }: ParsedMail<unknown>,
  stripped: Body,
): Pick<ReadMail, "newText" | "fullText" | "leftOut" | "enclosed"> {
  const own = { newText: stripped.text, fullText: text, leftOut: stripped.leftOut };
  if (enclosed === null) return { ...own, enclosed };
  const said = text.trim() === "" && stripped.text.trim() === "" ? sayEnclosed(enclosed) : "";
  if (said === "") return { ...own, enclosed: { ...enclosed, isInstead: false } };
  return { newText: said, fullText: said, leftOut: null, enclosed: { ...enclosed, isInstead: true } };
}

/** What is compared of each. */
const mostLength = 200_000;
/** Words that may be missing of a hundred: programs leave out what a picture is called, and write lists otherwise. */
const mayMiss = 5;

/**
 * Whether a mail says something else as text than as HTML, both as text. Addresses, names of pictures and signs do not count; nor
 * does it in which order the words stand.
 */
export function differInWords(one: string, other: string): boolean {
  const [ones, others] = [countWords(one), countWords(other)];
  return isMissing(ones, others) || isMissing(others, ones);
}

function isMissing(words: Map<string, number>, among: Map<string, number>): boolean {
  let [all, missing] = [0, 0];
  for (const [word, count] of words) {
    all += count;
    // How often it stands there does not matter: programs repeat a heading.
    if (!among.has(word)) missing += count;
  }
  return missing * 100 > all * mayMiss;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = text
    .slice(0, mostLength)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?:https?:\/\/|www\.|mailto:|cid:)[^\s<>"')\]]{1,3000}/g, " ")
    .replace(/\[(?:image|bild|cid|inline|immagine|imagen|afbeelding)\b[^\]\n]{0,300}\]/g, " ");
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]{1,100}/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
