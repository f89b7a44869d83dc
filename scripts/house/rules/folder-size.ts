import { fullFolders, sizes } from "../../../house.ts";
import type { Example, Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const full = Array.from({ length: sizes.filesInFolder }, (_, at) => example(`part-${at}.ts`));

function example(name: string): Example {
  return { path: `web/src/features/orders/${name}`, source: "export const part = 1;\n" };
}

/** No folder of the product's code holds more files than one reads a listing of, unless house.ts says why. */
export const folderSize: Rule = {
  name: "folder-size",
  why: `a folder of more than ${sizes.filesInFolder} files that are no tests is several rooms; the list of exceptions in house.ts only shrinks`,
  good: [...full, example("part-0.test.ts")],
  bad: [{ ...example("one-more.ts"), beside: full }],
  check: (tree) => {
    const production = tree.code.filter(({ path }) => /^[a-z]+\/src\//.test(path) && !isTest(path));
    const folders = Map.groupBy(production, ({ path }) => path.slice(0, path.lastIndexOf("/")));
    const over = [...folders].filter(([, files]) => files.length > sizes.filesInFolder);
    const unlisted = over
      .filter(([folder]) => !Object.hasOwn(fullFolders, folder))
      .flatMap(([folder, files]) =>
        files.map(({ path }) => ({ path, line: 1, detail: `one of ${files.length} files in ${folder}` })),
      );
    const stale = Object.keys(fullFolders)
      .filter((folder) => tree.code.some(({ path }) => path.startsWith(`${folder}/`)))
      .filter((folder) => !over.some(([each]) => each === folder))
      .map((folder) => ({ path: folder, line: 1, detail: "no longer too full: take it off the list in house.ts" }));
    return [...unlisted, ...stale];
  },
};
