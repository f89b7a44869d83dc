import type { Locator, Page } from "playwright";
import { patienceMs } from "./expect.ts";

/**
 * Acts, and waits until something new within `root` says these words, even if it disappears after seconds: the page itself checks
 * each of its changes, so a machine that pauses misses none.
 */
export async function seesAfter(act: () => Promise<unknown>, root: Locator | Page, words: string): Promise<void> {
  const place = "goto" in root ? root.locator("body") : root;
  const watch = await place.evaluateHandle(
    (within, { words, patienceMs }) => ({
      said: new Promise<boolean>((resolve) => {
        const says = (node: Node) => node.textContent?.includes(words) === true;
        new MutationObserver((changes) => {
          const isNew = changes.some(({ type, target, addedNodes }) =>
            type === "characterData" ? says(target) : [...addedNodes].some(says),
          );
          if (isNew) resolve(true);
        }).observe(within, { childList: true, subtree: true, characterData: true });
        setTimeout(() => resolve(false), patienceMs);
      }),
    }),
    { words, patienceMs },
  );
  await act();
  if (!(await watch.evaluate(({ said }) => said))) throw new Error(`“${words}” was not shown`);
}
