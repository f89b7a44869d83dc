import { longFiles, sizes } from "../../../house.ts";
import { countLines, isMeasured } from "../measure.ts";
import type { Rule } from "../rule.ts";

/** No file is longer than the maximum, unless house.ts says why. */
export const fileSize: Rule = {
  name: "file-size",
  why: `a file over ${sizes.max} lines does more than one thing; the list of exceptions in house.ts only shrinks`,
  good: [{ path: "web/src/app/shell.tsx", source: "\n".repeat(sizes.max) }],
  bad: [{ path: "web/src/app/shell.tsx", source: "\n".repeat(sizes.max + 1) }],
  check: (tree) => {
    const measured = tree.code.filter(({ path }) => isMeasured(path));
    const long = measured.filter((file) => countLines(file.text) > sizes.max);
    const unlisted = long
      .filter(({ path }) => !Object.hasOwn(longFiles, path))
      .map((file) => ({ path: file.path, line: sizes.max + 1, detail: `${countLines(file.text)} lines` }));
    const stale = Object.keys(longFiles)
      .filter((path) => !long.some((file) => file.path === path))
      .map((path) => ({ path, line: 1, detail: "no longer too long: take it off the list in house.ts" }));
    return [...unlisted, ...stale];
  },
};
