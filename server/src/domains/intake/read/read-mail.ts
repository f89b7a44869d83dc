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
import type { Folding } from "../text/find-news.ts";
import type { MailHtml } from "../text/html-to-lines.ts";
import { withoutTargetsAt } from "../text/link-target.ts";
import { type LeftOut, type SeparatedQuotes, separateQuotes, stripQuotedHistory } from "../text/strip-quotes.ts";
import { enclosedAsText } from "./enclosed-as-text.ts";
import { holdsOwnLink, ownLinkFinder } from "./own-links.ts";

/**
 * A message to read, as bytes or as the path of its file. Its attachments are written to `attachmentFolder`, one file each, named in
 * `storedAs`; the caller removes the folder. With null their bytes are only counted.
 */
export type MailToRead = {
  raw: Uint8Array | string;
  attachmentFolder: string | null;
  /** The SMTP sender, an empty string for the null path; null if unknown. */
  envelopeFrom: string | null;
  /** Whether it was sent to the return path of one of our mails. */
  cameToReturnPath?: boolean;
  /** Whether an admin released it: then a message beyond the parser's limits is read up to these. */
  isReleased?: boolean;
  /** This installation's address, whose one-time links are searched for; without it none are. */
  publicUrl?: string;
};

/** What the intake needs to know about a message, whoever it is for. Plain data, as it crosses threads. */
export type ReadMail = {
  parsed: ParsedMail<string | null>;
  /** Its header, to judge the sender by. */
  head: MailHead;
  /** The HTML that may be shown; null if it has none. */
  safeHtml: string | null;
  classification: MailClassification;
  /** The candidates for `chooseAuthor`, which needs the store's own addresses. */
  authors: AuthorCandidates;
  newText: string;
  fullText: string;
  leftOut: LeftOut | null;
  /** What was taken for history, which may hold words that the ticket does not know; null if nothing was. */
  folding: Folding | null;
  /** The text part, or Outlook's packed text, if its words differ from `newText`; else null. */
  otherText: string | null;
  enclosed: Enclosed | null;
  /** The subject without a ticket's label, which might name the wrong ticket. */
  cleanSubject: string;
  fingerprint: string;
  /** Whether it contains one of our one-time links, also in an enclosed mail. */
  holdsOwnLink: boolean;
};

/** What the thread returns: the message, or why it cannot be read. */
export type ReadOutcome = { mail: ReadMail } | { unparsable: UnparsableMail["reason"]; message: string };

/** Reads messages one after the other; the entry point of the thread. */
export async function tryReadingMails(inputs: MailToRead[]): Promise<ReadOutcome[]> {
  const outcomes: ReadOutcome[] = [];
  for (const input of inputs) outcomes.push(await tryReadingMail(input));
  return outcomes;
}

// Errors lose their class when they leave a thread.
async function tryReadingMail(input: MailToRead): Promise<ReadOutcome> {
  try {
    return { mail: await readMail(input) };
  } catch (error) {
    // The caller throws it again.
    if (error instanceof UnparsableMail) return { unparsable: error.reason, message: error.message };
    throw error;
  }
}

/** Reads one message. Blocks its thread, so the server uses `MailReaders`. */
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
  // The history is the content of a forward or a bounce, so it is kept.
  const isAnswer = parsed.inReplyTo.length > 0 && isAnswerSubject(parsed.subject);
  const isForward = isForwardSubject(parsed.subject) && !isAnswer;
  const isWhole = isForward || classification.kind === "bounce";
  const stripped = stripBody(parsed, html, isWhole);
  const texts = withEnclosed(parsed, stripped);
  return {
    parsed,
    head,
    safeHtml: html?.safe ?? null,
    classification,
    authors: findAuthorCandidates(parsed),
    otherText: otherTextOf(parsed, html, stripped, isWhole),
    ...(publicUrl === undefined ? texts : withoutOwnTargets(texts, publicUrl)),
    cleanSubject: cleanSubject(parsed.subject, parsed.inReplyTo.length + parsed.references.length > 0),
    fingerprint,
    holdsOwnLink: publicUrl !== undefined && (await holdsOwnLink(parsed, ownLinkFinder(publicUrl))),
  };
}

