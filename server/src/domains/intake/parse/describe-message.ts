import { namedAddress } from "@deskhand/contract/addresses/named-address";
import type { CalendarEvent, Enclosed, EnclosedMail, Protection } from "@deskhand/contract/desk/enclosed";
import { foldArmour } from "../containers/fold-armour.ts";
import type { TnefMessage } from "../containers/read-tnef.ts";
import { htmlToPlain, MailHtml } from "../text/html-to-lines.ts";
import { decodeCharset } from "./decode-charset.ts";
import { firstHeader, type ParsedMail } from "./parsed-mail.ts";
import { countLeftOut, readAddresses } from "./read-addresses.ts";
import { readHeaders, readMessageIds } from "./read-headers.ts";
import { declaredCharset, findTextCharset, isReportPart, type Part } from "./read-parts.ts";
import { readSoleFrom } from "./read-sole-from.ts";

/** A message without its enclosed content, and its HTML, parsed on demand. */
type Described<Stored> = { message: Omit<ParsedMail<Stored>, "enclosed">; html: MailHtml | null };

/** Builds a message from its tree of parts; `isShown` is false for an enclosed message. */
export function describeMessage<Stored>(root: Part<Stored>, isShown: boolean): Described<Stored> {
  const parts = listParts(root);
  const { lines } = root.node;
  const headers = readHeaders(lines, findTextCharset(parts));
  const allFrom = readAddresses(headers.from);
  const body = withOutlookBody(composeBody(root, isShown), parts, isShown);
  const attachments = listParts(root, true).flatMap(({ attachment }) => (attachment ? [attachment] : []));
  for (const attachment of attachments) {
    if (attachment.contentId && body.html?.source.includes(`cid:${attachment.contentId}`)) attachment.isInline = true;
  }
  const message = {
    messageId: readMessageIds(headers["message-id"])[0] ?? null,
    inReplyTo: readMessageIds(headers["in-reply-to"]),
    references: readMessageIds(headers.references),
    subject: (firstHeader(headers, "subject") ?? "").replace(directionOverrides, "").replace(/\s+/g, " ").trim(),
    from: allFrom[0] ?? null,
    soleFrom: readSoleFrom(lines, headers),
    allFrom,
    sender: readAddresses(headers.sender)[0] ?? null,
    replyTo: readAddresses(headers["reply-to"]),
    headers,
    leftOutAddresses: countLeftOut(lines),
    contentType: root.contentType,
    reportType: root.node.head.reportType,
    text: body.text.trim() === "" && body.html === null ? readFileText(parts) || body.text : body.text,
    html: body.html?.source ?? null,
    isHtmlAside: body.isHtmlAside,
    asideText: body.asideText,
    reports: parts
      .filter(({ contentType }) => isReportPart(contentType))
      .map((part) => ({ contentType: part.contentType, text: readText(part, reportBytes) })),
    attachments,
  };
  return { message, html: body.html };
}

const reportBytes = 65_536;
/** Direction overrides, which would show a number backwards. Letters carry their own direction. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Lists all parts in order, including those of a body inside a container, and with `withMails` those of enclosed mails. Builds a list,
 * because nested generators are slow for deep trees.
 */
function listParts<Stored>(root: Part<Stored>, withMails = false): Part<Stored>[] {
  const parts: Part<Stored>[] = [];
  const add = (part: Part<Stored>) => {
    parts.push(part);
    part.children.forEach(add);
    if (part.inner && (withMails || part.contents?.kind === "body")) add(part.inner);
  };
  add(root);
  return parts;
}

// The only text may be a named file, as some scanners and phones send it, or of an unknown type.
function readFileText<Stored>(parts: Part<Stored>[]): string {
  const [root] = parts;
  const named = parts.find((part) => part.attachment && part.contentType === "text/plain" && !part.head.isCut);
  if (named) return readText(named);
  const isText =
    root?.attachment &&
    !root.contents &&
    !root.head.isCut &&
    !/^(?:image|audio|video|message)\//.test(root.contentType);
  const text = isText ? readText(root) : "";
  return /[^\P{C}\s]|\uFFFD/u.test(text) ? "" : text;
}

type Body = { text: string | null; html: string | null };
type WholeBody = { text: string; html: MailHtml | null; isHtmlAside: boolean; asideText: string | null };

/** Adds Outlook's packed body: as the mail's body if it has no other, else as its HTML or as another text. */
function withOutlookBody({ text, html }: ShownBody, parts: Part<unknown>[], isShown: boolean): WholeBody {
  const packed = parts.flatMap(({ contents }) => (contents?.kind === "outlook" ? [contents.message] : []))[0];
  const packedText = packed?.text?.trim() ? packed.text.replace(/\r\n?/g, "\n") : null;
  if (!packed) return { text, html, isHtmlAside: false, asideText: null };
  const packedHtml = packed.html === null ? null : new MailHtml(packed.html, { isShown });
  const isSilent = text.trim() === "" && (html === null || isBlank(html));
  if (isSilent)
    return { text: packedText ?? packedHtml?.plain ?? "", html: packedHtml, isHtmlAside: false, asideText: null };
  return {
    text,
    html: html ?? packedHtml,
    isHtmlAside: html === null,
    asideText: packed.html === null ? packedText : null,
  };
}

