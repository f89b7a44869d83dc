export { renewClocks } from "./keep-clocks.ts";
export { policiesOnJson, selectPoliciesOn } from "./policies.queries.ts";
export { createPolicy } from "./save-policy.ts";
