import type { Enclosed } from "@deskhand/contract/desk/enclosed";
import { QuotingError } from "../../../platform/error-code.ts";

/** A mailbox in a header; `email` is trimmed, and its domain is lower-case ASCII. */
export type MailAddress = { name: string; email: string };

/** Header fields by lower-case name, in order and unfolded; all but address fields are decoded (RFC 2047). */
export type MailHeaders = Record<string, string[]>;

/** What is known of a part before its bytes are read; `index` is its position in the message. */
export type PartMeta = { index: number; contentType: string; contentId: string | null };

/** A stored part with its file name and size in bytes; `storedAs` is what the attachment sink returned. */
export type MailAttachment<Stored = string> = PartMeta & {
  name: string;
  size: number;
  isInline: boolean;
  /** Whether it is inside an enclosed mail, which is itself a file. */
  isWithin: boolean;
  storedAs: Stored;
};

/** A part that reports on another message (delivery status, feedback, the quoted original), its first 64 kB as text. */
type MailReport = { contentType: string; text: string };

/** One message as plain, serialisable data. Message ids keep their angle brackets. */
export type ParsedMail<Stored = string> = {
  messageId: string | null;
  inReplyTo: string[];
  references: string[];
  subject: string;
  /** The sender that the message shows, if one can be made out. */
  from: MailAddress | null;
  /** The only mailbox of the only From field, if no program could read another; only this can be proven. */
  soleFrom: MailAddress | null;
  /** All mailboxes in From. */
  allFrom: MailAddress[];
  sender: MailAddress | null;
  replyTo: MailAddress[];
  headers: MailHeaders;
  /** How many more addresses its fields contain than were read. */
  leftOutAddresses: number;
  /** The media type of the whole message, in lower case and without parameters. */
  contentType: string;
  /** The parameter `report-type` of a multipart/report (RFC 6522), in lower case. */
  reportType: string | null;
  /** The whole text, from text/plain or made from the HTML, with \n as line end. */
  text: string;
  /** The HTML as sent; it may be shown only through `safeHtml`. */
  html: string | null;
  /** Whether the HTML comes from a winmail.dat, while the mail has a text of its own. */
  isHtmlAside: boolean;
  /** The text of a winmail.dat without HTML, if the mail has a text of its own. */
  asideText: string | null;
  reports: MailReport[];
  attachments: MailAttachment<Stored>[];
  /** Its protection and readable enclosed content; null if it has neither. */
  enclosed: Omit<Enclosed, "isInstead"> | null;
};

/** The parser's only error: the bytes are no message, or exceed a limit against attacks. */
export class UnparsableMail extends QuotingError {
  override readonly name = "UnparsableMail";
  readonly reason: "limit_exceeded" | "unreadable";
  constructor(reason: "limit_exceeded" | "unreadable", message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Returns the first value of a header field, or null. */
export function firstHeader(headers: MailHeaders, name: string): string | null {
  return headers[name]?.[0] ?? null;
}
