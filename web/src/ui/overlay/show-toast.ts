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
}

const MOST = 3;
/** The toasts that are shown, the newest last. */
const shown = sharedValue<readonly Toast[]>([]);
export const useToasts = shown.use;

/** Shows something in a corner of the screen for a few seconds, without taking the focus; the oldest of three makes room. */
export function showToast(toast: Toast): void {
  const at = shown.get().findIndex(({ id }) => id === toast.id);
  shown.set(at < 0 ? [...shown.get(), toast].slice(-MOST) : shown.get().with(at, toast));
}

/** Closes a toast; one that is closed already stays so. */
export function closeToast(id: string): void {
  if (hasToast(id)) shown.set(shown.get().filter((toast) => toast.id !== id));
}

/** Whether a toast is still shown. */
export function hasToast(id: string): boolean {
  return shown.get().some((toast) => toast.id === id);
}
