import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { sizes } from "../house.ts";
import { inspect } from "./house/inspect.ts";
import { measure } from "./house/measure.ts";
import { readTree } from "./house/source-tree.ts";

// Usage: node scripts/check-house.ts [folder]. One line a violation; exit code 1 when there is any.
const { positionals } = parseArgs({ allowPositionals: true });
const tree = readTree(resolve(positionals[0] ?? `${import.meta.dirname}/..`));
const violations = inspect(tree);
for (const line of violations) console.error(line);

const { files, median, p90, max } = measure(tree);
console.log(
  `house: ${violations.length} violations; ${files} code files, lines: median ${median} (aim ${sizes.median}), ` +
    `90th percentile ${p90} (aim ${sizes.p90}), longest ${max} (at most ${sizes.max})`,
);
if (violations.length > 0) process.exitCode = 1;
