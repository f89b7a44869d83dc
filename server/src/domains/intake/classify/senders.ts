import { domainOf } from "../authenticate/domains.ts";
import { firstHeader, type ParsedMail } from "../parse/parsed-mail.ts";
import type { MailArrival } from "./classify-mail.ts";
import { localOf, namedAs } from "./named-addresses.ts";

const systemLocal = namedAs("daemon");
const systemShown =
  /\b(?:mail(?:er)?[-_ ]?daemon|mail delivery (?:sub)?system|mail delivery service|internet mail delivery)\b/i;
const postmaster = namedAs("postmaster");
const roleLocal = namedAs(
  "postmaster",
  "bounces",
  "noReply",
  "server",
  "root",
  "system",
  "scanner",
  "listProgram",
  "mailer",
);

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
  /** It asks for answers at somebody else's address, as a contact form does for its visitor. */
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
  const isPostmaster = postmaster.test(local) || /^"?post[-_ ]?master\b/i.test(shown);
  const answers = mail.replyTo.find(({ email }) => !isTagged(email, mail.from?.email ?? ""));
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

/** Whether an address is another, or that with a tag: a help desk has its answers come to "support+id42@". */
function isTagged(address: string, other: string): boolean {
  const [one, own] = [address.toLowerCase(), other.toLowerCase()];
  return one === own || (domainOf(one) === domainOf(own) && one.startsWith(`${localOf(own)}+`));
}

/** The sender as an ordinary one: somebody writes as a mail system's name. */
export function asPerson(sender: Sender): Sender {
  return { ...sender, isSystem: false, isNamedSystem: false };
}

const mailPrograms =
  /thunderbird|apple mail|iphone mail|ipad mail|microsoft (?:office )?outlook(?! express macintosh)|outlook(?:mobile|-ios|-android)|\bmutt\b|k-?mail|evolution|roundcube|squirrelmail|horde|k-9|the bat!|claws|sylpheed|yahoomail|webmail|emclient|airmail|spark|foxmail|gnus|becky/i;
