import { checkReply, type Sent } from "@deskhand/contract/checking/check-reply";
import { type KnownFacts, readFacts } from "@deskhand/contract/checking/context";
import type { ReplyFacts } from "@deskhand/contract/checking/facts";
import type { Finding } from "@deskhand/contract/checking/finding";
import { has, readReply } from "@deskhand/contract/checking/read-reply";

const read = new WeakMap<ReplyFacts, KnownFacts>();

/** Compares a text with facts, which are read only once. */
export function runCheck(facts: ReplyFacts, text: string, sent: Sent): Finding[] {
  const known = read.get(facts) ?? readFacts(facts);
  read.set(facts, known);
  return checkReply(text, known, sent);
}

/**
 * Prepares the patterns of the thread's language in small steps, so that the first pause in the typing does not wait for all of them: a
 * browser compiles each when it is first used.
 */
export function* warmUp(facts: ReplyFacts): Generator<void> {
  const text = facts.thread.findLast(({ isOurs }) => isOurs)?.text ?? facts.thread.at(-1)?.text ?? "";
  const { words } = readReply(text);
  yield;
  for (const pattern of patternsIn(words)) {
    has(pattern, text);
    yield;
  }
  runCheck(facts, text, { files: [], names: [], today: null });
}

function patternsIn(words: unknown): RegExp[] {
  if (words instanceof RegExp) return [words];
  return typeof words === "object" && words !== null ? Object.values(words).flatMap(patternsIn) : [];
}
