import type { Page } from "playwright";

/** What a person did to a page since `countGestures`. */
export interface Gestures {
  /** Presses of the mouse, and keys that are no text: a key with Ctrl or Shift held is one. */
  count(): Promise<number>;
}

/** Counts what really reaches a page, whoever sends it: presses of the mouse, and keys that write nothing into a field. */
export async function countGestures(page: Page): Promise<Gestures> {
  await page.evaluate(() => {
    if (document.documentElement.dataset.gestures !== undefined) return;
    const { dataset } = document.documentElement;
    const more = () => {
      dataset.gestures = String(Number(dataset.gestures ?? 0) + 1);
    };
    dataset.gestures = "0";
    addEventListener("pointerdown", more, { capture: true });
    addEventListener(
      "keydown",
      ({ key, target, ctrlKey, metaKey }) => {
        if (["Shift", "Control", "Alt", "Meta"].includes(key)) return;
        const isText = key.length === 1 && !ctrlKey && !metaKey;
        if (!isText || !(target instanceof Element) || target.closest("input, textarea") === null) more();
      },
      { capture: true },
    );
  });
  return { count: async () => Number(await page.evaluate(() => document.documentElement.dataset.gestures)) };
}
