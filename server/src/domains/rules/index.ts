export { askRating } from "./do-actions.ts";
export { selectFacts } from "./facts.queries.ts";
export { findFailed, looksOf, valuesOf } from "./find-failed.ts";
export { runDueRules, runRulesAt } from "./run-due-rules.ts";
export { changeRule, createRule, listRules, setRuleOn } from "./save-rule.ts";
