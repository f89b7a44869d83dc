import { isTypedAddress } from "../addresses/address.ts";
import { limits } from "../limits.ts";
import type { Addressed, AnswerMode, Mailbox, Recipients } from "../recipients.ts";
import type { NamedKind, RecipientKind } from "../vocabulary.ts";

// Apart from its schemas, as the browser has it too, which goes without zod.
export const answerModes = ["reply", "reply-all"] as const;

/** Where a mail is to go to more than it may: the first field that has somebody too many, and what is said there; null where it is not. */
export function tooManyRecipients({ to, cc, bcc }: Recipients): { kind: RecipientKind; fault: string } | null {
  const most = limits.recipientsPerMail;
  const upToCc = to.length + cc.length;
  const all = upToCc + bcc.length;
  if (all <= most) return null;
  const kind = to.length > most ? "to" : upToCc > most ? "cc" : "bcc";
  return { kind, fault: `A mail can go to ${most} people, and this would go to ${all}. Take ${all - most} off` };
}

/** All that a mail goes to, in their order. */
export function everybodyIn({ to, cc, bcc }: Recipients): Mailbox[] {
  return [...to, ...cc, ...bcc];
}

/**
 * Whom an answer to a message goes to; nobody where the message does not say. One of the store's own goes on with those who had it. Addresses
 * that no mail can be sent to ("b@c") are left out: they would stop the answer to all others.
 */
export function recipientsOfAnswer(message: Addressed, mode: AnswerMode): Recipients {
  const others = (kind: "to" | "cc" | "reply-to" | "from") =>
    message.recipients.filter((one) => one.kind === kind && !one.isOurs && isTypedAddress(one.email)).map(mailbox);
  const isAll = mode === "reply-all";
  const [to, cc] = [others("to"), isAll ? others("cc") : []];
  // Nothing is sent without somebody in To.
  if (message.answersTo === null && to.length === 0) return withoutRepetition({ to: others("cc"), cc: [], bcc: [] });
  if (message.answersTo === null) return withoutRepetition({ to, cc, bcc: [] });
  // Nobody can prove that several wrote: the others of a doubtful one are among all.
  const coWriters = message.isDoubted && !isAll ? [] : others("from");
  const everybody = [message.answersTo, ...coWriters, ...others("reply-to")];
  const asked = withoutRepetition({ to: everybody, cc: [], bcc: [] }).to;
  // Of more than a mail can go to the first alone is answered: the others stand among all.
  const answered = isAll || asked.length <= limits.recipientsPerMail ? asked : asked.slice(0, 1);
  return withoutRepetition({ to: [...answered, ...(isAll ? to : [])], cc, bcc: [] });
}

/**
 * What is offered first: to answer all where a message went to others too. Not where the store stands in none of its fields, as the
 * others do not know that it has a copy; where a colleague or a list passed it on to them; where a forger may have named them; where they are
 * more than one mail can go to; or where somebody `prefers` to answer who wrote.
 */
export function usualMode(message: Addressed, prefers: AnswerMode = "reply-all"): AnswerMode {
  const all = everybodyIn(recipientsOfAnswer(message, "reply-all")).length;
  const isWider = all > everybodyIn(recipientsOfAnswer(message, "reply")).length;
  const isOpen =
    message.passedOn === null &&
    !message.isDoubted &&
    (message.answersTo === null || message.recipients.some(({ isOurs }) => isOurs));
  return prefers === "reply-all" && isOpen && isWider && all <= limits.recipientsPerMail ? "reply-all" : "reply";
}

/** Whether an address, in lower case, is one of the store's own, which no mail goes to. */
export type IsOwn = (email: string) => boolean;

/** Whose a ticket is, and when it was made theirs, where it was somebody else's before. */
export type Whose = {
  customer: { email: string | null; name: string | null } | null;
  /** All addresses of its customer, in lower case. */
  customerAddresses: readonly string[];
  customerChangedAt: string | null;
};

type Dated = Addressed & { addedAt: string };

/** Whom an answer goes to; the ticket's customer where its message says nobody, or there is none. */
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
 * Where a message came before its ticket was made somebody else's, and an answer to it would leave them out: that goes to them, and to whom
 * else the message asks for only as an answer to all. Null for every other message.
 */
