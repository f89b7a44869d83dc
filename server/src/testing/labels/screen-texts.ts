import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const root = join(import.meta.dirname, "../../../..");

/**
 * Returns whether a text stands in the dashboard's source as a whole, apart from a colon or full stop at its end. `inserted`
 * replaces each value that a template puts into its text.
 */
export function screenTexts(inserted = ""): (text: string) => boolean {
  const paths = globSync("{web,contract}/src/**/*.{ts,tsx}", { cwd: root });
  const texts = new Set(
    paths.filter((path) => !/\.test\.|\/testing\//.test(path)).flatMap((path) => textsOf(path, inserted)),
  );
  return (text) => text !== "" && [text, `${text}:`, `${text}.`].some((candidate) => texts.has(candidate));
}

function textsOf(path: string, inserted: string): string[] {
  const found: string[] = [];
  const keep = (text: string) => void found.push(text.replace(/\s+/g, " ").trim());
  new Visitor({
    TemplateLiteral: ({ quasis }) => keep(quasis.map(({ value }) => value.cooked).join(inserted)),
    Literal: ({ value }) => void (typeof value === "string" && keep(value)),
    JSXText: ({ value }) => keep(value),
  }).visit(parseSync(path, readFileSync(join(root, path), "utf8")).program);
  return found;
}
