import { type Expression, Visitor } from "oxc-parser";
import type { Rule } from "../rule.ts";

/** No object literal is spread into another one. */
export const inlineSpreads: Rule = {
  name: "inline-spreads",
  why: "the compiler does not ask whether what is spread has keys that nobody knows: write them out",
  good: [
    { path: "server/src/platform/clock.ts", source: "export const made = { ...given, a: 1 };\n" },
    { path: "server/src/platform/clock.ts", source: "export const made = { ...(isOn && { a: 1 }) };\n" },
    { path: "server/src/platform/clock.ts", source: "export const all = [...[1, 2]];\n" },
  ],
  bad: [
    { path: "server/src/platform/clock.ts", source: "export const made = { ...{ a, b }, c: 1 };\n" },
    { path: "server/src/platform/clock.test.ts", source: 'const made = { ...({ a: "x" } as const) };\n' },
  ],
  check: (tree) =>
    tree.code
      .filter(({ text }) => text.includes("..."))
      .flatMap((file) => {
        const offsets: number[] = [];
        new Visitor({
          ObjectExpression({ properties }) {
            for (const property of properties)
              if (property.type === "SpreadElement" && isLiteral(property.argument)) offsets.push(property.start);
          },
        }).visit(file.parsed.program);
        return offsets.map((offset) => ({ path: file.path, line: file.lineAt(offset), detail: "write its keys out" }));
      }),
};

function isLiteral(value: Expression): boolean {
  if (value.type === "ParenthesizedExpression" || value.type === "TSAsExpression") return isLiteral(value.expression);
  return value.type === "ObjectExpression";
}
