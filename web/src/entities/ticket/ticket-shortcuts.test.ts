import { expect, test } from "vitest";
import { isPressed, type KeyPress, shortcuts as pageShortcuts } from "../../lib/shortcuts.ts";
import { ticketShortcuts } from "./ticket-shortcuts.ts";

const shortcuts = { ...pageShortcuts, ...ticketShortcuts };

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test("a letter is pressed alone, or with caps lock, but not with Shift, Ctrl, Alt or Cmd", () => {
  expect(isPressed(press("r"), shortcuts.reply)).toBe(true);
  expect(isPressed(press("R"), shortcuts.reply)).toBe(true);
  for (const modifier of [{ shiftKey: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(isPressed(press("R", modifier), shortcuts.reply), JSON.stringify(modifier)).toBe(false);
  }
});

test("a sign may need Shift, as ? does on most keyboards", () => {
  expect(isPressed(press("?", { shiftKey: true }), shortcuts.sheet)).toBe(true);
});

test("Ctrl or Cmd has to be held for a shortcut with it", () => {
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(isPressed(press("k", modifier), shortcuts.search)).toBe(true);
    expect(isPressed(press("Enter", modifier), shortcuts.send)).toBe(true);
  }
  expect(isPressed(press("k"), shortcuts.search)).toBe(false);
  expect(isPressed(press("k", { ctrlKey: true }), shortcuts.previous)).toBe(false);
});

test.each([
  ["Russian", { key: "л", code: "KeyK", ctrlKey: true }, "search"],
  ["Russian, with caps lock", { key: "К", code: "KeyR" }, "reply"],
  ["Russian, with a sign of its own key", { key: "?", code: "Digit7", shiftKey: true }, "sheet"],
  ["Greek", { key: "σ", code: "KeyS" }, "status"],
  ["Hebrew", { key: "ר", code: "KeyR" }, "reply"],
  ["Arabic", { key: "؟", code: "Slash", shiftKey: true }, "sheet"],
  ["Dvorak, where the letter stands elsewhere", { key: "r", code: "KeyO" }, "reply"],
] as const)("on a %s keyboard", (_, { key, ...held }, name) => {
  expect(isPressed(press(key, held), shortcuts[name])).toBe(true);
});

test.each([
  ["the place of a letter on a keyboard that has Latin ones", { key: "o", code: "KeyR" }],
  ["a Latin letter of another language", { key: "ř", code: "KeyR" }],
  ["the place with Shift", { key: "К", code: "KeyR", shiftKey: true }],
])("%s is not that letter", (_, { key, ...held }) => {
  expect(isPressed(press(key, held), shortcuts.reply)).toBe(false);
});

test("no two keys of one scope are the same", () => {
  const all = Object.values(shortcuts).map(
    (shortcut) => `${shortcut.scope} ${"mod" in shortcut} ${"shift" in shortcut} ${shortcut.key}`,
  );
  expect(new Set(all).size).toBe(all.length);
});

test("the keys of a list do what is said of them in every list", () => {
  const ofLists = Object.values(ticketShortcuts).filter(({ scope }) => scope === "In a list");
  expect(ofLists.map(({ does }) => does)).toEqual(["Next entry", "Previous entry", "Open the entry"]);
});
