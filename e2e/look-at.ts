import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterEach } from "vitest";
import { expect } from "./expect.ts";
import { isLongRun, looks } from "./extent.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { findSmallTargets } from "./find-small-targets.ts";

const output = join(import.meta.dirname, "output", "screens");
/** Below this width a screen is a phone's, pressed with fingers. */
const phone = 640;
/** Looks at a screen, in all widths or some. */
export type Look = (page: Page, name: string, among?: number[]) => Promise<void>;

/**
 * Returns a function that looks at a screen in each width and, with PICTURES=1, saves a picture. At the end of the file a test
 * fails for every screen that overflowed, had targets too small for fingers on a phone, or in which axe found faults, in its
 * first width (in the long run in each). With `intoFrames` axe also looks into frames.
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

/** Returns the page's width once it has adapted to its new size and its transitions have ended. */
async function widthOnceDrawn(): Promise<number> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await drawn();
  await drawn();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  return document.documentElement.scrollWidth;
}
