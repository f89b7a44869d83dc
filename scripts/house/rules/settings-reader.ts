import { testSupport } from "../../../house.ts";
import { readCode } from "../read-code.ts";
import type { Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const guarded = /^(?:server|contract|email|web)\/src\//;
const environment =
  /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\[["']env["']\]|\{[^}]*\benv\b[^}]*\}\s*(?:=\s*process\b|from\s*["'](?:node:)?process["'])/g;

/** Settings are read once, in server/src/env.ts. */
export const settingsReader: Rule = {
  name: "settings-reader",
  why: "settings are parsed once and all faults named at once; a second reader is a setting that nobody can find",
  good: [
    { path: "server/src/env.ts", source: "export const port = process.env.PORT;\n" },
    { path: "server/src/testing/test-databases.ts", source: "export const url = process.env.DATABASE_URL;\n" },
    { path: "server/src/main.ts", source: 'import { port } from "./env.ts";\n' },
  ],
  bad: [
    { path: "server/src/main.ts", source: "const port = process.env.PORT;\n" },
    { path: "server/src/platform/mailer.ts", source: "const { env } = process;\n" },
    { path: "server/src/platform/smtp.ts", source: 'import { env } from "node:process";\n' },
    { path: "contract/src/limits.ts", source: 'export const max = process["env"].MAX;\n' },
  ],
  check: (tree) =>
    tree.code
      .filter(({ path }) => guarded.test(path) && path !== "server/src/env.ts")
      .filter(({ path }) => !isTest(path) && !testSupport.test(path))
      .flatMap((file) =>
        [...readCode(file).matchAll(environment)].map(({ index }) => ({
          path: file.path,
          line: file.lineAt(index),
          detail: "take it from server/src/env.ts",
        })),
      ),
};
