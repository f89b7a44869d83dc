import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { packageOf } from "../house/read-imports.ts";
import { isTest, readTree } from "../house/source-tree.ts";

const root = join(import.meta.dirname, "../..");
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(readJson("package.json"));
const { packages } = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
  .parse(readJson("package-lock.json"));
const tree = readTree(root);
const importsOf = new Map(tree.code.map(({ path, imports }) => [path, imports]));

/** The npm scripts that install no tools, what npm start runs, and what it builds. */
const programs = [
  ...Object.values(scripts).flatMap((line) => /with-node\.mjs (scripts\/\S+)/.exec(line)?.[1] ?? []),
  ...["server/src/main.ts", "stand-ins/shopify/main.ts", "web/vite.config.ts"],
  ...[...importsOf.keys()].filter((path) => /^web\/src\/[^/]+\.tsx?$/.test(path) && !isTest(path)),
];

/** Returns a program and all files that it imports, directly or not. */
function reachedFrom(program: string): Set<string> {
  const reached = new Set([program]);
  for (const path of reached) for (const { target } of importsOf.get(path) ?? []) if (target) reached.add(target);
  return reached;
}

test.each(programs)("%s imports no tools' package", (program) => {
  expect(importsOf.has(program)).toBe(true);
  const tools = [...reachedFrom(program)].flatMap((path) =>
    (importsOf.get(path) ?? [])
      .filter(({ target, specifier }) => !target && packages[`node_modules/${packageOf(specifier)}`]?.dev)
      .map(({ specifier }) => `${path}: ${specifier}`),
  );
  expect(tools).toEqual([]);
});

test.each(["lighthouse", "playwright", "vitest", "@biomejs/biome", "knip", "mediabunny"])(
  "npm start does not install %s",
  (name) => {
    expect(packages[`node_modules/${name}`]?.dev).toBe(true);
  },
);

test("npm runs none of our scripts while it installs", () => {
  const own = /^(?:(?:pre|post)?(?:dependencies|install|prepare|publish)|prepublish(?:Only)?)$/;
  expect(Object.keys(scripts).filter((name) => own.test(name))).toEqual([]);
});
