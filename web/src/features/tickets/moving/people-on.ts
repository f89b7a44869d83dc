import type { Message } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";

/** So many can be looked over. */
const OFFERED = 6;

/** Those outside the store who wrote messages, are answered by them or got them, each once, the first first; without some. */
export function peopleOn(messages: readonly Message[], isLeftOut: (email: string) => boolean): Mailbox[] {
  const found = new Map<string, Mailbox>();
  const named = messages.flatMap(({ isFromCustomer, authorEmail, authorName, answersTo, recipients }) => [
    ...(answersTo === null ? [] : [answersTo]),
    ...(isFromCustomer && authorEmail !== null ? [{ email: authorEmail, name: authorName }] : []),
    ...recipients.filter(({ isOurs }) => !isOurs),
  ]);
  for (const { email: written, name } of named) {
    const email = written.toLowerCase();
    const known = found.get(email);
    const called = name !== null && name.toLowerCase() !== email ? name : null;
    if (!isLeftOut(email) && !known?.name) found.set(email, { email, name: called });
  }
  return [...found.values()].slice(0, OFFERED);
}
