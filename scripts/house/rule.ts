import type { SourceTree } from "./source-tree.ts";

/** A file in a rule's example. */
export interface Example {
  readonly path: string;
  readonly source: string;
  /** Further files, if it takes more than one to break the rule. */
  readonly beside?: readonly Example[];
}

/** One line of code that breaks a rule. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly detail: string;
}

/**
 * A rule of the house. A test uses its examples: it adds each bad one to a clean tree and expects a finding, and each good one
 * and expects none.
 */
export interface Rule {
  readonly name: string;
  readonly why: string;
  readonly good: readonly Example[];
  readonly bad: readonly Example[];
  readonly check: (tree: SourceTree) => Finding[];
}
