import { rules } from "./rules.ts";
import type { SourceTree } from "./source-tree.ts";

/** Checks a tree against every rule; returns one line per violation: `path:line rule — what; why`. */
export function inspect(tree: SourceTree): string[] {
  return rules.flatMap((rule) =>
    rule.check(tree).map(({ path, line, detail }) => `${path}:${line} ${rule.name} — ${detail}; ${rule.why}`),
  );
}
