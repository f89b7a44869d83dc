import { useLayoutEffect, useRef } from "react";

/** Where a key does something, as the sheet groups them. */
export type ShortcutScope = "Anywhere" | "In a list" | "In the list of tickets" | "In a ticket";

/** One key and what it does. With `mod` it is pressed together with Ctrl, on a Mac with Cmd; with `shift` also with Shift. */
export interface Shortcut {
  scope: ShortcutScope;
  key: string;
  mod?: true;
  shift?: true;
  does: string;
}

/** The keys of the page: the handlers listen for them, and the sheet shows them. */
export const shortcuts = {
  search: { scope: "Anywhere", key: "k", mod: true, does: "Search and commands" },
  searchPlain: { scope: "Anywhere", key: "/", does: "Search and commands" },
  newTicket: { scope: "Anywhere", key: "c", does: "New ticket" },
  sheet: { scope: "Anywhere", key: "?", does: "Show the keyboard shortcuts" },
  close: { scope: "Anywhere", key: "Escape", does: "Close what is on top" },
} as const satisfies Record<string, Shortcut>;

/** The keys that lead through the rows of any list, and that which lets in what waits while it keeps still. */
export const rowKeys = { next: { key: "j" }, previous: { key: "k" }, show: { key: "u" } } as const;

/** What of a key press counts; React's events and the browser's both have it. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * The key of a press: what it writes; where that is no Latin letter or sign, as on a Greek or Hebrew keyboard, what the key in this place
 * writes on an English one.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyPress, "key" | "code" | "shiftKey">): string {
  if (key.length > 1 || /[\p{Script=Latin}\p{ASCII}]/u.test(key)) return key;
  if (code === "Slash") return shiftKey ? "?" : "/";
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** Whether a key press is that of a shortcut. Capital letters typed with caps lock count, those with Shift do not. */
export function isPressed(press: KeyPress, { key, mod, shift }: Pick<Shortcut, "key" | "mod" | "shift">): boolean {
  if (shift && !press.shiftKey) return false;
  if (press.altKey || (press.ctrlKey || press.metaKey) !== (mod === true)) return false;
  const pressed = keyOf(press);
  return pressed === key || (!press.shiftKey && pressed.length === 1 && pressed.toLowerCase() === key);
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = { Escape: "Esc", Enter: "Enter" };

/** The keys of a shortcut as they stand on the keyboard: "Ctrl" and "K". */
export function keyNames({ key, mod, shift }: Pick<Shortcut, "key" | "mod" | "shift">): string[] {
  const name = names[key] ?? key.toUpperCase();
  return [...(mod ? [isMac() ? "⌘" : "Ctrl"] : []), ...(shift ? ["Shift"] : []), name];
}

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
