import { useSyncExternalStore } from "react";

let message = "";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has a screen reader say `text` without moving the focus. */
export function announce(text: string): void {
  // A repeated sentence is only spoken again when the text differs: a no-break space makes it so.
  message = text === message ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** The live region that speaks `announce`d text; the page has one, and so has each dialog, as the page behind it is inert. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => message);
  return (
    <div aria-live="polite" aria-atomic className="sr-only">
      {text}
    </div>
  );
}
