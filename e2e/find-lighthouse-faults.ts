import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { defaultConfig, desktopConfig, type Result } from "lighthouse";
import { chromium } from "playwright";

/** The categories that depend only on the pages, not on how busy the machine is. */
const categories = ["accessibility", "best-practices", "seo"];
/** Measures no time, so it neither waits after loading nor takes pictures. Other throttling would wait 5 s. */
const atOnce = {
  disableFullPageScreenshot: true,
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 50,
  cpuQuietThresholdMs: 0,
} as const;

/** Lists what costs each page points in Lighthouse; empty if all categories have at least `least` of 100. */
export async function findLighthouseFaults(
  pages: readonly { url: string; form: "mobile" | "desktop" }[],
  least: number,
): Promise<string[]> {
  const profile = await mkdtemp(join(tmpdir(), "deskhand-lighthouse-"));
  const browser = await chromium.launchPersistentContext(profile, {
    ...(process.env.CHROMIUM !== undefined && { executablePath: process.env.CHROMIUM }),
    args: ["--remote-debugging-port=0"],
  });
  try {
    const port = Number.parseInt(await readFile(join(profile, "DevToolsActivePort"), "utf8"), 10);
    const faults: string[] = [];
    for (const { url, form } of pages) {
      const from = form === "desktop" ? desktopConfig : defaultConfig;
      const config = { ...from, settings: { ...from.settings, ...atOnce, onlyCategories: categories } };
      const result = (await lighthouse(url, { port, logLevel: "error" }, config))?.lhr;
      if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}`);
      faults.push(...faultsOf(result, least).map((fault) => `${url} on ${form}: ${fault}`));
    }
    return faults;
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

function faultsOf({ categories: rated, audits, runtimeError }: Result, least: number): string[] {
  if (runtimeError !== undefined) return [runtimeError.message];
  return categories.flatMap((name) => {
    const points = Math.round((rated[name]?.score ?? 0) * 100);
    if (points >= least) return [];
    const lost = rated[name]?.auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0) ?? [];
    return [`${name} ${points}, for ${lost.map(({ id }) => id).join(", ")}`];
  });
}
