import { useSyncExternalStore } from "react";

/** The modal dialogs that are open, the top one last. */
let open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function change(next: HTMLDialogElement[]) {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a modal dialog is open, until the returned function is called. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  change([...open, dialog]);
  return () => change(open.filter((each) => each !== dialog));
}

/** The modal dialog on top, outside of which nothing can be reached; null when there is none. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? null);
}