export function answerToNewCustomer(
  message: Dated,
  mode: AnswerMode,
  { customer, customerAddresses, customerChangedAt }: Whose,
  isOwn: IsOwn,
): Recipients | null {
  if (customerChangedAt === null || customerChangedAt < message.addedAt || !customer?.email) return null;
  const own = answerTo(null, "reply", customer, isOwn);
  const [theirs] = own.to;
  const isTheirs = (email: string) => email === theirs?.email || customerAddresses.includes(email);
  if (theirs === undefined || recipientsOfAnswer(message, "reply").to.some(({ email }) => isTheirs(email))) return null;
  if (mode === "reply") return own;
  const all = recipientsOfAnswer(message, mode);
  return withoutOwn({ ...all, to: [theirs, ...all.to] }, isOwn);
}

/**
 * Whom an answer goes to where nobody chose, of somebody who `prefers` to answer all or who wrote: to a ticket's newest message its
 * customer, where they are another one since; to one that was asked for (`isAsked`) who is on it.
 */
export function usualAnswer(
  message: Dated | null,
  ticket: Whose,
  { isOwn, isAsked, prefers }: { isOwn: IsOwn; isAsked: boolean; prefers: AnswerMode },
): Recipients {
  const theirs = message && !isAsked ? answerToNewCustomer(message, "reply", ticket, isOwn) : null;
  return theirs ?? answerTo(message, message ? usualMode(message, prefers) : "reply", ticket.customer, isOwn);
}

/** Leaves the store's own addresses out of recipients, and who stands there before. */
function withoutOwn({ to, cc, bcc }: Recipients, isOwn: IsOwn): Recipients {
  const others = (all: Mailbox[]) => all.filter(({ email }) => !isOwn(email));
  return withoutRepetition({ to: others(to), cc: others(cc), bcc: others(bcc) });
}

type Had = { answersTo: Mailbox | null; recipients: readonly { email: string }[] };

/** The addresses that wrote or got a message: nobody else is shown its words. `author` is the address that it came from. */
export function whoHad(message: Had, author: string | null): Set<string> {
  const wrote = [author, message.answersTo?.email].filter((email) => email != null);
  return new Set([...wrote, ...message.recipients.map(({ email }) => email)]);
}

/** What tells of a message whom it brought into its conversation. */
export type Bringing = Pick<Had, "answersTo"> & {
  recipients: readonly { email: string; kind: NamedKind }[];
  isFromCustomer: boolean;
  isUnverified: boolean;
  authorEmail: string | null;
};

/**
 * Those who belong to a conversation, `messages` being its thread, oldest first: its customer, who is on the message that opened it, and whom
 * the store or one of those wrote to. Who has our reply address and writes does not, until the store answers them, and neither does whom
 * a mail only asks to be answered: nobody of those has ever written there. Of a part of a thread (not `isWhole`) the first message opened nothing.
 */
export function broughtIn(messages: readonly Bringing[], customer: readonly string[], isWhole = true): Set<string> {
  const known = new Set(customer);
  for (const [nth, message] of messages.entries()) {
    const author = message.authorEmail?.toLowerCase() ?? null;
    const isByKnown = !message.isFromCustomer || known.has(author ?? "");
    if ((isWhole && nth === 0) || (isByKnown && !message.isUnverified))
      for (const email of whoIsOn(message, author)) known.add(email);
  }
  return known;
}

/** Who wrote a message, or where that is not known, who is answered, and to whom it went. */
function whoIsOn({ answersTo, recipients }: Bringing, author: string | null): string[] {
  const writer = author ?? answersTo?.email;
  return [
    ...(writer ? [writer] : []),
    ...recipients.flatMap(({ kind, email }) => (kind === "reply-to" ? [] : [email])),
  ];
}

/** Leaves out of recipients who stands there before, whatever the name. */
export function withoutRepetition({ to, cc, bcc }: Recipients): Recipients {
  const known = new Set<string>();
  const firstOf = (all: Mailbox[]) =>
    all.filter(({ email }) => {
      if (known.has(email)) return false;
      known.add(email);
      return true;
    });
  return { to: firstOf(to), cc: firstOf(cc), bcc: firstOf(bcc) };
}

function mailbox({ email, name }: Mailbox): Mailbox {
  return { email, name };
}
