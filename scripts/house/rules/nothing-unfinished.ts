import type { Rule } from "../rule.ts";

// The words are split so that this file does not find itself.
const words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"];
const marker = new RegExp(`\\b(?:${words.join("|")})\\b`, "g");

/** No marker of unfinished work. */
export const nothingUnfinished: Rule = {
  name: "nothing-unfinished",
  why: "what is missing is an issue, where it is seen and planned; in the code it is only read past",
  good: [{ path: "server/src/platform/clock.ts", source: "// todos are a kind of ticket\n" }],
  bad: words.map((word) => ({ path: "server/src/platform/clock.ts", source: `// ${word}: time zones\n` })),
  check: (tree) =>
    tree.files
      .filter(
        ({ path }) => /\.(ts|tsx|mjs|js|sql|css|html|md|json|sh|yaml|yml)$/.test(path) && path !== "package-lock.json",
      )
      .flatMap((file) =>
        [...file.text.matchAll(marker)].map(({ index, 0: word }) => ({
          path: file.path,
          line: file.lineAt(index),
          detail: `${word}: do it, or open an issue`,
        })),
      ),
};
