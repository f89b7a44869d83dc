import { useEffect, useRef, useState } from "react";

const PREFIX = "deskhand-draft";
/** Texts that storage refused because it is full or disabled; they last as long as the page. */
const unstored = new Map<string, string>();

/** Returns the storage key of a user's unsent text, such as `draftKey(user.id, "reply", ticket.id)`. */
export function draftKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}:${userId}:${kind}:${id}`;
}

/** Returns the unsent text under a key, or "". */
export function readDraft(key: string): string {
  const text = unstored.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    // Storage is disabled, and nothing was written in this page.
    return "";
  }
}

/** Stores an unsent text under a key; a blank one is deleted. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    // A field that is unmounted and mounted again finds its text here.
    unstored.set(key, text);
  }
}

const REPLACED = "deskhand-draft-replaced";

/** Replaces the text under a key; a field showing it adopts it even if edited. */
export function replaceDraft(key: string, text: string): void {
  writeDraft(key, text);
  reopenDraft(key);
}

/** Has a field showing a key adopt its stored text as if unedited. */
export function reopenDraft(key: string): void {
  dispatchEvent(new CustomEvent(REPLACED, { detail: key }));
}

/** Calls `listener` for drafts that another tab stored and for replaced ones, once all are written. */
export function subscribeDrafts(listener: () => void): () => void {
  const soon = () => queueMicrotask(listener);
  const follow = ({ key }: StorageEvent) => (key === null || key.startsWith(PREFIX)) && soon();
  addEventListener("storage", follow);
  addEventListener(REPLACED, soon);
  return () => {
    removeEventListener("storage", follow);
    removeEventListener(REPLACED, soon);
  };
}

/** Parses a text into fields; fields of another type, as of an older version, are blank. */
export function readFields<Fields extends object>(
  kept: string,
  blank: Fields,
  fits: (value: unknown, blank: unknown) => boolean = isAlike,
): Fields {
  const found = parseObject(kept);
  const matching = Object.entries(blank).filter(([name, value]) => fits(found[name], value));
  return { ...blank, ...Object.fromEntries(matching.map(([name]) => [name, found[name]])) };
}

const isAlike = (value: unknown, blank: unknown) =>
  typeof value === typeof blank && Array.isArray(value) === Array.isArray(blank);

function parseObject(kept: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(kept);
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    // Empty or foreign data.
    return {};
  }
}

/** A field's unsent text. */
export interface Draft {
  key: string;
  text: string;
  /** Edited in this tab, so that no other tab may change it. */
  isEdited: boolean;
}

/** Opens the stored draft of an untouched field. */
export function openDraft(key: string): Draft {
  return { key, text: readDraft(key), isEdited: false };
}

/**
 * Applies typing in this tab. Emptying the field deletes its own text, but not one that another tab has stored since.
 */
export function editDraft({ key, text: before }: Draft, text: string): Draft {
  if (text.trim() !== "" || readDraft(key) === before) writeDraft(key, text);
  return { key, text, isEdited: true };
}

/** Applies a change by another tab: an untouched field follows, an edited one stays. */
export function followDraft(draft: Draft, kept: string | null): Draft {
  if (!draft.isEdited) return { ...draft, text: kept ?? "" };
  // The other tab has sent its text, which had overwritten this one: store this again.
  if (kept === null) writeDraft(draft.key, draft.text);
  return draft;
}

/**
 * A text that survives closing, reloading and signing out until set to "". `sync` adopts the stored text unless this
 * one was edited.
 */
export function useDraft(key: string): [text: string, setText: (text: string) => void, sync: () => void] {
  const [draft, setDraft] = useState(() => openDraft(key));
  const current = draft.key === key ? draft : openDraft(key);
  const latest = useRef(current);
  latest.current = current;

  // Another tab with the same ticket uses the same key.
  useEffect(() => {
    function follow(event: StorageEvent) {
      if (event.key === key) setDraft(followDraft(latest.current, event.newValue));
    }
    const takeOver = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === key) setDraft(openDraft(key));
    };
    addEventListener("storage", follow);
    addEventListener(REPLACED, takeOver);
    return () => {
      removeEventListener("storage", follow);
      removeEventListener(REPLACED, takeOver);
    };
  }, [key]);

  return [
    current.text,
    (text) => {
      latest.current = editDraft(latest.current, text);
      setDraft(latest.current);
    },
    () => {
      if (!latest.current.isEdited) setDraft(openDraft(key));
    },
  ];
}
