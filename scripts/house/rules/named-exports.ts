import type { Rule } from "../rule.ts";

/** Nothing is exported as default, except where a tool asks for it. */
export const namedExports: Rule = {
  name: "named-exports",
  why: "a default export has another name at every import, so it cannot be searched for",
  good: [
    { path: "vitest.config.ts", source: "export default {};\n" },
    { path: "server/src/platform/clock.ts", source: "export const clock = 1;\n" },
  ],
  bad: [
    { path: "server/src/platform/clock.ts", source: "export default function clock() {}\n" },
    { path: "web/src/ui/button.tsx", source: "const Button = 1;\nexport { Button as default };\n" },
  ],
  check: (tree) =>
    tree.code
      .filter(({ path }) => !/\.config\.ts$/.test(path))
      .flatMap((file) =>
        file.parsed.module.staticExports
          .flatMap(({ entries }) => entries)
          .filter(({ exportName }) => exportName.kind === "Default" || exportName.name === "default")
          .map(({ start }) => ({ path: file.path, line: file.lineAt(start), detail: "give it a name" })),
      ),
};
