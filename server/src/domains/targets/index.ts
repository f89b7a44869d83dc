export { renewClocks } from "./keep-clocks.ts";
export { selectPoliciesOn } from "./policies.queries.ts";
export { createPolicy } from "./save-policy.ts";
