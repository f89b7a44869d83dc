export { refusePlanned, selectLastEffects } from "./effects.queries.ts";
export { listEffects } from "./list-effects.ts";
export { type Outcome, type Performer, type Performers, setPerformers } from "./performers.ts";
export { planEffect } from "./plan-effect.ts";
