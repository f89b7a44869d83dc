export { selectFacts } from "./facts.queries.ts";
export { findFailed, looksOf, valuesOf } from "./find-failed.ts";
export { runRulesAt } from "./run-due-rules.ts";
export { createRule } from "./save-rule.ts";
