import { globSync, readFileSync } from "node:fs";
import { figures } from "@deskhand/contract/reports/figures";
import { expect, test } from "vitest";
import * as z from "zod";

const root = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const page = read("docs/product.md");

/** The values of all files of limits in the contract. */
async function allLimits(): Promise<[string, number | number[]][]> {
  const files = globSync("contract/src/**/*limits.ts", { cwd: root });
  const value = z.union([z.number(), z.array(z.number())]);
  const tables = await Promise.all(files.map((path) => import(new URL(path, root).href)));
  const objects = tables.flatMap((table) => Object.values(table)).filter((of) => typeof of === "object");
  return objects.flatMap((of) => Object.entries(z.record(z.string(), value).parse(of)));
}

test("the page lists the contract's limits, each with its value", async () => {
  const table = page.slice(page.indexOf("## Limits"));
  const told = [...table.matchAll(/^\| `(\w+)` +\| (\S.*?) +\|/gm)].map(([, name, value]) => [name, value]);
  const expected = (await allLimits()).map(([name, value]) => [name, valueText(name, value)]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
});

test("the page defines the figures of reports as the screens do", () => {
  const section = page.slice(page.indexOf("### The figures"), page.indexOf("### Costs"));
  const told = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
    .slice(2)
    .map(([, label, definition]) => [label, definition]);
  const expected = Object.values(figures).map(({ label, definition, takes }) => [
    label,
    takes === undefined ? definition : `${definition} Its time is ${takes}.`,
  ]);
  expect(told).toEqual(expected);
});

function valueText(name: string, value: number | readonly number[]): string {
  if (typeof value !== "number") return value.map((each) => valueText(name, each)).join(", ");
  if (name.endsWith("Bytes")) return `${value / 1024 ** 2} MB`;
  return `${value.toLocaleString("en-US")}${name.endsWith("Ms") ? " ms" : ""}`;
}

/** Quotations of other people's words, and texts that the product puts together from several places. */
const elsewhere = new Set([
  ...["Acme Shop", "Best regards, Support Team", "Castellanos, Mina", "Hi-res picture is missing"],
  ...[
    "Sehr geehrte Damen und Herren,",
    "Hello Lumen & Loom team! My lamp flickers",
    "Dear customer service stole my bag",
    "My lamp",
    "Hope this mail finds you well",
  ],
  ...["Sent from my iPhone", "TR: Ma commande", "VS: the other lamp", "Invoice 10/2026.pdf"],
  ...["To you only: Cora and Bo are not on it", "Cora is not on it", "The ticket is of Cora now, who is not on this"],
  ...["New to this store", "New in this conversation", "Language: German", "Sign-in with Google is not enabled"],
  ...["Showing X of Y tickets", "Showing X of Y orders", "Your reply to Ticket: 0042 was not sent"],
  ...["No change from yesterday", "None yesterday", "None last week", "Limit must be a whole number from 1 to 100"],
  ...["Ada is looking", "Ada is sending a reply", "Ada answered just now"],
  ...["CAUTION: This email originated from outside …", "You don't often get email from …"],
  "The disk of this server is almost full, try again later",
  "Your store has got no mail for 26 hours, which is unusual for it. Please check that your mail is still forwarded to your support address",
]);
/** Patterns for the values in examples. */
const values =
  /\b(?:A(?:na|da|nn)|B(?:o|en)|Cora|Jane|Choir|Ines Roth|Moss|Lumen & Loom|NAME|(?:[\w.]+@)?[\w.]+\.(?:example|com))\b(?:'s)?|\d[\d,]*%?|\{[^}]*\}|\(N\)|…|\.{3}|[<>@+·#]/g;

test("the program contains what the page quotes", () => {
  const files = globSync("{web,contract,server,email}/src/**/*.{ts,tsx}", { cwd: root });
  const program = files
    .filter((path) => !/\.test\.|\/testing\/|\/cases\/|\/demo\//.test(path))
    .map((path) => read(path).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, ""))
    .join("\n")
    .replaceAll('{" "}', " ")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ");
  const quoted = [...page.replace(/\s+/g, " ").matchAll(/"([A-Z][^"]* [^"]*)"/g)].map(([, text = ""]) => text);
  const isThere = (text: string) => program.includes(text) || program.includes(text.replace(/[.,:]$/, ""));
  const isShown = (text: string) =>
    text
      .split(values)
      .map((part) => part.trim())
      .every((part) => !/\p{L}{3}/u.test(part) || isThere(part));
  expect(quoted.length).toBeGreaterThan(200);
  expect(quoted.filter((text) => !elsewhere.has(text) && !isShown(text))).toEqual([]);
  expect([...elsewhere].filter((text) => !quoted.includes(text))).toEqual([]);
});
