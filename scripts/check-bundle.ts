import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export interface Budget {
  page: string;
  /** How the names of chunks begin that the first screen loads by itself right after its start. */
  soon: string[];
  limitKb: number;
}

const budgets: Budget[] = [
  // The page is readable without it: this is for the film and the demonstration.
  { page: "index.html", soon: [], limitKb: 3 },
  { page: "login.html", soon: [], limitKb: 100 },
  { page: "link.html", soon: [], limitKb: 100 },
  // The dashboard opens the live connection at once, so its code belongs to the first screen.
  { page: "app.html", soon: ["tickets-tab", "socket"], limitKb: 190 },
  { page: "app.html", soon: ["dashboard-tab", "socket"], limitKb: 190 },
];

/** Returns the scripts that a built page names: its entry and its preloads. */
function scriptsOf(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
}

/** Returns the chunks in `dist` that a chunk imports statically. */
function importsOf(dist: string, path: string): string[] {
  const code = readFileSync(join(dist, path), "utf8");
  return [...code.matchAll(/(?:\bimport|\bfrom)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)].map(([, to = ""]) =>
    resolve(dirname(join(dist, path)), to).slice(resolve(dist).length + 1),
  );
}

/** Returns all JavaScript of a page's first screen in a built `dist`: path and gzipped size in bytes of each chunk. */
export function firstLoad(dist: string, { page, soon }: Budget): Map<string, number> {
  const chunks = readdirSync(join(dist, "assets")).filter((name) => name.endsWith(".js"));
  const late = soon.flatMap((start) => {
    const named = chunks.filter((name) => name.startsWith(`${start}-`));
    if (named.length === 0)
      throw new Error(`No chunk of the build is named ${start}: what ${page} loads soon is not counted`);
    return named;
  });
  const waiting = [...scriptsOf(readFileSync(join(dist, page), "utf8")), ...late.map((name) => `assets/${name}`)];
  const sizes = new Map<string, number>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    sizes.set(path, gzipSync(readFileSync(join(dist, path)), { level: 9 }).length);
    waiting.push(...importsOf(dist, path));
  }
  return sizes;
}

function main(dist: string): void {
  if (!existsSync(dist)) {
    console.error(`There is no ${dist}: build the web app first (npx vite build web)`);
    process.exit(1);
  }
  for (const budget of budgets) {
    const sizes = firstLoad(dist, budget);
    const kb = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
    const isOver = kb > budget.limitKb;
    console.log(`${budget.page}: ${kb.toFixed(1)} kB gzip of ${budget.limitKb} kB${isOver ? ", too much" : ""}`);
    for (const [path, size] of sizes) console.log(`  ${(size / 1000).toFixed(1).padStart(6)} kB  ${path}`);
    if (isOver || sizes.size === 0) process.exitCode = 1;
  }
}

if (import.meta.main) main(fileURLToPath(new URL("../web/dist", import.meta.url)));
