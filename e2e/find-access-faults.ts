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

/** What a page is brought: the shorter text of two that do the same. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What passes is not asked for. */
const framed: axe.RunOptions = { resultTypes: ["violations"] };
const unframed: axe.RunOptions = { ...framed, iframes: false };

/**
 * What axe finds wrong with a page: each broken rule with the element and the reason. With `intoFrames` it takes what is shown
 * in frames for a part of the page, as its headings are to who hears them.
 */
export async function findAccessFaults(page: Page, intoFrames = false): Promise<string[]> {
  // Hits of what was typed before are dimmed until those of now are there.
  await expect(page.locator("[role=listbox][aria-busy=true]")).toHaveCount(0);
  const hasFrames = page.frames().length > 1;
  const { violations } = intoFrames && hasFrames ? await lookIntoFrames(page) : await lookAtPage(page);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.replaceAll("\n", " ")}`),
  );
}

async function lookAtPage(page: Page): Promise<axe.AxeResults> {
  await bringAxe(page.mainFrame());
  return page.evaluate((asked) => window.axe.run(document, asked), unframed);
}

async function lookIntoFrames(page: Page): Promise<axe.AxeResults> {
  const [own, ...within] = await lookInto(page.mainFrame());
  return page.evaluate(([first, rest, asked]) => window.axe.finishRun([first, ...rest], asked), [
    own,
    await Promise.all(within.map((partial) => partial?.jsonValue() ?? null)),
    framed,
  ] as const);
}

/** The page keeps it until it is left: it is 0.6 MB, to be sent and compiled. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(source);
}

/** What is found in a frame stays in it, as it is some megabytes of a whole page; null where axe does not come. */
type Found = JSHandle<axe.PartialResult> | null;

/** What axe finds in a frame, in that part of it which `context` names in JSON, and in the frames within, in their order. */
async function lookInto(frame: Frame, context = '{ "exclude": [] }'): Promise<[Found, ...Found[]]> {
  await bringAxe(frame);
  const within = await frame.evaluate((json) => window.axe.utils.getFrameContexts(JSON.parse(json)), context);
  const own = await frame.evaluateHandle(([json, asked]) => window.axe.runPartial(JSON.parse(json), asked), [
    context,
    framed,
  ] as const);
  const partials: [Found, ...Found[]] = [own];
  for (const { frameSelector, frameContext } of within) {
    const found = await frame.evaluateHandle((selector) => window.axe.utils.shadowSelect(selector), frameSelector);
    const inner = await found.asElement()?.contentFrame();
    // A frame that runs no scripts runs no axe.
    const isOpen = await found.evaluate(
      (at) => !(at instanceof HTMLIFrameElement) || !at.hasAttribute("sandbox") || at.sandbox.contains("allow-scripts"),
    );
    partials.push(...(inner && isOpen ? await lookInto(inner, JSON.stringify(frameContext)) : [null]));
  }
  return partials;
}
