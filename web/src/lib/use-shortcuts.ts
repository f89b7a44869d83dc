import { useLayoutEffect, useRef } from "react";
import { isPressed, type Shortcut } from "./shortcuts.ts";

const openPanel = "dialog[open]:not(:modal)";
export const textFields = "input, textarea, select, [contenteditable]";

/** The dialog that a key press belongs to: the one that has the focus, else what lies on top, be it modal or a panel. */
export function dialogOf({ target }: Event): Element | null {
  const focused = target instanceof Element ? target.closest("dialog") : null;
  return focused ?? [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.querySelector(openPanel);
}

/** Whether the page around can be reached from a dialog; null stands for the page itself. */
export function isPageBeside(dialog: Element | null): boolean {
  return dialog === null || dialog.matches(openPanel);
}

/** Whether a key press is text for a field. */
export function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || (target instanceof Element && target.closest(textFields) !== null);
}

/**
 * Listens for shortcuts for as long as it is mounted, wherever the focus is, and also when it is lost. `isOurs` says for
 * the dialog a key was pressed in, null for the page, whether the keys are meant for it; those without Ctrl or Cmd never are
 * while one types. What is absent or undefined is left to others.
 */
export function useShortcuts<Name extends string>(
  keys: Readonly<Record<Name, Pick<Shortcut, "key" | "mod">>>,
  isOurs: (dialog: Element | null) => boolean,
  actions: Partial<Record<Name, (() => void) | undefined>>,
): void {
  const latest = useRef({ keys, isOurs, actions });
  latest.current = { keys, isOurs, actions };

  // Before the browser paints, so that no key is missed of what is already to be seen.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const { keys, isOurs, actions } = latest.current;
      const name = (Object.keys(actions) as Name[]).find((each) => isPressed(event, keys[each]));
      const action = name && actions[name];
      if (!name || !action || (isTyping(event) && !keys[name].mod)) return;
      if (!isOurs(dialogOf(event))) return;
      event.preventDefault();
      action();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
