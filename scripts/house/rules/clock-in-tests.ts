import { type Argument, type Expression, type PropertyKey, Visitor } from "oxc-parser";
import { clockPlaces } from "../../../house.ts";
import type { Rule } from "../rule.ts";
import { isTest, type SourceFile } from "../source-tree.ts";

/** One thing that the rule finds in a file. */
type Reading = { readonly offset: number; readonly detail: string };

/** Calls that read the clock; the last two give up after a second, which expect.poll does not. */
const clocks = [
  ...["Date.now", "performance.now", "performance.timeOrigin", "process.hrtime", "process.uptime"],
  ...["process.cpuUsage", "process.threadCpuUsage", "process.resourceUsage"],
  ...["vi.waitFor", "vi.waitUntil"],
];
const waits = new Set(["setTimeout", "sleep", "delay", "pause"]);
const support = /^(?:server\/src\/testing|web\/src\/testing|e2e|faults)\//;

/** Neither tests nor their helpers ask the clock or sleep, except in the places that house.ts lists. */
export const clockInTests: Rule = {
  name: "clock-in-tests",
  why: "a test that asks the clock fails on a busy machine: pass time in, wait for an event, and measure in npm run bench",
  good: [
    { path: "web/src/lib/live.ts", source: "export const begun = Date.now();\n" },
    { path: "web/src/lib/live.test.ts", source: "// Date.now()\nvi.spyOn(Date, 'now');\nconst then = new Date(0);\n" },
    { path: "web/src/ui/box.browser.test.tsx", source: "await new Promise((resolve) => setTimeout(resolve));\n" },
    { path: "web/src/testing/fake-audio.ts", source: "export const start = (ms: number) => setTimeout(run, ms);\n" },
    { path: Object.keys(clockPlaces)[0] ?? "", source: "export const now = Date.now();\n" },
  ],
  bad: [
    { path: "web/src/lib/live.test.ts", source: "const began = Date.now();\n" },
    { path: "email/src/rest.attack.test.ts", source: "const began = globalThis.performance.now();\n" },
    { path: "scripts/start.test.ts", source: "const { user } = process.threadCpuUsage();\n" },
    { path: "web/src/testing/fake-uploads.ts", source: "export const createdAt = new Date().toISOString();\n" },
    { path: "contract/src/snooze.test.ts", source: "const today = Date();\n" },
    { path: "contract/src/live.test.ts", source: "await vi.waitFor(() => expect(heard).toBe(1));\n" },
    { path: "web/src/ui/box.browser.test.tsx", source: "await new Promise((done) => setTimeout(done, 50));\n" },
    {
      path: "scripts/start.test.ts",
      source: 'import { setTimeout as rest } from "node:timers/promises";\nawait rest(2 * 1_000);\n',
    },
    { path: "stand-ins/clamd.test.ts", source: "const soonMs = 200;\nawait sleep(soonMs);\n" },
  ],
  check: (tree) =>
    tree.code
      .filter(({ path }) => (isTest(path) || support.test(path)) && !mayAskClock(path))
      .flatMap((file) =>
        clockReadings(file).map(({ offset, detail }) => ({ path: file.path, line: file.lineAt(offset), detail })),
      ),
};

/** Finds where a file asks the clock, or sleeps for a number written in that file. */
export function clockReadings(file: SourceFile): Reading[] {
  if (!/\b(?:Date|performance|process|vi|setTimeout|sleep|delay|pause)\b/.test(file.text)) return [];
  const found: Reading[] = [];
  const sleeps = new Set([...waits, ...importedWaits(file)]);
  const numbers = new Set<string>();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init && isNumber(init, numbers)) numbers.add(id.name);
    },
    MemberExpression({ object, property, start }) {
      const name = `${lastName(object)}.${lastName(property)}`;
      if (clocks.includes(name)) found.push({ offset: start, detail: name });
    },
    NewExpression({ callee, arguments: given, start }) {
      if (lastName(callee) === "Date" && given.length === 0) found.push({ offset: start, detail: "new Date()" });
    },
    CallExpression({ callee, arguments: given, start }) {
      const name = lastName(callee) ?? "";
      if (name === "Date" && callee.type === "Identifier") found.push({ offset: start, detail: "Date()" });
      if (sleeps.has(name) && given.some((each) => isNumber(each, numbers)))
        found.push({ offset: start, detail: `${name} with a number` });
    },
  }).visit(file.parsed.program);
  return found;
}

/** Whether house.ts lists a file, or a folder that it is in. */
function mayAskClock(path: string): boolean {
  return Object.keys(clockPlaces).some((place) => place === path || (place.endsWith("/") && path.startsWith(place)));
}

function importedWaits({ parsed }: SourceFile): string[] {
  return parsed.module.staticImports
    .filter(({ moduleRequest }) => /^(?:node:)?timers(?:\/promises)?$/.test(moduleRequest.value))
    .flatMap(({ entries }) => entries.filter(({ importName }) => importName.name === "setTimeout"))
    .map(({ localName }) => localName.value);
}

/** Returns the name of a variable, or of a property. */
function lastName(node: Expression | PropertyKey): string | undefined {
  if (node.type === "Identifier") return node.name;
  return node.type === "MemberExpression" ? lastName(node.property) : undefined;
}

/** Whether this is a number, a name for one, or arithmetic with these. */
function isNumber(node: Argument, numbers: ReadonlySet<string>): boolean {
  if (node.type === "Literal") return typeof node.value === "number";
  if (node.type === "Identifier") return numbers.has(node.name);
  if (node.type === "UnaryExpression") return isNumber(node.argument, numbers);
  if (node.type !== "BinaryExpression" || node.left.type === "PrivateIdentifier") return false;
  return isNumber(node.left, numbers) || isNumber(node.right, numbers);
}
