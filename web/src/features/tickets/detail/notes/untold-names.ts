import { findMentions } from "@deskhand/contract/desk/find-mentions";
import type { Colleague } from "@deskhand/contract/team";
import { wordsOf } from "../../../../entities/person/mailbox-words.ts";

/**
 * Which names of a note tell nobody, and why, a sentence each; nothing where it is not known yet who is on the team. While a name is
 * still typed, what is nobody's may become somebody's.
 */
export function untoldNames(text: string, colleagues: readonly Colleague[], ownId: string, isTyping = false): string[] {
  if (colleagues.length === 0) return [];
  const others = colleagues.filter(({ id, isActive }) => isActive && id !== ownId);
  return findMentions(text, colleagues, others).flatMap(({ name, people, isUnclear }) => {
    const written = `“@${asWritten(name, text)}” tells nobody`;
    if (isUnclear) return `${written}: ${wordsOf(people.map((one) => one.name))} are called so. Write the whole name.`;
    return isTyping || people.some(({ isActive }) => isActive) ? [] : `${written}: no active colleague is called so.`;
  });
}

/** A name that was found in a text in lower case, as it stands there. */
function asWritten(name: string, text: string): string {
  const plain = text.normalize("NFKC");
  const start = plain.toLowerCase().indexOf(`@${name}`) + 1;
  const written = plain.slice(start, start + name.length);
  return written.toLowerCase() === name ? written : name;
}
