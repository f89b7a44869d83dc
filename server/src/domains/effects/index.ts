export { beginAgain, beginSpanAgain, holdTry, refusePlanned, selectLastEffects } from "./effects.queries.ts";
export { listEffects } from "./list-effects.ts";
export { type Outcome, type Performer, performers, type TriedEffect } from "./performers.ts";
export { planEffect } from "./plan-effect.ts";
