import type { ReactNode } from "react";
import { sharedValue } from "../shared-value.ts";

export interface Toast {
  /** A toast with the same id as a shown one takes its place, and stays as long as a new one. */
  id: string;
  title: string;
  message?: string | undefined;
  icon?: ReactNode;
  /** Runs when the toast is chosen, which also closes it. */
  onChoose?: (() => void) | undefined;
  /** Runs when the toast is closed here, by hand or by choosing it. */
  onDismiss?: (() => void) | undefined;
  /** Buttons below the words. */
  actions?: ReactNode;
  /** Keeps it until it is closed, no matter how many others come. */
  stays?: boolean;
  /** Lets only its owner close it. */
  isFixed?: boolean;
}

const MAX_TOASTS = 3;
/** The shown toasts, newest last. */
const toasts = sharedValue<readonly Toast[]>([]);
export const useToasts = toasts.use;

/** Shows a toast in a corner for a few seconds, without taking the focus; the oldest of three makes room. */
export function showToast(toast: Toast): void {
  const at = toasts.get().findIndex(({ id }) => id === toast.id);
  const all = at < 0 ? [...toasts.get(), toast] : toasts.get().with(at, toast);
  const passing = all.filter(({ stays }) => !stays).slice(-MAX_TOASTS);
  toasts.set(all.filter((each) => each.stays || passing.includes(each)));
}

/** Closes a toast; does nothing if it is already closed. */
export function closeToast(id: string): void {
  if (hasToast(id)) toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Whether a toast is still shown. */
export function hasToast(id: string): boolean {
  return toasts.get().some((toast) => toast.id === id);
}