type ShownBody = { text: string; html: MailHtml | null };

/** Composes the text and HTML of a message from its tree of parts (RFC 2046): chooses alternatives and joins the rest in order. */
function composeBody(root: Part<unknown>, isShown: boolean): ShownBody {
  const { text, html: source } = compose(root);
  const html = source === null ? null : new MailHtml(source, { isShown });
  if (text !== null && (text.trim() !== "" || html === null))
    return { text, html: html && isBlank(html) ? null : html };
  return { text: foldArmour(html?.plain ?? "").text, html };
}

/** Whether HTML shows nothing, like the empty page that some programs put beside the text. */
function isBlank(html: MailHtml): boolean {
  if (html.source.length > 5_000 || /<(?:img|svg|video|picture)\b/i.test(html.source)) return false;
  return html.plain.trim() === "";
}

function compose(part: Part<unknown>): Body {
  const { children, head, attachment, contents, contentType } = part;
  const { multipart } = part.node.head;
  if (part.inner && part.contents?.kind === "body") return compose(part.inner);
  const isEmpty = head.bytes.length === 0;
  if (multipart !== null && (children.length > 0 || isEmpty)) {
    const bodies = children.map(compose).filter((body) => body.text !== null || body.html !== null);
    if (bodies.length <= 1) return bodies[0] ?? { text: null, html: null };
    return multipart === "alternative" ? chooseAlternative(bodies) : joinBodies(bodies);
  }
  if (attachment || contents || isEmpty) return { text: null, html: null };
  const content = readText(part);
  // A multipart whose boundary never came is shown as text.
  const isHtml = contentType === "text/html";
  return isHtml ? { text: null, html: content } : { text: content, html: null };
}

/** Decodes what was kept of a part, with \n as line end. */
function readText(part: Part<unknown>, most = Number.POSITIVE_INFINITY): string {
  const { node, contentType, head } = part;
  const { isFlowed, deletesSpace } = node.head;
  const text = decodeCharset(head.bytes.subarray(0, most), declaredCharset(part))
    .replace(/\r+\n?/g, lineFeeds)
    .replaceAll("\0", "");
  if (contentType === "text/enriched" || contentType === "text/richtext") return readEnriched(text);
  return isFlowed && contentType === "text/plain" ? unfoldFlowed(text, deletesSpace) : text;
}

/** One line feed for carriage returns before a line feed, else one for each. */
const lineFeeds = (returns: string) => (returns.endsWith("\n") ? "\n" : "\n".repeat(returns.length));

/** Returns the words of text/enriched (RFC 1896), with commands removed and one line break fewer in each run. */
function readEnriched(text: string): string {
  return text
    .replace(/<param>[^<]{0,500}<\/param>/gi, "")
    .replace(/\n+/g, (breaks) => (breaks.length === 1 ? " " : breaks.slice(1)))
    .replace(/<nl>/gi, "\n")
    .replace(/<(<|\/?[\w-]{1,60}>)/g, (_, command: string) => (command === "<" ? "<" : ""));
}

function chooseAlternative(bodies: Body[]): Body {
  const text = bodies.find((body) => body.text !== null && body.text.trim() !== "" && body.html === null)?.text;
  const html = bodies.findLast((body) => body.html !== null && body.html.trim() !== "")?.html;
  return { text: text ?? bodies.find((body) => body.text !== null)?.text ?? null, html: html ?? null };
}

function joinBodies(bodies: Body[]): Body {
  const text = bodies.map((body) =>
    body.text?.trim() || body.html === null ? (body.text ?? "") : htmlToPlain(body.html),
  );
  const hasHtml = bodies.some((body) => body.html !== null);
  return {
    text: text.join("\n"),
    html: hasHtml ? bodies.map((body) => body.html ?? escapeText(body.text ?? "")).join("<br>\n") : null,
  };
}

function escapeText(text: string): string {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return `<div style="white-space: pre-wrap">${escaped}</div>`;
}

// Joins the soft-broken lines of a format=flowed text (RFC 3676); quote marks stay.
function unfoldFlowed(text: string, deleteSpace: boolean): string {
  const lines: string[] = [];
  let parts: string[] = [];
  let depth = -1;
  const close = () => {
    if (depth >= 0) lines.push(parts.join(""));
    parts = [];
    depth = -1;
  };
  for (const line of text.split("\n")) {
    const quote = /^>*/.exec(line)?.[0] ?? "";
    const content = line.slice(quote.length).replace(/^ /, "");
    const isSignature = content === "-- ";
    if (depth !== quote.length || isSignature) close();
    const isSoft = content.endsWith(" ") && !isSignature;
    if (depth < 0) parts.push(quote, quote ? " " : "");
    depth = quote.length;
    parts.push(isSoft && deleteSpace ? content.slice(0, -1) : content);
    if (!isSoft) close();
  }
  close();
  return lines.join("\n");
}

