import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const root = join(import.meta.dirname, "../../../..");

/**
 * Whether a text stands on a screen of the desk, as its program has it: whole, but for a colon or a full stop behind it.
 * `inserted` is what is quoted in place of each value that a text is put together with.
 */
export function screenTexts(inserted = ""): (text: string) => boolean {
  const paths = globSync("{web,contract}/src/**/*.{ts,tsx}", { cwd: root });
  const texts = new Set(
    paths.filter((path) => !/\.test\.|\/testing\//.test(path)).flatMap((path) => textsOf(path, inserted)),
  );
  return (text) => text !== "" && [text, `${text}:`, `${text}.`].some((one) => texts.has(one));
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
