import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { firstLoad } from "./check-bundle.ts";

let dist = "";
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function built(files: Record<string, string>) {
  dist = mkdtempSync(join(tmpdir(), "bundle-"));
  mkdirSync(join(dist, "assets"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dist, path), text);
}

test("counts the entry, preloads and static imports, each once, and nothing that loads on demand", () => {
  built({
    "app.html":
      '<script type="module" src="/assets/app-1.js"></script><link rel="modulepreload" href="/assets/kit-1.js">',
    "assets/app-1.js": 'import{a as b}from"./kit-1.js";import"./side-1.js";const t=()=>import("./later-1.js");',
    "assets/kit-1.js": 'export*from"./deep-1.js";',
    "assets/side-1.js": "1",
    "assets/deep-1.js": "2",
    "assets/later-1.js": "3",
    "assets/live-1.js": "4",
  });
  const names = (soon: string[]) => [...firstLoad(dist, { page: "app.html", soon, limitKb: 1 }).keys()].sort();
  const first = ["assets/app-1.js", "assets/deep-1.js", "assets/kit-1.js", "assets/side-1.js"];
  expect(names([])).toEqual(first);
  expect(names(["live"])).toEqual([...first, "assets/live-1.js"].sort());
  expect(() => names(["lively"])).toThrow("lively");
});

test("sizes are those of the compressed files", () => {
  built({ "app.html": '<script src="/assets/app-1.js"></script>', "assets/app-1.js": "x".repeat(10_000) });
  const size = firstLoad(dist, { page: "app.html", soon: [], limitKb: 1 }).get("assets/app-1.js") ?? 0;
  expect(size).toBeGreaterThan(10);
  expect(size).toBeLessThan(100);
});
