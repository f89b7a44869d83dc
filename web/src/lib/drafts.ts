import { useEffect, useRef, useState } from "react";

const PREFIX = "deskhand-draft";
/** What the storage would not take, because it is full or switched off: it lasts as long as the page. */
const unstored = new Map<string, string>();

/** The storage key of a user's unsent text, such as `draftKey(user.id, "reply", ticket.id)`. */
export function draftKey(userId: string, kind: string, id: string): string {
  return `${PREFIX}:${userId}:${kind}:${id}`;
}

/** The unsent text kept under a key, or "". */
export function readDraft(key: string): string {
  const text = unstored.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    // Storage is switched off, and nothing was written here.
    return "";
  }
}

/** Keeps an unsent text under a key; a blank one is forgotten. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    // A field that is left and come back to finds its text here.
    unstored.set(key, text);
  }
}

const REPLACED = "deskhand-draft-replaced";

/** Keeps another text under a key, which a field that shows it takes over, whatever was written in it. */
export function replaceDraft(key: string, text: string): void {
  writeDraft(key, text);
  reopenDraft(key);
}

/** Has a field that shows what is kept under a key take that over, as if nothing had been written in it. */
export function reopenDraft(key: string): void {
  dispatchEvent(new CustomEvent(REPLACED, { detail: key }));
}

/** Hears of drafts that another tab keeps, and of those that another text took the place of, once all of them are there. */
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

/** The fields that are kept as a text; those that an older version kept otherwise, or somebody else did, are blank. */
export function readFields<Fields extends object>(
  kept: string,
  blank: Fields,
  fits: (value: unknown, blank: unknown) => boolean = isAlike,
): Fields {
  const found = parseObject(kept);
  const known = Object.entries(blank).filter(([name, value]) => fits(found[name], value));
  return { ...blank, ...Object.fromEntries(known.map(([name]) => [name, found[name]])) };
}

const isAlike = (value: unknown, blank: unknown) =>
  typeof value === typeof blank && Array.isArray(value) === Array.isArray(blank);

function parseObject(kept: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(kept);
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    // Nothing was kept, or nothing of our making.
    return {};
  }
}

/** A field's unsent text. */
export interface Draft {
  key: string;
  text: string;
  /** Written in this tab: no other tab may change it any more. */
  isEdited: boolean;
}

/** The draft of a field that was not touched yet: what is kept. */
export function openDraft(key: string): Draft {
  return { key, text: readDraft(key), isEdited: false };
}

/** The draft after typing in this tab. Emptying the field forgets its own text, not what another tab has kept since. */
export function editDraft({ key, text: before }: Draft, text: string): Draft {
  if (text.trim() !== "" || readDraft(key) === before) writeDraft(key, text);
  return { key, text, isEdited: true };
}

/** The draft after another tab changed what is kept: an untouched field follows, an edited one stays as it is. */
export function followDraft(draft: Draft, kept: string | null): Draft {
  if (!draft.isEdited) return { ...draft, text: kept ?? "" };
  // The other tab has sent its text: this one, written over by it, is kept again.
  if (kept === null) writeDraft(draft.key, draft.text);
  return draft;
}

/**
 * A text that survives closing, reloading and signing out until it is set to "". `sync` shows what is kept now, unless
 * something was written here.
 */
export function useDraft(key: string): [text: string, setText: (text: string) => void, sync: () => void] {
  const [draft, setDraft] = useState(() => openDraft(key));
  const current = draft.key === key ? draft : openDraft(key);
  const latest = useRef(current);
  latest.current = current;

  // Another tab with the same ticket open keeps its text under the same key.
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
