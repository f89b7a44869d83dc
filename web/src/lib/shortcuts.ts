import { useLayoutEffect, useRef } from "react";

/** Where a shortcut works, as the sheet groups them. */
export type ShortcutScope = "Anywhere" | "In a list" | "In the list of tickets" | "In a ticket";

/** A shortcut. `mod` requires Ctrl, on a Mac Cmd; `shift` requires Shift. */
export interface Shortcut {
  scope: ShortcutScope;
  key: string;
  mod?: true;
  shift?: true;
  does: string;
}

/** The page's shortcuts, for their handlers and the sheet. */
export const shortcuts = {
  search: { scope: "Anywhere", key: "k", mod: true, does: "Search and commands" },
  searchPlain: { scope: "Anywhere", key: "/", does: "Search and commands" },
  newTicket: { scope: "Anywhere", key: "c", does: "New ticket" },
  sheet: { scope: "Anywhere", key: "?", does: "Show the keyboard shortcuts" },
  close: { scope: "Anywhere", key: "Escape", does: "Close what is on top" },
} as const satisfies Record<string, Shortcut>;

/** Pressed before a section's letter. */
export const goKey = "g";

/** The keys for the next and previous row of any list, and for showing pending changes. */
export const rowKeys = { next: { key: "j" }, previous: { key: "k" }, show: { key: "u" } } as const;

/** The parts of a key press that count, in React's and the browser's events. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Returns the key of a press: its character, or for a non-Latin layout such as Greek or Hebrew the one at this position
 * on an English keyboard.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyPress, "key" | "code" | "shiftKey">): string {
  if (key.length > 1 || /[\p{Script=Latin}\p{ASCII}]/u.test(key)) return key;
  if (code === "Slash") return shiftKey ? "?" : "/";
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** Whether a press matches a shortcut. Capitals from caps lock count, those from Shift do not. */
export function isPressed(press: KeyPress, { key, mod, shift }: Pick<Shortcut, "key" | "mod" | "shift">): boolean {
  if (shift && !press.shiftKey) return false;
  if (press.altKey || (press.ctrlKey || press.metaKey) !== (mod === true)) return false;
  const pressed = keyOf(press);
  return pressed === key || (!press.shiftKey && pressed.length === 1 && pressed.toLowerCase() === key);
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = { Escape: "Esc", Enter: "Enter" };

/** Returns the keys as labelled on the keyboard: "Ctrl" and "K". */
export function keyNames({ key, mod, shift }: Pick<Shortcut, "key" | "mod" | "shift">): string[] {
  const name = names[key] ?? key.toUpperCase();
  return [...(mod ? [isMac() ? "⌘" : "Ctrl"] : []), ...(shift ? ["Shift"] : []), name];
}

const openPanel = "dialog[open]:not(:modal)";
export const textFields = "input, textarea, select, [contenteditable]";

/** Returns the dialog that a key press belongs to: the focused one, else the topmost, modal or not. */
export function dialogOf({ target }: Event): Element | null {
  const focused = target instanceof Element ? target.closest("dialog") : null;
  return focused ?? [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.querySelector(openPanel);
}

/** Whether the page beside a dialog can be reached; null is the page itself. */
export function isPageBeside(dialog: Element | null): boolean {
  return dialog === null || dialog.matches(openPanel);
}

/** Whether a key press is text for a field. */
export function isTyping({ target, isComposing }: KeyboardEvent): boolean {
  return isComposing || (target instanceof Element && target.closest(textFields) !== null);
}

/**
 * Handles shortcuts while mounted, wherever the focus is. `isOurs` decides by the dialog of the press (null for the
 * page) whether they apply; those without Ctrl or Cmd never apply while typing. Handlers that are undefined leave the
 * key to others.
 */
export function useShortcuts<Name extends string>(
  keys: Readonly<Record<Name, Pick<Shortcut, "key" | "mod">>>,
  isOurs: (dialog: Element | null) => boolean,
  actions: Partial<Record<Name, (() => void) | undefined>>,
): void {
  const latest = useRef({ keys, isOurs, actions });
  latest.current = { keys, isOurs, actions };

  // Before the first paint, so that no key is missed on a visible page.
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
