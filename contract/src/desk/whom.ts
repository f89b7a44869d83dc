import { isTypedAddress } from "../addresses/address.ts";
import { limits } from "../limits.ts";
import type { Addressed, AnswerMode, Mailbox, Recipients } from "../recipients.ts";
import type { NamedKind, RecipientKind } from "../vocabulary.ts";

// Here and not with its schemas, as the browser needs it without zod.
export const answerModes = ["reply", "reply-all"] as const;

/** For a mail with too many recipients, returns the first field that exceeds the limit, and the words for it; otherwise null. */
export function tooManyRecipients({ to, cc, bcc }: Recipients): { kind: RecipientKind; fault: string } | null {
  const most = limits.recipientsPerMail;
  const upToCc = to.length + cc.length;
  const all = upToCc + bcc.length;
  if (all <= most) return null;
  const kind = to.length > most ? "to" : upToCc > most ? "cc" : "bcc";
  return { kind, fault: `A mail can go to ${most} people, and this would go to ${all}. Take ${all - most} off` };
}

/** Lists all recipients of a mail, in order. */
export function everybodyIn({ to, cc, bcc }: Recipients): Mailbox[] {
  return [...to, ...cc, ...bcc];
}

/**
 * Returns the recipients of an answer to a message; none if the message does not say. An answer to the store's own message goes
 * to that one's recipients. Addresses that cannot get mail ("b@c") are left out, as they would stop the answer to all others.
 */
export function recipientsOfAnswer(message: Addressed, mode: AnswerMode): Recipients {
  const others = (kind: "to" | "cc" | "reply-to" | "from") =>
    message.recipients.filter((each) => each.kind === kind && !each.isOurs && isTypedAddress(each.email)).map(mailbox);
  const isAll = mode === "reply-all";
  const [to, cc] = [others("to"), isAll ? others("cc") : []];
  // A mail needs somebody in To.
  if (message.answersTo === null && to.length === 0) return withoutRepetition({ to: others("cc"), cc: [], bcc: [] });
  if (message.answersTo === null) return withoutRepetition({ to, cc, bcc: [] });
  // Nothing proves that several people wrote, so a doubtful message's other writers are only answered with all.
  const coWriters = message.isDoubted && !isAll ? [] : others("from");
  const everybody = [message.answersTo, ...coWriters, ...others("reply-to")];
  const toAnswer = withoutRepetition({ to: everybody, cc: [], bcc: [] }).to;
  // With more people than a mail may have, only the first is answered; the others are only answered with all.
  const answered = isAll || toAnswer.length <= limits.recipientsPerMail ? toAnswer : toAnswer.slice(0, 1);
  return withoutRepetition({ to: [...answered, ...(isAll ? to : [])], cc, bcc: [] });
}

/**
 * Returns the mode to offer first: to answer all if a message also went to others. Not if the store is in none of its fields, as
 * the others do not know that it has a copy; not if a colleague or a list passed it on to them, if a forger may have named them,
 * or if they are more than one mail may have; and not if the person `prefers` to answer the writer.
 */
export function usualMode(message: Addressed, prefers: AnswerMode = "reply-all"): AnswerMode {
  const all = everybodyIn(recipientsOfAnswer(message, "reply-all")).length;
  const isWider = all > everybodyIn(recipientsOfAnswer(message, "reply")).length;
  const isOpen =
    (message.passedOn === null || message.passedOn === "form") &&
    !message.isDoubted &&
    (message.answersTo === null || message.recipients.some(({ isOurs }) => isOurs));
  return prefers === "reply-all" && isOpen && isWider && all <= limits.recipientsPerMail ? "reply-all" : "reply";
}

/** Whether an address, in lower case, is one of the store's own, which gets no mail. */
export type IsOwn = (email: string) => boolean;

/** A ticket's customer, and when the ticket became theirs if it was another's before. */
export type Whose = {
  customer: { email: string | null; name: string | null } | null;
  /** All addresses of that customer, in lower case. */
  customerAddresses: readonly string[];
  customerChangedAt: string | null;
};

type Dated = Addressed & { addedAt: string };

/** Returns an answer's recipients; the ticket's customer if there is no message, or it names nobody. */
export function answerTo(
  message: Addressed | null | undefined,
  mode: AnswerMode,
  customer: Whose["customer"],
  isOwn: IsOwn,
): Recipients {
  const found = message && withoutOwn(recipientsOfAnswer(message, mode), isOwn);
  if (found && found.to.length > 0) return found;
  const to = customer?.email ? [{ email: customer.email.toLowerCase(), name: customer.name }] : [];
  return withoutOwn({ to, cc: [], bcc: [] }, isOwn);
}

