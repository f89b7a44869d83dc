import type { SourceTree } from "./source-tree.ts";

/** A file as a rule's example gives it. */
export interface Example {
  readonly path: string;
  readonly source: string;
  /** What lies beside it, where it takes more than one file to break the rule. */
  readonly beside?: readonly Example[];
}

/** One line that breaks a rule. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly detail: string;
}

/**
 * A rule of the house. The examples are not decoration: the test plants every bad one in a clean tree and expects it to
 * be caught, and every good one and expects silence.
 */
export interface Rule {
  readonly name: string;
  readonly why: string;
  readonly good: readonly Example[];
  readonly bad: readonly Example[];
  readonly check: (tree: SourceTree) => Finding[];
}
