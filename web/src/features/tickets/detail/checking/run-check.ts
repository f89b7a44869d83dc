import { checkReply, type Sent } from "@deskhand/contract/checking/check-reply";
import { type KnownFacts, readFacts } from "@deskhand/contract/checking/context";
import type { ReplyFacts } from "@deskhand/contract/checking/facts";
import type { Finding } from "@deskhand/contract/checking/finding";

const read = new WeakMap<ReplyFacts, KnownFacts>();

/** Compares a text with facts, which are read only once. */
export function runCheck(facts: ReplyFacts, text: string, sent: Sent): Finding[] {
  const known = read.get(facts) ?? readFacts(facts);
  read.set(facts, known);
  return checkReply(text, known, sent);
}
