import type { Domain } from "../../platform/domain.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import { sharedApi } from "../../platform/http/api.ts";
import { record } from "../audit/index.ts";
import { beginAgain } from "./effects.queries.ts";
import { forgetOldEffects, searchEffects } from "./perform-effects.ts";

const { replay } = sharedApi.effects;

const effectsRoutes = {
  replay: replay.handler(({ context: { withTenant, actor }, input }) =>
    withTenant(async (tx) => {
      const found = await beginAgain(tx, "webhook", input.id);
      if (!found) throw fail("effect_not_found");
      const { isBegun, ...effect } = found;
      if (isBegun) {
        await record(tx, actor, "settings.effect-replayed", { id: effect.id, label: effect.cause.name });
        await emit(tx, "effect.changed", { effectId: effect.id, targetId: effect.targetId });
      }
      return effect;
    }),
  ),
};

export const effects: Domain = {
  tables: ["effects"],
  routes: () => ({ effects: effectsRoutes }),
  searches: [searchEffects],
  schedules: [forgetOldEffects],
};
