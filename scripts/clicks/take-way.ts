import type { Page } from "playwright";
import { openNumber, replyOf, type Way } from "./ways.ts";

/** Something that was done, with its number of clicks or key presses. */
type Done = { name: string; count: number };

/** How long to wait for what follows by itself; slower help is no help. */
const patienceMs = 5_000;

/**
 * Handles a ticket in this way and ends in another one, starting from the list or from the open ticket; returns what it took, and
 * the ticket's number. Throws if no other ticket is open at the end.
 */
export async function takeWay(page: Page, way: Way, isFromList: boolean): Promise<{ done: Done[]; number: number }> {
  const gestures = await countGestures(page);
  const done: Done[] = [];
  async function take(name: string, work: () => Promise<unknown>): Promise<void> {
    const at = await gestures.count();
    await work();
    const count = (await gestures.count()) - at;
    if (count > 0) done.push({ name, count });
  }
  if (isFromList) await take("open", () => way.open(page));
  const field = replyOf(page);
  await field.waitFor();
  const number = await openNumber(page);
  const { goToField } = way;
  if (goToField !== undefined) {
    // From the list the field may have the focus already; in a ticket that opened by itself, letters are shortcuts.
    const isThere = () => field.evaluate((element) => element === document.activeElement);
    const waitMs = isFromList ? patienceMs : 500;
    await take("go to the field", async () => (await becomes(isThere, waitMs)) || goToField(page));
    await page.keyboard.type("Yes, we have one.");
  }
  await take(way.sets === null ? "go on" : "send", () => way.goOn(page));
  const isInAnother = async () => (await openNumber(page).catch(() => number)) !== number;
  if (!(await becomes(isInAnother, patienceMs)))
    throw new Error(`${way.name}: no other ticket is open after ${number}`);
  return { done, number };
}

/** Returns whether a condition becomes true within some time, checking it repeatedly. */
export async function becomes(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** What a person did on a page since `countGestures`. */
interface Gestures {
  /** Counts mouse presses, and key presses that are no text: a key with Ctrl or Shift counts as one. */
  count(): Promise<number>;
}

/** Counts what really reaches a page, no matter who sends it: mouse presses, and keys that write nothing into a field. */
async function countGestures(page: Page): Promise<Gestures> {
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