/** Limits what is shown of enclosed content, as it is sent with the thread; the files have the rest. */
const most = { mails: 20, events: 10, text: 20_000, allText: 60_000, line: 500, addresses: 10 };

/** Describes a message's protection and readable enclosed content; null if it has neither. */
export function describeEnclosed(root: Part<unknown>): Omit<Enclosed, "isInstead"> | null {
  const parts = listParts(root);
  const [mails, events]: [EnclosedMail[], CalendarEvent[]] = [[], []];
  collect(parts, 1, mails, events);
  const signed = find(parts, signatureOf);
  const encrypted = find(parts, encryptionOf);
  if (mails.length + events.length === 0 && signed === null && encrypted === null) return null;
  return { signed, encrypted, events: withoutDuplicates(events).slice(0, most.events), mails: shortenTexts(mails) };
}

function find(parts: Part<unknown>[], of: (part: Part<unknown>) => Protection | null): Protection | null {
  return parts.map(of).find((protection) => protection !== null) ?? null;
}

function signatureOf({ contents, armour }: Part<unknown>): Protection | null {
  if (contents?.kind === "signature") return contents.by;
  if (contents?.kind === "body") return contents.protection;
  return armour?.isSigned ? "pgp" : null;
}

function encryptionOf({ contents, armour, node, contentType, head }: Part<unknown>): Protection | null {
  if (contents?.kind === "encrypted") return contents.by;
  if (armour?.isEncrypted || node.head.multipart === "encrypted") return "pgp";
  const isBlock = contentType === "text/html" && head.bytes.includes("-----BEGIN PGP MESSAGE-----");
  return isBlock ? "pgp" : null;
}

function collect(parts: Part<unknown>[], depth: number, mails: EnclosedMail[], events: CalendarEvent[]): void {
  for (const { contents, inner } of parts) {
    if (mails.length >= most.mails) return;
    if (contents?.kind === "calendar") events.push(...contents.events);
    if (contents?.kind === "outlook") for (const one of contents.message.messages) addPacked(one, depth, mails);
    if (contents?.kind !== "mail" || inner === null) continue;
    mails.push(mailOf(inner, depth));
    collect(listParts(inner), depth + 1, mails, events);
  }
}

function mailOf(root: Part<unknown>, depth: number): EnclosedMail {
  const { from, headers, subject, text } = describeMessage(root, false).message;
  const to = readAddresses(headers.to)
    .slice(0, most.addresses)
    .map((one) => namedAddress(one))
    .join(", ");
  const sentAt = timeOf(firstHeader(headers, "date"));
  return { depth, from: from ? namedAddress(from) : "", to, sentAt, subject, text, isCut: false };
}

/** Adds messages that Outlook packed inside another, recursively; these are not files. */
function addPacked({ from, sentAt, subject, text, html, messages }: TnefMessage, depth: number, mails: EnclosedMail[]) {
  if (mails.length >= most.mails) return;
  const plain = text?.trim() ? text.replace(/\r\n?/g, "\n") : htmlToPlain(html ?? "");
  const sent = sentAt?.toISOString() ?? null;
  mails.push({ depth, from: from ? namedAddress(from) : "", to: "", sentAt: sent, subject, text: plain, isCut: false });
  for (const inner of messages) addPacked(inner, depth + 1, mails);
}

/** Reads a date of a mail (RFC 5322, section 3.3) without comments; null if it is none. */
function timeOf(date: string | null): string | null {
  if (date === null) return null;
  const time = new Date(date.slice(0, 200).replace(/\([^()]{0,100}\)/g, ""));
  const year = time.getUTCFullYear();
  return year >= 1970 && year < 2200 ? time.toISOString() : null;
}

/** Removes duplicates, as a calendar comes both as an alternative and as a file. */
function withoutDuplicates(events: CalendarEvent[]): CalendarEvent[] {
  const seen = new Map(events.map((event) => [JSON.stringify(event), event]));
  return [...seen.values()];
}

function shortenTexts(mails: EnclosedMail[]): EnclosedMail[] {
  let left = most.allText;
  return mails.slice(0, most.mails).map((mail) => {
    const text = mail.text.trim();
    const shown = text.slice(0, Math.min(most.text, left)).toWellFormed();
    left -= shown.length;
    const line = (value: string) => value.slice(0, most.line).toWellFormed();
    const heads = { from: line(mail.from), to: line(mail.to), subject: mail.subject.slice(0, 998) };
    return { ...mail, ...heads, text: shown, isCut: mail.isCut || shown.length < text.length };
  });
}
