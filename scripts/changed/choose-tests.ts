import { posix } from "node:path";
import { isTest, type SourceFile, type SourceTree } from "../house/source-tree.ts";

/** The tests that a change can break, nearest first, and those for which no time is left. */
export type Choice = { run: string[]; left: string[] };

/** Files that put the parts together: through these everything would depend on everything. */
const seams = /^server\/src\/(?:testing\/|(?:app|domains|main|serve|worker)\.ts$|.*\.(?:domain|isolation)\.ts$)/;

/** The distance from a file of a domain to the tests of a later domain that calls it: its `index.ts`, a caller, the test. */
const mostSteps = 4;

/** What these tests read in addition to their imports. */
const watched: Readonly<Record<string, RegExp>> = {
  "server/src/isolation.test.ts":
    /^server\/src\/domains\/.*(?:\.queries\.ts|\.isolation\.ts|\.sql)$|^db\/(?:functions|migrations)\//,
  "server/src/every-endpoint.test.ts":
    /^contract\/src\/index\.ts$|^server\/src\/domains\/.*\.(?:routes|isolation)\.ts$/,
  "server/src/platform/db/catalogue.test.ts": /^db\/|\.isolation\.ts$/,
  "scripts/generate-schema.test.ts": /^db\//,
  "scripts/check-house.test.ts": /^house\.ts$|^scripts\/house\//,
  "scripts/spec-map.test.ts": /^docs\/spec-map\.md$|^contract\/src\/index\.ts$/,
  "scripts/errors-page.test.ts": /^docs\/errors\.md$/,
};

/**
 * Chooses the tests that a change of these files can break, by their distance: a test depends on what it imports, and a test through HTTP
 * also on all files of its folder. Takes the near ones, and as many others as fit into `seconds` by their last durations.
 */
export function chooseTests(
  tree: SourceTree,
  changed: readonly string[],
  secondsOf: (test: string) => number,
  seconds: number,
): Choice {
  const steps = stepsFrom(changed, dependents(tree));
  const reached = [...steps].filter(([path]) => isTest(path) && !/^(?:e2e|faults)\/|\.isolation\.ts$/.test(path));
  const nearest = reached.sort(([a, at], [b, bt]) => at - bt || secondsOf(a) - secondsOf(b)).map(([path]) => path);
  const run: string[] = [];
  let used = 0;
  for (const test of nearest) {
    // A changed test always runs.
    const away = steps.get(test) ?? 0;
    if (away > mostSteps || (away > 0 && used + secondsOf(test) > seconds)) continue;
    used += secondsOf(test);
    run.push(test);
  }
  return { run, left: nearest.filter((test) => !run.includes(test)) };
}

/** Maps each file to the files that depend on it directly. */
function dependents(tree: SourceTree): Map<string, Set<string>> {
  const dependentsOf = new Map<string, Set<string>>();
  const depend = (from: string, on: string) => {
    if (!seams.test(from)) dependentsOf.set(on, (dependentsOf.get(on) ?? new Set()).add(from));
  };
  const production = tree.files.filter(({ path }) => !isTest(path));
  const beside = Map.groupBy(production, ({ path }) => posix.dirname(path));
  for (const { path, imports } of tree.code) {
    for (const { target } of imports) if (target) depend(path, target);
    if (!isTest(path)) continue;
    const isThroughHttp = imports.some(({ target }) => target?.startsWith("server/src/testing/"));
    if (isThroughHttp) for (const file of beside.get(posix.dirname(path)) ?? []) depend(path, file.path);
    const pattern = watched[path];
    if (pattern) for (const file of tree.files) if (pattern.test(file.path)) depend(path, file.path);
  }
  const mentions = mentionsOf(tree.files.filter(({ path }) => /\.(?:queries\.ts|sql)$/.test(path)));
  for (const [path, name] of tree.files.flatMap(({ path, text }) => namesOf(path, text))) {
    for (const file of mentions.get(name) ?? []) if (file !== path) depend(file, path);
  }
  return dependentsOf;
}

/** Maps each word, and each name of a file of SQL, to the paths of the files that contain it. */
function mentionsOf(files: readonly SourceFile[]): Map<string, string[]> {
  const mentions = new Map<string, string[]>();
  for (const { path, text } of files) {
    for (const word of new Set(text.match(/[\w-]+\.sql\b|\w+/g))) {
      const paths = mentions.get(word);
      if (paths) paths.push(path);
      else mentions.set(word, [path]);
    }
  }
  return mentions;
}

/** The names by which other files refer to SQL: a statement by its file, a function and a table by their own names. */
function namesOf(path: string, text: string): [path: string, name: string][] {
  if (path.startsWith("server/src/domains/") && path.endsWith(".sql")) return [[path, posix.basename(path)]];
  if (!/^db\/(?:functions|migrations)\/.*\.sql$/.test(path)) return [];
  const definition = /\b(?:create (?:or replace )?function|create table|alter table)\s+(?:if not exists\s+)?(\w+)/gi;
  return [...new Set([...text.matchAll(definition)].map(([, name = ""]) => name))].map((name) => [path, name]);
}

function stepsFrom(changed: readonly string[], dependents: Map<string, Set<string>>): Map<string, number> {
  const steps = new Map(changed.map((path) => [path, 0]));
  for (const [path, at] of steps) {
    for (const next of dependents.get(path) ?? []) if (!steps.has(next)) steps.set(next, at + 1);
  }
  return steps;
}
