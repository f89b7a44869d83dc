import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterEach, beforeEach } from "vitest";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { findSmallTargets } from "./find-small-targets.ts";

const output = join(import.meta.dirname, "output", "screens");
const heights = { 1440: 900, 1024: 768, 768: 1024, 390: 844, 360: 740 };
const usual = [1440, 1024, 390];
type Look = (page: Page, name: string, among?: number[]) => Promise<void>;

/**
 * A function that looks at a screen in each width, and with PICTURES=1 saves what it looks like, for somebody to see; a test of
 * the file in which a screen overflowed, had no room for a finger on a phone, or axe found fault with one, also within its frames
 * if they count, fails at its end.
 */
export function openLook(intoFrames = false): Look {
  let faults: string[] = [];
  beforeEach(() => {
    faults = [];
    mkdirSync(output, { recursive: true });
  });
  afterEach(() => expect(faults).toEqual([]));

  return async (page, name, among = usual) => {
    const before = page.viewportSize();
    for (const width of among) {
      await page.setViewportSize({ width, height: heights[width as keyof typeof heights] });
      await page.evaluate(isDrawn);
      if (process.env.PICTURES) await page.screenshot({ path: join(output, `${name}-${width}.png`) });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widest > width) faults.push(`${name} at ${width} is ${widest} wide`);
      const found = await findAccessFaults(page, intoFrames);
      if (width < 640) found.push(...(await findSmallTargets(page)));
      faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`));
    }
    if (before !== null) await page.setViewportSize(before);
  };
}

/** The page has taken note of its new width, and what changes its look has come to its end. */
async function isDrawn(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await drawn();
  await drawn();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
