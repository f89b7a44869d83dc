import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import pLimit from "p-limit";
import * as z from "zod";
import { dependenciesPage } from "./dependencies/dependencies-page.ts";
import { installedPackages } from "./dependencies/installed.ts";

// Usage: npm run packages. Writes docs/dependencies.md, and prints packages with a newer version or without a release for two years.
const run = promisify(execFile);
const aboutSchema = z.object({ "dist-tags.latest": z.string(), time: z.record(z.string(), z.string()) });
const twoYears = 2 * 365 * 24 * 3_600_000;

const installed = installedPackages();
const asked = installed.filter((requested) => requested.asked.length > 0);
const fourAtOnce = pLimit(4);
const published = new Map<string, string>();
const newer: string[] = [];
const quiet: string[] = [];
await Promise.all(
  asked.map(({ name, version }) =>
    fourAtOnce(async () => {
      const { stdout } = await run("npm", ["view", name, "dist-tags.latest", "time", "--json"]);
      const { "dist-tags.latest": latest, time } = aboutSchema.parse(JSON.parse(stdout));
      const day = time[version]?.slice(0, 10);
      if (!day) throw new Error(`npm does not say when ${name}@${version} was published`);
      published.set(`${name}@${version}`, day);
      if (latest !== version && (time[latest] ?? "") > day) newer.push(`${name} ${version} -> ${latest}`);
      const last = Math.max(...Object.entries(time).map(([key, at]) => (/^\d/.test(key) ? Date.parse(at) : 0)));
      if (Date.now() - last > twoYears) quiet.push(`${name}: ${new Date(last).toISOString().slice(0, 10)}`);
    }),
  ),
);
writeFileSync(new URL("../docs/dependencies.md", import.meta.url), dependenciesPage(installed, published));
console.log(
  `A newer version exists of:\n${newer.sort().join("\n")}\n\nNo version for two years of:\n${quiet.sort().join("\n")}`,
);
