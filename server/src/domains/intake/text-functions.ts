import { normalAddress } from "@deskhand/contract/addresses/address";
import * as subjects from "@deskhand/contract/desk/subjects";
import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { beginsWithGreeting, withoutGreeting } from "@deskhand/email/greetings";
import { findLinks, linkedText } from "@deskhand/email/linked-text";
import { storableText } from "../../platform/db/storable-text.ts";
import { safeHtml } from "../../platform/mail-html/safe-html.ts";
import { showImages } from "../../platform/mail-html/show-images.ts";
import { readPath } from "../../platform/smtp/read-path.ts";
import { safeFilename } from "../../platform/storage/safe-filename.ts";
import { readOutlookThread } from "../outgoing/index.ts";
import { readAuthResults, resultsOfRelay } from "./authenticate/auth-results.ts";
import { domainOf } from "./authenticate/domains.ts";
import { classifyMail } from "./classify/classify-mail.ts";
import { findAuthorCandidates } from "./classify/find-author.ts";
import { readReportField } from "./classify/find-failed-recipient.ts";
import { listAddresses } from "./classify/named-addresses.ts";
import { foldText } from "./classify/own-words.ts";
import { findNoticeReason, findServerReply, readBounce } from "./classify/read-bounce.ts";
import { foldArmour } from "./containers/fold-armour.ts";
import { readCalendar } from "./containers/read-calendar.ts";
import { readCms } from "./containers/read-cms.ts";
import { readRtf } from "./containers/read-rtf.ts";
import { readTnef } from "./containers/read-tnef.ts";
import { isForwardedHere } from "./decide/decide-together.ts";
import { isUnguessable } from "./decide/is-unguessable.ts";
import { bareMessageId } from "./decide/own-marks.ts";
import { decodeCharset, decodeRaw, decodeWords } from "./parse/decode-charset.ts";
import { Fingerprint } from "./parse/fingerprint.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";
import { countLeftOut, domainsIn, findAddress, readAddresses, unreadAddresses } from "./parse/read-addresses.ts";
import { isPlainLine, readHead, readHeaders, readMessageIds } from "./parse/read-headers.ts";
import { readParameters } from "./parse/read-parameters.ts";
import { readPartHead } from "./parse/read-part-head.ts";
import { readSoleFrom } from "./parse/read-sole-from.ts";
import { takeUuencoded } from "./parse/transfer-decoder.ts";
import { ownLinkFinder } from "./read/own-links.ts";
import { differInWords } from "./read/read-mail.ts";
import { findNews } from "./text/find-news.ts";
import { htmlToLines, MailHtml } from "./text/html-to-lines.ts";
import { withoutTargetsAt, writtenTarget } from "./text/link-target.ts";
import { measureBanner } from "./text/measure-banner.ts";
import { stripQuotedHistory } from "./text/strip-quotes.ts";
import { proofsIn, withoutLinks } from "./text/withhold-links.ts";
import { mailgunCheck, postmarkCheck, sendgridCheck } from "./webhook/provider-check.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const fingerprintOf = (all: Buffer) => {
  const print = new Fingerprint();
  print.take(all);
  return print.end();
};
const line = (key: string, text: string) => ({ key, line: `${key}: ${text}` });
const holdsLink = ownLinkFinder("https://desk.example");

/** Makes a mail with this text in every place. */
function mailOf(text: string, changes: Partial<ParsedMail<unknown>> = {}): ParsedMail<unknown> {
  const addresses = {
    from: { name: text, email: "a@b.example" },
    soleFrom: null,
    allFrom: [],
    sender: null,
    replyTo: [],
    leftOutAddresses: 0,
  };
  const named = [
    "from",
    "to",
    "cc",
    "auto-submitted",
    "precedence",
    "x-failed-recipients",
    "return-path",
    "delivered-to",
  ];
  const headers = Object.fromEntries([...named, "x-original-from"].map((name) => [name, [text]]));
  const ids = { messageId: "<a@b>", inReplyTo: [], references: [] };
  const body = { contentType: "text/plain", reportType: null, text, html: text };
  const files = { isHtmlAside: false, asideText: null, attachments: [], reports: [], enclosed: null };
  // Normalized as by the parser.
  const subject = text.replace(/\s+/g, " ").trim();
  return { ...addresses, ...ids, ...body, ...files, subject, headers, ...changes };
}

const reports = (text: string) =>
  ["message/delivery-status", "message/rfc822"].map((contentType) => ({ contentType, text }));
const bounceOf = (text: string) => mailOf(text, { contentType: "multipart/report", reports: reports(text) });

