import { emit } from "../../../platform/events.ts";
import { api } from "../../../platform/http/api.ts";
import { selectDeskPreferences, upsertDeskPreferences } from "./preferences.queries.ts";

export const deskRoutes = {
  preferences: api.desk.preferences.handler(({ context: { actor, withTenant } }) =>
    withTenant((tx) => selectDeskPreferences(tx, actor.userId)),
  ),
  savePreferences: api.desk.savePreferences.handler(({ context: { actor, withTenant }, input }) =>
    withTenant(async (tx) => {
      await upsertDeskPreferences(tx, actor.userId, input);
      await emit(tx, "preferences.changed", { userId: actor.userId });
      return selectDeskPreferences(tx, actor.userId);
    }),
  ),
};
