import type { KeyboardEvent } from "react";

const TEXT_FIELDS = "input, textarea, select, [contenteditable]";

/**
 * Calls the action of a pressed key, such as `r` for reply. Not while something is written, not with Ctrl, Alt or Cmd,
 * and not for keys pressed in a dialog above: React passes those on to the one that rendered it.
 */
export function pressKey(event: KeyboardEvent<HTMLElement>, actions: Partial<Record<string, () => void>>): void {
  const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event;
  const action = actions[key];
  if (action === undefined || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
  if (target.closest(TEXT_FIELDS) !== null || target.closest("dialog") !== currentTarget.closest("dialog")) return;
  event.preventDefault();
  action();
}
