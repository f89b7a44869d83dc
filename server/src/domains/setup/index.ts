export { dismissFirstSteps } from "./first-steps/first-steps.queries.ts";
