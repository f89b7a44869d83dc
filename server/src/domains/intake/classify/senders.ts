import { firstHeader, type ParsedMail } from "../parse/parsed-mail.ts";
import type { MailArrival } from "./classify-mail.ts";

const systemName = `mailer[-_. ]?daemon|mail[-_. ]?daemon|mdaemon|double-bounce|mail[-_. ]?delivery[-_. ]?(?:sub)?system|mail[-_. ]?delivery[-_. ]?(?:service|agent)`;
const systemLocal = new RegExp(`^(?:${systemName})(?:[-+=].*)?$`, "i");
const systemShown =
  /\b(?:mail(?:er)?[-_ ]?daemon|mail delivery (?:sub)?system|mail delivery service|internet mail delivery)\b/i;
const roleLocal =
  /^(?:post[-_]?master|bounces?|no[-_.]?reply|do[-_.]?not[-_.]?reply|mail[-_.]?(?:admin|system|delivery|gateway|server)|mmdf|uucp|mailer|(?:sys)?admin|root|system|listserv|majordomo|.*(?:anti-?virus|_gateways?))(?:[-+=.].*)?$/i;

/** Who a message says it comes from, by its form alone. */
export type Sender = {
  /** A mail system by the envelope or the name: nobody writes as Mailer-Daemon, or without a return path. */
  isSystem: boolean;
  /** It names itself one. */
  isNamedSystem: boolean;
  hasNullPath: boolean;
  /** A role that systems write as, and at times people (postmaster, no-reply, bounce). */
  isRole: boolean;
  isPostmaster: boolean;
  /** A person's mail program made it. */
  hasMailProgram: boolean;
  /** It asks for answers at another address, as a contact form does for its visitor. */
  standsForAnother: boolean;
};

/** Reads who sent a message from its envelope and header. */
export function readSender(mail: ParsedMail<unknown>, { envelopeFrom }: Pick<MailArrival, "envelopeFrom">): Sender {
  // Cut first: of a long run of blanks the pattern would look at every one for all behind it.
  const given = (envelopeFrom ?? firstHeader(mail.headers, "return-path"))?.trim().slice(0, 1_000);
  const path = given?.replace(/^<\s*|\s*>$/g, "");
  const isDaemonPath = path !== undefined && systemLocal.test(localOf(path));
  const hasNullPath = path === "";
  const local = localOf(mail.from?.email ?? "");
  const shown = (mail.headers.from ?? []).join(" ").slice(0, 1_000);
  const isNamedSystem =
    systemLocal.test(local) ||
    systemLocal.test(localOf(mail.sender?.email ?? "")) ||
    systemShown.test(shown.replace(/@[\w.-]*/g, ""));
  const isPostmaster = /^post[-_]?master\\?$/i.test(local) || /^"?post[-_ ]?master\b/i.test(shown);
  const answers = mail.replyTo.find(({ email }) => email.toLowerCase() !== mail.from?.email.toLowerCase());
  const isForAnother = answers !== undefined && !roleLocal.test(localOf(answers.email));
  return {
    isSystem: isNamedSystem || isDaemonPath || hasNullPath,
    isNamedSystem,
    hasNullPath,
    isRole: roleLocal.test(local) || isPostmaster,
    isPostmaster,
    hasMailProgram: mailPrograms.test(
      `${firstHeader(mail.headers, "user-agent") ?? ""} ${firstHeader(mail.headers, "x-mailer") ?? ""}`,
    ),
    standsForAnother: isForAnother && !systemLocal.test(localOf(answers.email)),
  };
}

/** The sender as an ordinary one: somebody writes as a mail system's name. */
export function asPerson(sender: Sender): Sender {
  return { ...sender, isSystem: false, isNamedSystem: false };
}

const mailPrograms =
  /thunderbird|apple mail|iphone mail|ipad mail|microsoft (?:office )?outlook(?! express macintosh)|outlook(?:mobile|-ios|-android)|\bmutt\b|k-?mail|evolution|roundcube|squirrelmail|horde|k-9|the bat!|claws|sylpheed|yahoomail|webmail|emclient|airmail|spark|foxmail|gnus|becky/i;

function localOf(address: string): string {
  return address.slice(0, Math.max(0, address.lastIndexOf("@"))) || (address.includes("@") ? "" : address);
}
