import { type ReactNode, useSyncExternalStore } from "react";

export interface Toast {
  /** A toast with the id of one that is shown takes its place, and stays as long as a new one. */
  id: string;
  title: string;
  message?: string | undefined;
  icon?: ReactNode;
  /** What choosing it does; the toast closes with it. */
  onChoose?: (() => void) | undefined;
}

const MOST = 3;
let shown: readonly Toast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows something in a corner of the screen for a few seconds, without taking the focus; the oldest of three makes room. */
export function showToast(toast: Toast): void {
  const at = shown.findIndex(({ id }) => id === toast.id);
  change(at < 0 ? [...shown, toast].slice(-MOST) : shown.with(at, toast));
}

/** Closes a toast; one that is closed already stays so. */
export function closeToast(id: string): void {
  if (hasToast(id)) change(shown.filter((toast) => toast.id !== id));
}

/** Whether a toast is still shown. */
export function hasToast(id: string): boolean {
  return shown.some((toast) => toast.id === id);
}

/** The toasts that are shown, the newest last. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => shown);
}
