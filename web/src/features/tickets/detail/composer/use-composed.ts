import { useEffect, useRef } from "react";
import { draftKey, readDraft, reopenDraft, useDraft, writeDraft } from "../../../../lib/drafts.ts";
import { newKey } from "../../../../lib/new-key.ts";
import { useSession } from "../../../../lib/session.ts";

/** What is kept as seen of a thread that was empty. */
export const NOTHING_SEEN = "none";

/**
 * Something being written to a ticket: its text, its idempotency key and what had been seen when it was begun, all kept in
 * this browser until the server has responded. `newestShown` returns the newest message on the screen.
 */
export function useComposed(kind: "reply" | "note", ticketId: string, newestShown: () => string | null) {
  const userId = useSession().user?.id ?? "";
  const at = (part: string) => draftKey(userId, part, ticketId);
  const [textAt, keyAt, seenAt] = [at(kind), at(`${kind}-key`), at(`${kind}-seen`)];
  const [text, setDraft, sync] = useDraft(textAt);
  // What another tab has written over in the storage, or where storage is switched off, lasts as long as the dialog.
  const memory = useRef({ key: "", seen: "" });
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
  });

  /** Key and storage belong to the text that is kept there, which may be another tab's. */
  const isKept = () => readDraft(textAt) === text;

  function keepSeen(id: string | null) {
    memory.current.seen = id ?? NOTHING_SEEN;
    if (isKept()) writeDraft(seenAt, memory.current.seen);
  }

  function renewKey() {
    memory.current.key = "";
    if (isKept()) writeDraft(keyAt, "");
  }

  function leave() {
    isLeft.current = true;
    forgetStart();
    setDraft("");
  }

  function forgetStart() {
    renewKey();
    memory.current.seen = "";
    if (isKept()) writeDraft(seenAt, "");
  }

  return {
    text,
    setText(next: string) {
      const wasBlank = text.trim() === "";
      const isBlank = next.trim() === "";
      if (isBlank && !wasBlank) forgetStart();
      if (wasBlank && !isBlank) keepSeen(newestShown());
      // Another tab may write over what is kept: where this writing began must outlast that.
      if (isKept()) memory.current.seen ||= readDraft(seenAt);
      else if (!isBlank) {
        writeDraft(keyAt, memory.current.key);
        writeDraft(seenAt, memory.current.seen);
      }
      setDraft(next);
    },
    /** The idempotency key of what is being written, the same until the server has responded, also after a reload. */
    key() {
      memory.current.key = (isKept() && readDraft(keyAt)) || memory.current.key || newKey();
      if (isKept()) writeDraft(keyAt, memory.current.key);
      return memory.current.key;
    },
    /** The last message shown when the writing began: an id, or null for an empty thread. */
    seen() {
      const kept = (isKept() && readDraft(seenAt)) || memory.current.seen;
      if (kept === "") return newestShown();
      return kept === NOTHING_SEEN ? null : kept;
    },
    /** Moves on what was seen: the writer looked at what came meanwhile. */
    acknowledge: keepSeen,
    /** Whether it was forgotten and is only still drawn: a second press may come before the empty field. */
    isLeft: () => isLeft.current,
    /** Forgets text, key and what was seen; what another tab wrote since stays. */
    forget: leave,
    /** Forgets them as something that was not begun: where it comes back, in this tab or another, the field shows it. */
    handOver() {
      leave();
      reopenDraft(textAt);
    },
    /** Forgets the key alone, when a text goes on after its key was used. */
    renewKey,
    /** Takes over what the storage holds, unless something was written here. */
    sync,
  };
}
