import type { Message } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { IsKnown } from "../../../../entities/person/mailbox-words.ts";

/**
 * Who is not on each message of a thread that its ticket's customer is not on: they, and whoever is on the customer's conversation so
 * far. `isKnown` are the customer's addresses and colleagues.
 */
export function leftOutOf(messages: readonly Message[], customer: Mailbox, isKnown: IsKnown): Map<string, Mailbox[]> {
  const others = new Map<string, Mailbox>();
  const leftOut = new Map<string, Mailbox[]>();
  for (const message of messages) {
    const on = peopleOn(message);
    if (message.audience === "side") {
      const had = new Set(on.map(({ email }) => email));
      leftOut.set(message.id, [customer, ...[...others.values()].filter(({ email }) => !had.has(email))]);
    } else if (!message.isAutomatic) {
      for (const one of on) if (!isKnown(one.email) && !others.has(one.email)) others.set(one.email, one);
    }
  }
  return leftOut;
}

/** Who wrote a message or got it, but for the store. */
function peopleOn({ isFromCustomer, authorEmail, authorName, recipients }: Message): Mailbox[] {
  const named = recipients.filter(({ kind, isOurs }) => kind !== "reply-to" && !isOurs);
  const writes = isFromCustomer && authorEmail !== null;
  return writes ? [{ email: authorEmail.toLowerCase(), name: authorName }, ...named] : named;
}
