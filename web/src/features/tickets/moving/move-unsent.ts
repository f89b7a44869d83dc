import { draftKey, readDraft, writeDraft } from "../../../lib/drafts.ts";
import { isToTheSame, readKeptRecipients } from "../recipients/kept-recipients.ts";

const kinds = ["reply", "note", "status-note", "tracking-note"] as const;
/** Stored beside an unsent reply. */
const lists = ["reply-files", "reply-resources"] as const;
/** Bound to one text: its key, the seen position, the recipients and the macro. */
const marked = ["reply", "note"] as const;

/**
 * Moves a user's unsent texts to the ticket that theirs was merged into, after any texts there. Returns whether there
 * were any. The server moves the waiting files. A reply stays if one to other people was begun there, so that nobody
 * gets what was meant for others.
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
      : (["key", "seen", "recipients", "macro"] as const).map((mark) => [kind, `${kind}-${mark}`] as const),
  )) {
    // A text already there keeps its own key: this key would find another reply.
    if (!isThere.has(kind)) writeDraft(at(mark, to), readDraft(at(mark, from)));
    writeDraft(at(mark, from), "");
  }
  return moved.length > 0 || hasFiles;
}

/**
 * Whether two replies have the same recipients. If only one of them stores any, as older versions did not, they differ.
 */
function isSame(one: string, other: string): boolean {
  const [these, those] = [readKeptRecipients(readDraft(one)), readKeptRecipients(readDraft(other))];
  return these === null || those === null ? these === those : isToTheSame(these, those);
}

function isText(key: string): boolean {
  return readDraft(key).trim() !== "";
}

/** Joins two JSON lists; anything else counts as empty. */
function joined(one: string, other: string): string {
  const all = new Map([...listIn(one), ...listIn(other)].map((item) => [JSON.stringify(item), item]));
  return all.size === 0 ? "" : JSON.stringify([...all.values()]);
}

function listIn(kept: string): unknown[] {
  try {
    const list: unknown = JSON.parse(kept || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    // Foreign data.
    return [];
  }
}
