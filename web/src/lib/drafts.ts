import { useEffect, useRef, useState } from "react";

const PREFIX = "deskhand-draft";

/** The storage key of a user's unsent text, such as `draftKey(user.id, "reply", ticket.id)`. */
export function draftKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}:${userId}:${kind}:${id}`;
}

/** The unsent text kept under a key, or "". */
export function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    // Storage is switched off: drafts then last as long as the page.
    return "";
  }
}

/** Keeps an unsent text under a key; a blank one is forgotten. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or switched off: the text is still in the field.
  }
}

/** A text that survives closing, reloading and signing out until it is set to "". */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const [draft, setDraft] = useState({ key, text: readDraft(key) });
  const current = draft.key === key ? draft : { key, text: readDraft(key) };
  const latest = useRef(current.text);
  latest.current = current.text;

  // Another tab with the same ticket open writes the same draft; take its text unless something is being typed here.
  useEffect(() => {
    function follow(event: StorageEvent) {
      if (event.key === key && latest.current === (event.oldValue ?? "")) setDraft({ key, text: event.newValue ?? "" });
    }
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [key]);

  return [
    current.text,
    (text) => {
      writeDraft(key, text);
      setDraft({ key, text });
    },
  ];
}
