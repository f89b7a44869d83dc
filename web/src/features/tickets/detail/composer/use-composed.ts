import { useEffect, useRef } from "react";
import { draftKey, readDraft, reopenDraft, useDraft, writeDraft } from "../../../../lib/drafts.ts";
import { newKey } from "../../../../lib/new-key.ts";
import { useSession } from "../../../../lib/session.ts";

/** Stored when the thread was empty at the start of the writing. */
export const NOTHING_SEEN = "none";

/**
 * Keeps a reply or note in this browser until the server has responded: its text, its idempotency key, and the last
 * message seen when it was begun. `newestShown` returns the newest message on the screen.
 */
export function useComposed(kind: "reply" | "note", ticketId: string, newestShown: () => string | null) {
  const userId = useSession().user?.id ?? "";
  const at = (part: string) => draftKey(userId, part, ticketId);
  const [textAt, keyAt, seenAt] = [at(kind), at(`${kind}-key`), at(`${kind}-seen`)];
  const [text, setDraft, sync] = useDraft(textAt);
  // Covers what another tab overwrites in storage, and lasts as long as the dialog where storage is disabled.
  const memory = useRef({ key: "", seen: "" });
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
  });

  /** Stored key and position belong to the stored text, which may be another tab's. */
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
      // Another tab may overwrite the storage, so the starting point is also kept in memory.
      if (isKept()) memory.current.seen ||= readDraft(seenAt);
      else if (!isBlank) {
        writeDraft(keyAt, memory.current.key);
        writeDraft(seenAt, memory.current.seen);
      }
      setDraft(next);
    },
    /** Returns the idempotency key, which stays the same until the server has responded, even after a reload. */
    key() {
      memory.current.key = (isKept() && readDraft(keyAt)) || memory.current.key || newKey();
      if (isKept()) writeDraft(keyAt, memory.current.key);
      return memory.current.key;
    },
    /** Returns the last message shown when the writing began: an id, or null for an empty thread. */
    seen() {
      const storedId = (isKept() && readDraft(seenAt)) || memory.current.seen;
      if (storedId === "") return newestShown();
      return storedId === NOTHING_SEEN ? null : storedId;
    },
    /** Advances the seen position after the writer looked at new messages. */
    acknowledge: keepSeen,
    /** Whether the text was forgotten but is still drawn: a second press may come before the field is empty. */
    isLeft: () => isLeft.current,
    /** Forgets text, key and position, but keeps what another tab has written since. */
    forget: leave,
    /** Forgets the text as if it had never been begun, so that the field shows it when it comes back, in any tab. */
    handOver() {
      leave();
      reopenDraft(textAt);
    },
    /** Replaces only the key, for a text that continues after its key was used. */
    renewKey,
    /** Adopts the stored text, unless this one was edited. */
    sync,
  };
}
