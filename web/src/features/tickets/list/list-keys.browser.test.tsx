import { useEffect } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { lastPress, watchLastPress } from "../../../ui/form/last-press.ts";
import { playEarlyKey } from "./list-keys.ts";

watchLastPress();

const keys = { one: { key: "r" }, two: { key: "j" } } as const;

function Late({ heard }: { heard: string[] }) {
  useShortcuts(keys, () => true, { one: () => heard.push("r"), two: () => heard.push("j") });
  useEffect(playEarlyKey, []);
  return null;
}

/** Returns the keys heard by a handler that registers this long after the last press. */
async function comesLate(ms = 1_900): Promise<string[]> {
  const clock = vi.spyOn(performance, "now").mockReturnValue((lastPress()?.timeStamp ?? 0) + ms);
  const heard: string[] = [];
  const screen = await render(<Late heard={heard} />);
  // The handler's turn came before this one.
  await new Promise((resolve) => setTimeout(resolve));
  await screen.unmount();
  clock.mockRestore();
  return heard;
}

test("replays the last key pressed before its handler existed, once", async () => {
  await userEvent.keyboard("jr");
  expect(await comesLate()).toEqual(["r"]);
  expect(await comesLate()).toEqual([]);
});

test("does not replay a key that was handled or is older than two seconds", async () => {
  const preventDefault = (event: Event) => event.preventDefault();
  document.addEventListener("keydown", preventDefault, { once: true });
  await userEvent.keyboard("r");
  expect(await comesLate()).toEqual([]);
  await userEvent.keyboard("j");
  expect(await comesLate(2_100)).toEqual([]);
});

test("replays no early key after typing in a field or a click elsewhere, nor text typed there", async () => {
  await render(<input aria-label="Field" />);
  const field = page.getByRole("textbox", { name: "Field" }).element();
  if (!(field instanceof HTMLElement)) throw new Error("No field");
  await userEvent.keyboard("r");
  field.focus();
  expect(await comesLate()).toEqual([]);
  await userEvent.keyboard("j");
  field.blur();
  expect(await comesLate()).toEqual([]);
  await userEvent.keyboard("r");
  dispatchEvent(new PointerEvent("pointerdown"));
  expect(await comesLate()).toEqual([]);
});
