/** Where a key does something, as the sheet groups them. */
export type ShortcutPlace = "Anywhere" | "In a list" | "In a ticket";

/** One key and what it does. With `mod` it is pressed together with Ctrl, on a Mac with Cmd. */
export interface Shortcut {
  place: ShortcutPlace;
  key: string;
  mod?: true;
  does: string;
}

/** Every key of the product but those that lead to a tab: the handlers listen for them, and the sheet shows them. */
export const shortcuts = {
  search: { place: "Anywhere", key: "k", mod: true, does: "Search and commands" },
  searchPlain: { place: "Anywhere", key: "/", does: "Search and commands" },
  sheet: { place: "Anywhere", key: "?", does: "Show the keyboard shortcuts" },
  close: { place: "Anywhere", key: "Escape", does: "Close what is on top" },
  next: { place: "In a list", key: "j", does: "Next ticket" },
  previous: { place: "In a list", key: "k", does: "Previous ticket" },
  open: { place: "In a list", key: "Enter", does: "Open the ticket" },
  reply: { place: "In a ticket", key: "r", does: "Write a reply" },
  note: { place: "In a ticket", key: "n", does: "Write an internal note" },
  status: { place: "In a ticket", key: "s", does: "Update the status" },
  cannedResponse: { place: "In a ticket", key: "/", does: "Pick a canned response, in an empty reply" },
  send: { place: "In a ticket", key: "Enter", mod: true, does: "Send the reply or add the note" },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof shortcuts;

/** What of a key press counts; React's events and the browser's both have it. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Whether a key press is that of a shortcut. Capital letters typed with caps lock count, those with Shift do not. */
export function isPressed(press: KeyPress, { key, mod }: Pick<Shortcut, "key" | "mod">): boolean {
  if (press.altKey || (press.ctrlKey || press.metaKey) !== (mod === true)) return false;
  return press.key === key || (!press.shiftKey && press.key.length === 1 && press.key.toLowerCase() === key);
}

/** Whether a key press means "send": Ctrl+Enter, or Cmd+Enter on a Mac; never while a word is being composed. */
export function isSendKey(event: KeyPress & { nativeEvent: { isComposing: boolean } }): boolean {
  return isPressed(event, shortcuts.send) && !event.nativeEvent.isComposing;
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);
const names: Record<string, string> = { Escape: "Esc", Enter: "Enter" };

/** The keys of a shortcut as they stand on the keyboard: "Ctrl" and "K". */
export function keyNames({ key, mod }: Pick<Shortcut, "key" | "mod">): string[] {
  const name = names[key] ?? key.toUpperCase();
  return mod ? [isMac() ? "⌘" : "Ctrl", name] : [name];
}
