import type { ReactNode } from "react";
import { sharedValue } from "../shared-value.ts";

export interface Toast {
  /** A toast with the id of one that is shown takes its place, and stays as long as a new one. */
  id: string;
  title: string;
  message?: string | undefined;
  icon?: ReactNode;
  /** What choosing it does; the toast closes with it. */
  onChoose?: (() => void) | undefined;
  /** It was closed here, by hand or by choosing it. */
  onDismiss?: (() => void) | undefined;
  /** What can be done, below the words. */
  actions?: ReactNode;
  /** Stays until it is closed, however many others come. */
  stays?: boolean;
  /** Nobody but who showed it can close it. */
  isFixed?: boolean;
}

const MOST = 3;
/** The toasts that are shown, the newest last. */
const shown = sharedValue<readonly Toast[]>([]);
export const useToasts = shown.use;

/** Shows something in a corner of the screen for a few seconds, without taking the focus; the oldest of three makes room. */
export function showToast(toast: Toast): void {
  const at = shown.get().findIndex(({ id }) => id === toast.id);
  const all = at < 0 ? [...shown.get(), toast] : shown.get().with(at, toast);
  const passing = all.filter(({ stays }) => !stays).slice(-MOST);
  shown.set(all.filter((each) => each.stays || passing.includes(each)));
}

/** Closes a toast; one that is closed already stays so. */
export function closeToast(id: string): void {
  if (hasToast(id)) shown.set(shown.get().filter((toast) => toast.id !== id));
}

/** Whether a toast is still shown. */
export function hasToast(id: string): boolean {
  return shown.get().some((toast) => toast.id === id);
}
