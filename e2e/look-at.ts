import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterEach } from "vitest";
import { expect } from "./expect.ts";
import { isLongRun, looks } from "./extent.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { findSmallTargets } from "./find-small-targets.ts";

const output = join(import.meta.dirname, "output", "screens");
/** Below it a screen is a phone's, which one presses with a finger. */
const phone = 640;
/** Looks at a screen, in all widths or among some. */
export type Look = (page: Page, name: string, among?: number[]) => Promise<void>;

/**
 * A function that looks at a screen in each width, and with PICTURES=1 saves what it looks like, for somebody to see; a test of
 * the file in which a screen overflowed, had no room for a finger on a phone, or axe found fault with one in its first width (in
 * the long run in each), fails at its end. With `intoFrames` axe also looks into what is shown in frames.
 */
export function openLook(intoFrames = false): Look {
  const faults: string[] = [];
  afterEach(() => expect(faults.splice(0)).toEqual([]));

  return async (page, name, among) => {
    const before = page.viewportSize();
    const wanted = looks.filter(({ width }) => among?.includes(width) ?? true);
    for (const [index, size] of wanted.entries()) {
      const { width } = size;
      await page.setViewportSize(size);
      const widest = await page.evaluate(widthOnceDrawn);
      if (process.env.PICTURES) await takePicture(page, `${name}-${width}`);
      if (widest > width) faults.push(`${name} at ${width} is ${widest} wide`);
      const found = index === 0 || isLongRun ? await findAccessFaults(page, intoFrames) : [];
      if (width < phone) found.push(...(await findSmallTargets(page)));
      faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`));
    }
    if (before !== null) await page.setViewportSize(before);
  };
}

async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  await page.screenshot({ path: join(output, `${name}.png`) });
}

/** How wide the page is once it has taken note of its new width, and what changes its look has come to its end. */
async function widthOnceDrawn(): Promise<number> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await drawn();
  await drawn();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  return document.documentElement.scrollWidth;
}
