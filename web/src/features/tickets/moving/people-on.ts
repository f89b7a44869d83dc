import type { Message } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";

/** How many people are offered. */
const OFFERED = 6;

/**
 * Returns the distinct people outside the store on these messages (authors, reply addresses, recipients), in order of
 * appearance, without those left out.
 */
export function peopleOn(messages: readonly Message[], isLeftOut: (email: string) => boolean): Mailbox[] {
  const found = new Map<string, Mailbox>();
  const named = messages.flatMap(({ isFromCustomer, authorEmail, authorName, answersTo, recipients }) => [
    ...(answersTo === null ? [] : [answersTo]),
    ...(isFromCustomer && authorEmail !== null ? [{ email: authorEmail, name: authorName }] : []),
    ...recipients.filter(({ isOurs }) => !isOurs),
  ]);
  for (const { email: written, name } of named) {
    const email = written.toLowerCase();
    const earlier = found.get(email);
    const called = name !== null && name.toLowerCase() !== email ? name : null;
    if (!isLeftOut(email) && !earlier?.name) found.set(email, { email, name: called });
  }
  return [...found.values()].slice(0, OFFERED);
}
