export { type ClockPolicy, pausesOf } from "./clocks-of.ts";
export { matchPolicies, renewClocks } from "./keep-clocks.ts";
export {
  policiesOnJson,
  type RunningPolicy,
  type StoredPolicy,
  selectPoliciesOn,
  toRunning,
} from "./policies.queries.ts";
export { createPolicy } from "./save-policy.ts";
