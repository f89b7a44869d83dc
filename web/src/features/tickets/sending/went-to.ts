import type { Message } from "@deskhand/contract/messages";
import type { RecipientKind } from "@deskhand/contract/vocabulary";

/** Those whom a mail was to go to, as a request says it. */
type Wanted = Partial<Record<RecipientKind, readonly { email: string }[] | undefined>>;

/** Whether a message of the store went to just those whom it was to go to, where it says so. */
export function wentTo({ recipients }: Pick<Message, "recipients">, wanted: Wanted | null | undefined): boolean {
  if (!wanted || recipients.length === 0) return true;
  const went = new Set(recipients.map(({ email }) => email));
  const all = [...(wanted.to ?? []), ...(wanted.cc ?? []), ...(wanted.bcc ?? [])];
  return all.length === went.size && all.every(({ email }) => went.has(email));
}
