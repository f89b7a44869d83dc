import { api, sharedApi } from "../../platform/http/api.ts";
import { selectLoads } from "./give-out.queries.ts";
import { changeTeam, createTeam, listTeams, removeTeam } from "./save-team.ts";
import { setAway } from "./set-away.ts";

const { list } = sharedApi.teams;
const { loads, create, update, remove, setOwnAway, setAway: setAwayOf } = api.teams;

export const teamsRoutes = {
  list: list.handler(({ context }) => context.withTenant(listTeams)),
  loads: loads.handler(async ({ context }) => ({ items: await context.withTenant(selectLoads) })),
  create: create.handler(({ context, input }) => context.withTenant((tx) => createTeam(tx, context.actor, input))),
  update: update.handler(({ context, input }) => context.withTenant((tx) => changeTeam(tx, context.actor, input))),
  remove: remove.handler(({ context, input }) => context.withTenant((tx) => removeTeam(tx, context.actor, input.id))),
  setOwnAway: setOwnAway.handler(({ context: { actor, withTenant }, input }) =>
    withTenant((tx) => setAway(tx, actor, { ...input, userId: actor.userId })),
  ),
  setAway: setAwayOf.handler(({ context, input }) => context.withTenant((tx) => setAway(tx, context.actor, input))),
};
