import type { Rule } from "../rule.ts";

const path =
  /(?<![\w.~)}/-])\/(?:home|Users|root|work|tmp|mnt)\/[\w.]|\b[A-Z]:\\\\?(?:Users|Windows)\b|(?<![\w.])~\/[\w.]/g;

/** No file contains a path of one person's machine. */
export const noMachinePaths: Rule = {
  name: "no-machine-paths",
  why: "it works on one machine only, and reveals what that machine looks like; use a setting or os.tmpdir()",
  good: [{ path: "docs/self-hosting.md", source: "Data lies in `./data`; see https://example.com/home/page\n" }],
  bad: [
    { path: "scripts/demo.ts", source: `const data = "${["", "home", "ann", "data"].join("/")}";\n` },
    { path: "docs/self-hosting.md", source: `Look into ${["", "tmp", "deskhand.log"].join("/")}.\n` },
    { path: "README.md", source: `Put it into ${["~", "deskhand"].join("/")}\n` },
  ],
  check: (tree) =>
    tree.files
      .filter((file) => /\.(ts|tsx|mjs|js|sql|css|html|md|json|sh|yaml|yml)$/.test(file.path))
      .flatMap((file) =>
        [...file.text.matchAll(path)].map(({ index, 0: found }) => ({
          path: file.path,
          line: file.lineAt(index),
          detail: `${found}…`,
        })),
      ),
};