/**
 * Returns an answer's recipients if the message is older than its ticket's change of customer and the answer would leave out the
 * new one: it goes to them, and as an answer to all also to the others. Null for every other message.
 */
export function answerToNewCustomer(
  message: Dated,
  mode: AnswerMode,
  { customer, customerAddresses, customerChangedAt }: Whose,
  isOwn: IsOwn,
): Recipients | null {
  if (customerChangedAt === null || customerChangedAt < message.addedAt || !customer?.email) return null;
  const own = answerTo(null, "reply", customer, isOwn);
  const [newCustomer] = own.to;
  const isTheirs = (email: string) => email === newCustomer?.email || customerAddresses.includes(email);
  if (newCustomer === undefined || recipientsOfAnswer(message, "reply").to.some(({ email }) => isTheirs(email)))
    return null;
  if (mode === "reply") return own;
  const all = recipientsOfAnswer(message, mode);
  return withoutOwn({ ...all, to: [newCustomer, ...all.to] }, isOwn);
}

/**
 * Returns an answer's recipients if nobody chose any: for the newest message of a ticket whose customer changed since, the new
 * customer; for a message that the person picked (`isAsked`), the people on it. `prefers` is the person's usual mode.
 */
export function usualAnswer(
  message: Dated | null,
  ticket: Whose,
  { isOwn, isAsked, prefers }: { isOwn: IsOwn; isAsked: boolean; prefers: AnswerMode },
): Recipients {
  const toNewCustomer = message && !isAsked ? answerToNewCustomer(message, "reply", ticket, isOwn) : null;
  return toNewCustomer ?? answerTo(message, message ? usualMode(message, prefers) : "reply", ticket.customer, isOwn);
}

/** Removes the store's own addresses and repetitions from recipients. */
function withoutOwn({ to, cc, bcc }: Recipients, isOwn: IsOwn): Recipients {
  const others = (all: Mailbox[]) => all.filter(({ email }) => !isOwn(email));
  return withoutRepetition({ to: others(to), cc: others(cc), bcc: others(bcc) });
}

type Had = Pick<Addressed, "answersTo" | "passedOn"> & { recipients: readonly { email: string }[] };

/**
 * The addresses that sent or got a message: its words may be shown to nobody else. `author` is the sender's address. A form's visitor did
 * not write its mail, which the form wrote to the store alone.
 */
export function whoHad(message: Had, author: string | null): Set<string> {
  const answersTo = message.passedOn === "form" ? null : message.answersTo;
  const wrote = [author, answersTo?.email].filter((email) => email != null);
  return new Set([...wrote, ...message.recipients.map(({ email }) => email)]);
}

/** The part of a message that says whom it brought into its conversation. */
export type Bringing = Pick<Had, "answersTo"> & {
  recipients: readonly { email: string; kind: NamedKind }[];
  isFromCustomer: boolean;
  isUnverified: boolean;
  authorEmail: string | null;
};

/**
 * Returns the people of a conversation; `messages` is its thread, oldest first. They are its customer, everybody on the message that
 * opened it, and everybody to whom the store or one of them wrote. Nobody joins by writing to our reply address, or by being named in
 * Reply-To, before the store or one of them writes to them. In a part of a thread (not `isWhole`) the first message opened nothing.
 */
export function broughtIn(messages: readonly Bringing[], customer: readonly string[], isWhole = true): Set<string> {
  const members = new Set(customer);
  for (const [nth, message] of messages.entries()) {
    const author = message.authorEmail?.toLowerCase() ?? null;
    const isByKnown = !message.isFromCustomer || members.has(author ?? "");
    if ((isWhole && nth === 0) || (isByKnown && !message.isUnverified))
      for (const email of whoIsOn(message, author)) members.add(email);
  }
  return members;
}

/** The writer of a message, or if unknown the person to answer, and its recipients. */
function whoIsOn({ answersTo, recipients }: Bringing, author: string | null): string[] {
  const writer = author ?? answersTo?.email;
  return [
    ...(writer ? [writer] : []),
    ...recipients.flatMap(({ kind, email }) => (kind === "reply-to" ? [] : [email])),
  ];
}

/** Removes recipients who stand earlier already, whatever their name. */
export function withoutRepetition({ to, cc, bcc }: Recipients): Recipients {
  const emails = new Set<string>();
  const firstOf = (all: Mailbox[]) =>
    all.filter(({ email }) => {
      if (emails.has(email)) return false;
      emails.add(email);
      return true;
    });
  return { to: firstOf(to), cc: firstOf(cc), bcc: firstOf(bcc) };
}

function mailbox({ email, name, written }: Mailbox): Mailbox {
  return written === undefined ? { email, name } : { email, name, written };
}