// The links in a quote of the store's mail are their recipient's, and who reads or gets the text is another.
function withoutOwnTargets<Texts extends Pick<ReadMail, "newText" | "fullText" | "folding">>(
  texts: Texts,
  publicUrl: string,
): Texts {
  const without = (text: string) => withoutTargetsAt(publicUrl, text);
  const { newText, fullText, folding } = texts;
  const folded = folding?.folded.map(({ at, lines }) => ({
    at,
    lines: lines.map((line) => ({ ...line, text: without(line.text) })),
  }));
  return {
    ...texts,
    newText: without(newText),
    fullText: without(fullText),
    folding: folding && { kept: folding.kept.map(without), folded: folded ?? [] },
  };
}

/** A body without its history; `isOfHtml` says that it was made from the HTML. */
type Body = SeparatedQuotes & { isOfHtml: boolean };

/** What HTML says and text does not: quotes, lines, links, numbers, and words that are struck out. */
const marksUp = /<(?:blockquote|hr|div|p|br|table|a|ol|s|del|strike)\b|line-through/i;

// HTML shows where a quote begins and ends, which plain text often does not. But HTML may be a picture without words.
function stripBody({ text, isHtmlAside }: ParsedMail<unknown>, html: MailHtml | null, isWhole: boolean): Body {
  const isMarkedUp = html !== null && !isHtmlAside && marksUp.test(html.source);
  const stripped = isMarkedUp
    ? separateQuotes({ kind: "html", input: html.source, lines: html.lines, isForward: isWhole })
    : null;
  if (!stripped?.text.trim())
    return { ...separateQuotes({ kind: "text", input: text, isForward: isWhole }), isOfHtml: false };
  const { text: own } = foldArmour(stripped.text);
  return { ...stripped, text: own, folding: own === stripped.text ? stripped.folding : null, isOfHtml: true };
}

/**
 * Returns a second text that differs from the shown one: the text part beside HTML, or Outlook's packed text. Ignores quoted mail, which
 * may differ because the quoted mail has two parts as well.
 */
function otherTextOf(
  { text, asideText }: ParsedMail<unknown>,
  html: MailHtml | null,
  { isOfHtml, text: own, leftOut, folding }: Body,
  isWhole: boolean,
): string | null {
  if (asideText !== null && differInWords(text, asideText)) return asideText;
  if (!isOfHtml || html === null || text.trim() === "") return null;
  // Where all is history, a single word of a person's makes the difference.
  if (leftOut === null && folding !== null) return isMissing(countWords(text), countWords(html.plain), 0) ? text : null;
  if (!differInWords(text, html.plain)) return null;
  const ownText = stripQuotedHistory({ kind: "text", input: text, isForward: isWhole }).text;
  return differInWords(ownText, own) ? text : null;
}

/** Returns the texts to show: the mail's own words, else the content that it encloses. */
function withEnclosed(
  { text, enclosed }: ParsedMail<unknown>,
  stripped: Body,
): Pick<ReadMail, "newText" | "fullText" | "leftOut" | "folding" | "enclosed"> {
  const own = { newText: stripped.text, fullText: text, leftOut: stripped.leftOut, folding: stripped.folding };
  if (enclosed === null) return { ...own, enclosed };
  const enclosedText = text.trim() === "" && stripped.text.trim() === "" ? enclosedAsText(enclosed) : "";
  if (enclosedText === "") return { ...own, enclosed: { ...enclosed, isInstead: false } };
  const nothing = { leftOut: null, folding: null };
  return { newText: enclosedText, fullText: enclosedText, ...nothing, enclosed: { ...enclosed, isInstead: true } };
}

/** How much of each text is compared. */
const mostLength = 200_000;
/** The percentage of words that may be missing: programs leave out names of pictures and write lists differently. */
const mayMiss = 5;

/**
 * Whether two texts, one from plain text and one from HTML, differ in their words. Links, names of pictures, punctuation and the order of
 * words do not count.
 */
export function differInWords(one: string, other: string): boolean {
  const [ones, others] = [countWords(one), countWords(other)];
  return isMissing(ones, others) || isMissing(others, ones);
}

function isMissing(words: Map<string, number>, among: Map<string, number>, percentage = mayMiss): boolean {
  let [all, missing] = [0, 0];
  for (const [word, count] of words) {
    all += count;
    // The number of occurrences does not count, as programs repeat headings.
    if (!among.has(word)) missing += count;
  }
  return missing * 100 > all * percentage;
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
