import { limits } from "../limits.ts";
import type { Addressed, AnswerMode, Mailbox, Recipients } from "../recipients.ts";

// Apart from its schemas, as the browser has it too, which goes without zod.
export const answerModes = ["reply", "reply-all"] as const;

/** What is said where a mail is to go to more than it may. */
export const tooManyRecipients = `A mail can go to ${limits.recipientsPerMail} people. Take some off`;

/** All that a mail goes to, in their order. */
export function everybodyIn({ to, cc, bcc }: Recipients): Mailbox[] {
  return [...to, ...cc, ...bcc];
}

/** Whom an answer to a message goes to; nobody where the message does not say. One of the store's own goes on with those who had it. */
export function recipientsOfAnswer(message: Addressed, mode: AnswerMode): Recipients {
  const others = (kind: "to" | "cc" | "reply-to" | "from") =>
    message.recipients.filter((one) => one.kind === kind && !one.isOurs).map(mailbox);
  const isAll = mode === "reply-all";
  const [to, cc] = [others("to"), isAll ? others("cc") : []];
  // Nothing is sent without somebody in To.
  if (message.answersTo === null && to.length === 0) return withoutRepetition({ to: others("cc"), cc: [], bcc: [] });
  if (message.answersTo === null) return withoutRepetition({ to, cc, bcc: [] });
  const asked = [message.answersTo, ...others("from"), ...others("reply-to")];
  return withoutRepetition({ to: [...asked, ...(isAll ? to : [])], cc, bcc: [] });
}

/**
 * What is offered first: to answer all where a message went to others too. Not where the store stands in none of its fields, as the
 * others do not know that it has a copy; where a colleague or a list passed it on to them; where they are more than one mail can go to; or
 * where somebody `prefers` to answer who wrote.
 */
export function usualMode(message: Addressed, prefers: AnswerMode = "reply-all"): AnswerMode {
  const all = everybodyIn(recipientsOfAnswer(message, "reply-all")).length;
  const isWider = all > everybodyIn(recipientsOfAnswer(message, "reply")).length;
  const isOpen =
    message.passedOn === null && (message.answersTo === null || message.recipients.some(({ isOurs }) => isOurs));
  return prefers === "reply-all" && isOpen && isWider && all <= limits.recipientsPerMail ? "reply-all" : "reply";
}

/** The addresses that wrote or got a message: nobody else is shown its words. `author` is the address that it came from. */
export function whoHad(message: Addressed, author: string | null): Set<string> {
  const wrote = [author, message.answersTo?.email].filter((email) => email != null);
  return new Set([...wrote, ...message.recipients.map(({ email }) => email)]);
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
