import type { Message } from "@deskhand/contract/messages";
import type { RecipientKind } from "@deskhand/contract/vocabulary";
import { type IsKnown, namesByKind } from "../../../entities/person/mailbox-words.ts";

/** Those whom a mail was to go to, as a request says it. */
type Wanted = Partial<Record<RecipientKind, readonly { email: string }[] | undefined>>;

/** Whether a message of the store went to just those whom it was to go to, where it says so. */
export function wentTo({ recipients }: Pick<Message, "recipients">, wanted: Wanted | null | undefined): boolean {
  if (!wanted || recipients.length === 0) return true;
  const went = new Set(recipients.map(({ email }) => email));
  const all = [...(wanted.to ?? []), ...(wanted.cc ?? []), ...(wanted.bcc ?? [])];
  return all.length === went.size && all.every(({ email }) => went.has(email));
}

/** Those whom a message of the store went to, by name and kind. */
export function wentToWords({ recipients }: Pick<Message, "recipients">, isKnown: IsKnown): string {
  const of = (wanted: RecipientKind) => recipients.filter(({ kind }) => kind === wanted);
  return namesByKind({ to: of("to"), cc: of("cc"), bcc: of("bcc") }, isKnown);
}
