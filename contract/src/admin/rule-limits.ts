/** The limits of rules (docs/product.md#limits), apart from the others because the dashboard's first load has no use for them. */
export const ruleLimits = {
  /** Rules of a store, and the parts of one. */
  rules: 500,
  ruleNameLength: 100,
  ruleConditions: 20,
  ruleActions: 10,
  ruleValues: 50,
  ruleValueLength: 200,
  ruleDelayHours: 8_760,
  /** A rule that runs more often within a minute for one ticket or customer is switched off. */
  ruleRunsPerMinute: 50,
  /** How much of a text a rule reads, in characters. */
  ruleTextRead: 20_000,
  /** How many of the newest tickets a rule is tried on, and how many of its runs are listed. */
  ruleTickets: 1_000,
  ruleRunsShown: 100,
  rulePassesShown: 50,
  /** How many of what uses something are listed before it is deleted. */
  referencesShown: 10,
} as const;
