import { findMentions } from "@deskhand/contract/desk/find-mentions";
import type { Colleague } from "@deskhand/contract/team";
import { wordsOf } from "../../../../entities/person/mailbox-words.ts";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { useTeams } from "../../../../entities/person/use-teams.ts";
import { useSession } from "../../../../lib/session.ts";
import type { MentionableTeam } from "./find-mention.ts";

/** Warns before a note is saved about names that notify nobody (docs/product.md#mentions). */
export function UntoldNotice({ text, isTyping = false }: { text: string; isTyping?: boolean }) {
  const { user } = useSession();
  const { colleagues } = useColleagues();
  const { teams } = useTeams();
  return (
    <ul role="status" aria-label="Names that tell nobody" className="flex flex-col text-amber text-xs empty:hidden">
      {untoldNames(text, [...colleagues, ...teams.map(asMentioned)], user?.id ?? "", isTyping).map((sentence) => (
        <li key={sentence} dir="auto" className="break-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

/** Somebody, or a team, whose name a note may have. */
type Mentioned = Pick<Colleague, "id" | "name" | "isActive"> & { isTeam?: true };

/** A team without members tells nobody. */
function asMentioned({ id, name, memberIds }: MentionableTeam): Mentioned {
  return { id, name, isActive: memberIds.length > 0, isTeam: true };
}

/**
 * Returns a sentence for each name that notifies nobody, with the reason; none before the team is loaded. While a name
 * is still being typed, unknown names are not reported.
 */
export function untoldNames(text: string, all: readonly Mentioned[], ownId: string, isTyping = false): string[] {
  if (all.length === 0) return [];
  const others = all.filter(({ id, isActive, isTeam = false }) => isActive && !isTeam && id !== ownId);
  return findMentions(text, all, others).flatMap(({ name, people, isUnclear }) => {
    const written = `“@${asWritten(name, text)}” tells nobody`;
    if (isUnclear) return `${written}: ${wordsOf(people.map((one) => one.name))} are called so. Write the whole name.`;
    return isTyping || people.some(({ isActive }) => isActive) ? [] : `${written}: no active colleague is called so.`;
  });
}

/** Finds a lower-case name in the text and returns it as written. */
function asWritten(name: string, text: string): string {
  const plain = text.normalize("NFKC");
  const start = plain.toLowerCase().indexOf(`@${name}`) + 1;
  const written = plain.slice(start, start + name.length);
  return written.toLowerCase() === name ? written : name;
}
