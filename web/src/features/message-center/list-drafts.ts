import { limits } from "@deskhand/contract/limits";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import { api } from "../../lib/api.ts";
import { draftKey, readDraft, readFields } from "../../lib/drafts.ts";

/** A reply of one's own that was not sent. */
export interface DraftRow {
  id: string;
  stage: "draft";
  ticketId: string;
  /** Null for a ticket that was deleted: its address still shows the text. */
  ticket: { ticketNumber: number; subject: string } | null;
  text: string;
  /** Why it came back; null for one that was never sent. */
  reason: string | null;
}

/**
 * Returns one's own drafts: replies that came back, which the server keeps until a composer takes them, and those that this browser
 * keeps. The newest tickets come first.
 */
export async function listDrafts(
  userId: string,
  search: string,
  signal: AbortSignal,
): Promise<{ items: DraftRow[]; nextCursor: null }> {
  const { items } = await api.keptReplies.list.call({}, { signal });
  const returned = items.flatMap(({ id, ticketId, content, returned }) =>
    returned === null ? [] : { id, ticketId, text: content, reason: returned.message },
  );
  const drafts = [...returned.toReversed(), ...draftsHere(userId)].slice(0, limits.draftsListed);
  const ids = [...new Set(drafts.map(({ ticketId }) => ticketId))];
  const found = ids.length === 0 ? { items: [] } : await api.messageCenter.draftTickets.call({ ids }, { signal });
  const tickets = new Map(found.items.map(({ id, ...ticket }) => [id, ticket]));
  const rows = drafts.map((draft) => ({
    ...draft,
    stage: "draft" as const,
    ticket: tickets.get(draft.ticketId) ?? null,
  }));
  const isWanted = isFoundBy(search);
  return {
    items: rows
      .filter(({ text, ticket }) => isWanted(`${ticket?.subject ?? ""} ${text}`))
      .sort((one, other) => (other.ticket?.ticketNumber ?? 0) - (one.ticket?.ticketNumber ?? 0)),
    nextCursor: null,
  };
}

/** Counts the drafts that this browser keeps. */
export function countDraftsHere(userId: string): number {
  return draftsHere(userId).length;
}

function draftsHere(userId: string) {
  const prefix = draftKey(userId, "reply", "");
  const keys = storedKeys().filter((key) => key.startsWith(prefix) && readDraft(key).trim() !== "");
  return keys.map((id) => {
    const ticketId = id.slice(prefix.length);
    const notSent = readFields(readDraft(draftKey(userId, "reply-not-sent", ticketId)), { message: "" });
    return { id, ticketId, text: readDraft(id), reason: notSent.message || null };
  });
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Storage is disabled: drafts last as long as their page.
    return [];
  }
}
