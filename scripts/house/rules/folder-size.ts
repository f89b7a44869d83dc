import { sizes } from "../../../house.ts";
import type { Example, Rule } from "../rule.ts";
import { isTest } from "../source-tree.ts";

const full = Array.from({ length: sizes.filesInFolder }, (_, at) => example(`part-${at}.ts`));

function example(name: string): Example {
  return { path: `web/src/features/orders/${name}`, source: "export const part = 1;\n" };
}

/** No folder of the product's code has more files than fit into a readable listing. */
export const folderSize: Rule = {
  name: "folder-size",
  why: `a folder of more than ${sizes.filesInFolder} files that are no tests is several rooms`,
  good: [...full, example("part-0.test.ts")],
  bad: [{ ...example("one-more.ts"), beside: full }],
  check: (tree) => {
    const production = tree.code.filter(({ path }) => /^[a-z]+\/src\//.test(path) && !isTest(path));
    const folders = Map.groupBy(production, ({ path }) => path.slice(0, path.lastIndexOf("/")));
    return [...folders]
      .filter(([, files]) => files.length > sizes.filesInFolder)
      .flatMap(([folder, files]) =>
        files.map(({ path }) => ({ path, line: 1, detail: `one of ${files.length} files in ${folder}` })),
      );
  },
};