/** Every function that reads a stranger's text, by name, without those that only these call. */
export const textFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  readHeaders: (text) => readHeaders([line("from", text), line("subject", text)]),
  readMessageIds: (text) => readMessageIds([text]),
  readAddresses: (text) => [readAddresses([text]), unreadAddresses([text, `${text} <a@>`])],
  countLeftOut: (text) =>
    countLeftOut([line("to", text), line("cc", `${text}, ${"a@b.example, ".repeat(201)}${text}`)]),
  listAddresses: (text) =>
    listAddresses({ headers: { to: [text], "list-id": [text], "list-post": [text] }, replyTo: [], from: null }),
  normalAddress: (text) => [normalAddress(text), normalAddress(`"${text}"@d.example`), normalAddress(`a@${text}`)],
  findAddress: (text) => [findAddress(text), findAddress(`${text}@d.example`), domainsIn(text)],
  readPath: (text) => [readPath(`<${text}>`), readPath(`<"${text}"@d.example>`)],
  readOutlookThread: (text) => readOutlookThread(text, text),
  readSoleFrom: (text) => readSoleFrom([line("x", text), line("from", text)], { from: [text] }),
  readParameters: (text) => readParameters(`text/plain; ${text}`, null),
  readPartHead: (text) =>
    readPartHead(
      ["content-type", "content-disposition", "content-id", "content-transfer-encoding"].map((key) => line(key, text)),
      null,
    ),
  decodeWords: (text) => decodeWords(text),
  decodeRaw: (text) => decodeRaw(text, null),
  readHead: (text) => readHead(bytes(text)),
  isPlainLine: (text) => isPlainLine(bytes(text), 0, text.length),
  readAuthResults: (text) => readAuthResults(text),
  resultsOfRelay: (text) => resultsOfRelay([{ name: "received", value: text }]),
  bareMessageId: (text) => bareMessageId(text),
  domainOf: (text) => domainOf(text),
  providers: (text) => {
    const head = ["received-spf", "x-spam-tests", "from", "received"].map((name) => ({ name, value: text }));
    return [postmarkCheck(head), mailgunCheck(head, () => text, text), sendgridCheck(() => text, text)];
  },
  ...Object.fromEntries(
    [null, "utf-7", "hz-gb-2312", "iso-2022-kr", "iso-2022-jp", "shift_jis"].map((charset) => [
      `decodeCharset of ${charset}`,
      (text: string) => decodeCharset(bytes(text), charset),
    ]),
  ),
  readCalendar: (text) => [readCalendar(text), readCalendar(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${text}`)],
  "readCalendar of a zone": (text) =>
    readCalendar(
      `BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nBEGIN:STANDARD\n${text}\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=a:20260101T000000`,
    ),
  readRtf: (text) => readRtf(bytes(`{\\rtf1\\fromhtml1 ${text}`), decodeCharset),
  readTnef: (text) => readTnef(bytes(`\x78\x9f\x3e\x22\x01\x00${text}`), decodeCharset),
  readCms: (text) => [readCms(bytes(text), 1_000_000), readCms(bytes(`\x30\x80\x06\x01a\xa0\x80${text}`), 1_000_000)],
  foldArmour: (text) => [foldArmour(text), foldArmour(`-----BEGIN PGP SIGNED MESSAGE-----\n${text}`)],
  differInWords: (text) => differInWords(text, `a ${text}`),
  takeUuencoded: (text) => takeUuencoded(bytes(text)),
  fingerprint: (text) => fingerprintOf(bytes(`A: b\r\n\r\n${text}`)),
  htmlToLines: (text) => htmlToLines(text),
  measureBanner: (text) => [measureBanner(text.split("\n")), measureBanner([text, `[EXTERNAL] ${text}`])],
  "lines and what is shown of HTML": (text) => new MailHtml(text, { isShown: true }).lines,
  "stripQuotedHistory of text": (text) => stripQuotedHistory({ kind: "text", input: text }),
  "stripQuotedHistory of HTML": (text) => stripQuotedHistory({ kind: "html", input: text }),
  findNews: (text) => {
    const lines = text.split("\n").map((line) => ({ text: line, isIntroduction: false }));
    return findNews(
      { kept: ["a"], folded: [{ at: 1, lines }] },
      { texts: [text, `${text} a b`], isAll: true, mailDomain: "d.example" },
    );
  },
  writtenTarget: (text) => [writtenTarget(`https://${text}`, text), writtenTarget(`mailto:${text}`, text)],
  withoutTargetsAt: (text) => withoutTargetsAt("https://desk.example", `<https://${text}`),
  withoutLinks: (text) => withoutLinks(`confirm#${text}`),
  proofsIn: (text) => proofsIn(`confirm=${text}`),
  ownLinkFinder: (text) => holdsLink(`desk.example ${text} aHR0c`),
  safeHtml: (text) => safeHtml(text),
  showImages: (text) => showImages(safeHtml(text), { addressOf: () => null, remote: (address) => address }),
  storableText: (text) => storableText(text),
  "classifyMail of a letter": (text) => classifyMail(mailOf(text)),
  "classifyMail of a report": (text) => classifyMail(bounceOf(text), { envelopeFrom: "", cameToReturnPath: true }),
  readBounce: (text) => readBounce(bounceOf(text)),
  findAuthorCandidates: (text) => findAuthorCandidates(mailOf(text, { subject: "Fwd: a", reports: reports(text) })),
  foldText: (text) => foldText(text),
  findServerReply: (text) => findServerReply(text),
  findNoticeReason: (text) => findNoticeReason(text, "ann@customer.example"),
  readReportField: (text) => readReportField(text, "diagnostic-code"),
  isForwardedHere: (text) => isForwardedHere(mailOf(text), "desk.example"),
  isUnguessable: (text) => isUnguessable(text, { writer: "ann@customer.example", at: 0 }),
  ...Object.fromEntries(Object.entries(subjects).map(([name, read]) => [name, read])),
  beginsWithGreeting: (text) => beginsWithGreeting(text),
  withoutGreeting: (text) => withoutGreeting(text),
  safeFilename: (text) => safeFilename(text),
  findLinks: (text) => findLinks(text),
  linkedText: (text) => linkedText(text),
  trimWritten: (text) => trimWritten(text),
};
