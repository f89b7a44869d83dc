import type { Rule } from "../rule.ts";

/** Every code file can be parsed. */
export const fileParses: Rule = {
  name: "file-parses",
  why: "what cannot be parsed cannot be checked by the other rules",
  good: [{ path: "server/src/platform/clock.ts", source: "export const now = (): Date => new Date();\n" }],
  bad: [
    { path: "server/src/platform/clock.ts", source: "export const now = (: Date => ;\n" },
    { path: "scripts/merge.ts", source: "export const a = 1;\n<<<<<<< HEAD\n" },
  ],
  check: (tree) =>
    tree.code.flatMap((file) =>
      file.parsed.errors.slice(0, 1).map(({ message, labels }) => ({
        path: file.path,
        line: file.lineAt(labels[0]?.start ?? 0),
        detail: message.replace(/\s+/g, " "),
      })),
    ),
};
