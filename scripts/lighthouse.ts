import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { defaultConfig, desktopConfig } from "lighthouse";
import { chromium } from "playwright";
import { findChromium } from "./find-chromium.mjs";

// npm run lighthouse [-- ADDRESS [PATH…]]: prints Lighthouse's scores for the public pages of a running Deskhand, on a phone and
// a desktop; exit code 1 if a category has less than 95 points. Keep the machine idle: speed is measured.

const [address = "http://localhost:3000", ...asked] = process.argv.slice(2);
const paths = asked.length > 0 ? asked : ["/", "/privacy.html", "/terms.html", "/login"];
const least = 95;
const categories = ["performance", "accessibility", "best-practices", "seo"];
const forms = { mobile: defaultConfig, desktop: desktopConfig };
const shown = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

const profile = await mkdtemp(join(tmpdir(), "lighthouse-"));
const args = ["--remote-debugging-port=0"];
const browser = await chromium.launchPersistentContext(profile, { executablePath: findChromium(), args });
try {
  const port = Number.parseInt(await readFile(join(profile, "DevToolsActivePort"), "utf8"), 10);
  console.log("| Page | On | Performance | Accessibility | Best practices | SEO | FCP, LCP, TBT, CLS |");
  console.log("|---|---|---|---|---|---|---|");
  for (const path of paths) {
    for (const [form, config] of Object.entries(forms)) {
      const result = (await lighthouse(address + path, { port, logLevel: "error", onlyCategories: categories }, config))
        ?.lhr;
      if (result === undefined || result.runtimeError) throw new Error(result?.runtimeError?.message ?? "No result");
      const points = categories.map((name) => Math.round((result.categories[name]?.score ?? 0) * 100));
      const times = shown.map((id) => result.audits[id]?.displayValue ?? "?").join(", ");
      console.log(`| ${[path, form, ...points, times].join(" | ")} |`);
      if (points.some((score) => score < least)) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
