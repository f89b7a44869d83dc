import { useEffect, useRef } from "react";
import { isPressed, type ShortcutName, shortcuts } from "./shortcuts.ts";

const TEXT_FIELDS = "input, textarea, select, [contenteditable]";

/** The dialog that a key press belongs to: the one that has the focus, or lies on top when nothing has it. */
export function dialogOf({ target }: Event): Element | null {
  const focused = target instanceof Element && target !== document.body ? target : null;
  if (focused !== null) return focused.closest("dialog");
  return [...document.querySelectorAll("dialog:modal")].at(-1) ?? null;
}

/** Whether a key press is text for a field. */
export function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || (target instanceof Element && target.closest(TEXT_FIELDS) !== null);
}

/**
 * Listens for shortcuts for as long as it is mounted, wherever the focus is, and also when it is lost. `isOurs` says for
 * the dialog a key was pressed in, null for the page, whether the keys are meant for it; those without Ctrl or Cmd never are
 * while one types. What is absent or undefined is left to others.
 */
export function useShortcuts(
  isOurs: (dialog: Element | null) => boolean,
  actions: Partial<Record<ShortcutName, (() => void) | undefined>>,
): void {
  const latest = useRef({ isOurs, actions });
  latest.current = { isOurs, actions };

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const names = Object.keys(latest.current.actions) as ShortcutName[];
      const name = names.find((each) => isPressed(event, shortcuts[each]));
      const action = name && latest.current.actions[name];
      if (!name || !action || (isTyping(event) && !("mod" in shortcuts[name]))) return;
      if (!latest.current.isOurs(dialogOf(event))) return;
      event.preventDefault();
      action();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
