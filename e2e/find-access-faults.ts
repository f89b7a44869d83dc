import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, JSHandle, Page } from "playwright";
import { expect } from "./expect.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The source of axe, in the shorter of two equal builds. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Leaves out what passes. */
const framed: axe.RunOptions = { resultTypes: ["violations"] };
const unframed: axe.RunOptions = { ...framed, iframes: false };

/**
 * Returns what axe finds wrong with a page: each broken rule with the element and the reason. With `intoFrames`, frames count as
 * part of the page, as their headings do for screen readers.
 */
export async function findAccessFaults(page: Page, intoFrames = false): Promise<string[]> {
  // Old results are dimmed until the new ones arrive.
  await expect(page.locator("[role=listbox][aria-busy=true]")).toHaveCount(0);
  const hasFrames = page.frames().length > 1;
  const { violations } = intoFrames && hasFrames ? await lookIntoFrames(page) : await lookAtPage(page);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll("\n", " ")}`),
  );
}

async function lookAtPage(page: Page): Promise<axe.AxeResults> {
  await bringAxe(page.mainFrame());
  return page.evaluate((options) => window.axe.run(document, options), unframed);
}

async function lookIntoFrames(page: Page): Promise<axe.AxeResults> {
  const [own, ...within] = await lookInto(page.mainFrame());
  return page.evaluate(([first, rest, options]) => window.axe.finishRun([first, ...rest], options), [
    own,
    await Promise.all(within.map((partial) => partial?.jsonValue() ?? null)),
    framed,
  ] as const);
}

/** Loads axe into a page, which keeps it until it is left: sending and compiling its 0.6 MB takes time. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(source);
}

/** A frame's result, which stays in the frame, as it has megabytes for a whole page; null if axe cannot run there. */
type Found = JSHandle<axe.PartialResult> | null;

/** Runs axe in a frame, in the part that `context` names in JSON, and in the frames within, in order. */
async function lookInto(frame: Frame, context = '{ "exclude": [] }'): Promise<[Found, ...Found[]]> {
  await bringAxe(frame);
  const within = await frame.evaluate((json) => window.axe.utils.getFrameContexts(JSON.parse(json)), context);
  const own = await frame.evaluateHandle(([json, options]) => window.axe.runPartial(JSON.parse(json), options), [
    context,
    framed,
  ] as const);
  const partials: [Found, ...Found[]] = [own];
  for (const { frameSelector, frameContext } of within) {
    const found = await frame.evaluateHandle((selector) => window.axe.utils.shadowSelect(selector), frameSelector);
    const inner = await found.asElement()?.contentFrame();
    // axe cannot run in a frame without scripts.
    const isOpen = await found.evaluate(
      (at) => !(at instanceof HTMLIFrameElement) || !at.hasAttribute("sandbox") || at.sandbox.contains("allow-scripts"),
    );
    partials.push(...(inner && isOpen ? await lookInto(inner, JSON.stringify(frameContext)) : [null]));
  }
  return partials;
}
