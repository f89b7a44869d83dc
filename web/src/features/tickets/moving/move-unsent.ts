import { draftKey, readDraft, writeDraft } from "../../../lib/drafts.ts";
import { isToTheSame, readKeptRecipients } from "../recipients/kept-recipients.ts";

const kinds = ["reply", "note", "status-note", "tracking-note"] as const;
/** What is kept beside an unsent reply. */
const lists = ["reply-files", "reply-resources"] as const;
/** What belongs to one text alone: its key, what had been seen when it was begun, and whom it goes to. */
const marked = ["reply", "note"] as const;

/**
 * Moves what somebody wrote to a ticket and did not send to the one that it was merged into, after what they have there already;
 * returns whether there was something. The files that wait to go with it are there on the server. A reply stays where another one to other
 * people was begun there: nobody gets what was meant for them alone.
 */
export function moveUnsent(userId: string, from: string, to: string): boolean {
  const at = (kind: string, ticketId: string) => draftKey(userId, kind, ticketId);
  const isThere = new Set(marked.filter((kind) => isText(at(kind, to))));
  const stays =
    isThere.has("reply") &&
    isText(at("reply", from)) &&
    !isSame(at("reply-recipients", from), at("reply-recipients", to));
  const hasFiles = !stays && lists.some((list) => readDraft(at(list, from)) !== "");
  const moved = kinds.filter((kind) => isText(at(kind, from)) && !(stays && kind === "reply"));
  for (const kind of moved) {
    const there = readDraft(at(kind, to));
    writeDraft(
      at(kind, to),
      isText(at(kind, to)) ? `${there}\n\n${readDraft(at(kind, from))}` : readDraft(at(kind, from)),
    );
    writeDraft(at(kind, from), "");
  }
  if (readDraft(at("forward", to)) === "") writeDraft(at("forward", to), readDraft(at("forward", from)));
  writeDraft(at("forward", from), "");
  for (const list of stays ? [] : lists) {
    writeDraft(at(list, to), joined(readDraft(at(list, to)), readDraft(at(list, from))));
    writeDraft(at(list, from), "");
  }
  for (const [kind, mark] of marked.flatMap((kind) =>
    stays && kind === "reply"
      ? []
      : [[kind, `${kind}-key`] as const, [kind, `${kind}-seen`] as const, [kind, `${kind}-recipients`] as const],
  )) {
    // With a text that was there already its own stays: the key of another text would find another reply.
    if (!isThere.has(kind)) writeDraft(at(mark, to), readDraft(at(mark, from)));
    writeDraft(at(mark, from), "");
  }
  return moved.length > 0 || hasFiles;
}

/** Whether two replies go to the same people; where only one of them says to whom, as older versions did not, they do not. */
function isSame(one: string, other: string): boolean {
  const [these, those] = [readKeptRecipients(readDraft(one)), readKeptRecipients(readDraft(other))];
  return these === null || those === null ? these === those : isToTheSame(these, those);
}

function isText(key: string): boolean {
  return readDraft(key).trim() !== "";
}

/** Two lists as JSON in one; what is no list is left out. */
function joined(one: string, other: string): string {
  const all = new Map([...listIn(one), ...listIn(other)].map((item) => [JSON.stringify(item), item]));
  return all.size === 0 ? "" : JSON.stringify([...all.values()]);
}

function listIn(kept: string): unknown[] {
  try {
    const list: unknown = JSON.parse(kept || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    // Nothing of our making.
    return [];
  }
}
