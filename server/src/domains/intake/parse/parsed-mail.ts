import type { Enclosed } from "@deskhand/contract/desk/enclosed";
import { QuotingError } from "../../../platform/error-code.ts";

/** A mailbox as a header names it; `email` is trimmed, its domain in lower case and in ASCII. */
export type MailAddress = { name: string; email: string };

/** Header fields by lower-case name, in the order of the message, unfolded, and decoded (RFC 2047) but for those of mailboxes. */
export type MailHeaders = Record<string, string[]>;

/** What is known of a part before its bytes have been read; `index` is its position in the message. */
export type PartMeta = { index: number; contentType: string; contentId: string | null };

/** A kept part: its file name, its size in bytes, and in `storedAs` what the attachment sink returned. */
export type MailAttachment<Stored = string> = PartMeta & {
  name: string;
  size: number;
  isInline: boolean;
  /** It lies in a mail that is enclosed, which is a file as well. */
  isWithin: boolean;
  storedAs: Stored;
};

/** A part that reports on another message (delivery status, feedback, the quoted original), its first 64 kB as text. */
type MailReport = { contentType: string; text: string };

/** One message as plain serialisable data. Message ids keep their angle brackets. */
export type ParsedMail<Stored = string> = {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  subject: string;
  /** Whom the message shows as its sender, as far as one can be made out. */
  from: MailAddress | null;
  /** The one mailbox of the one From field, where no program could read another: the only proof of who wrote. */
  soleFrom: MailAddress | null;
  /** Everybody whom its From names. */
  allFrom: MailAddress[];
  sender: MailAddress | null;
  replyTo: MailAddress[];
  headers: MailHeaders;
  /** How many addresses its fields name beside those that are read of them. */
  leftOutAddresses: number;
  /** Media type of the whole message, lower case, without parameters. */
  contentType: string;
  /** Parameter `report-type` of a multipart/report (RFC 6522), lower case. */
  reportType: string | null;
  /** The whole text: from text/plain, else made from the HTML. Lines end with \n. */
  text: string;
  /** As sent: to be shown only through `safeHtml`. */
  html: string | null;
  /** The HTML is of a winmail.dat beside a text, which is what the mail says. */
  isHtmlAside: boolean;
  /** What such a winmail.dat says where it has no HTML. */
  asideText: string | null;
  reports: MailReport[];
  attachments: MailAttachment<Stored>[];
  /** How it is protected, and what is readable of what it encloses; null where nothing is to be said of that. */
  enclosed: Omit<Enclosed, "isInstead"> | null;
};

/** The only error of the parser: no message could be made of the bytes, or they exceed a limit meant to stop attacks. */
export class UnparsableMail extends QuotingError {
  override readonly name = "UnparsableMail";
  readonly reason: "limit_exceeded" | "unreadable";
  constructor(reason: "limit_exceeded" | "unreadable", message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The first value of a header field, or null. */
export function firstHeader(headers: MailHeaders, name: string): string | null {
  return headers[name]?.[0] ?? null;
}
