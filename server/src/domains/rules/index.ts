export { type Doing, deeds, ruleFacts } from "./asked.queries.ts";
export { selectFacts } from "./facts.queries.ts";
export { findFailed, looksOf, valuesOf } from "./find-failed.ts";
export { runDueRules, runRulesAt } from "./run-due-rules.ts";
export { changeRule, createRule, listRules, setRuleOn } from "./save-rule.ts";
