import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { findEverything } from "./find-everything.ts";

export const search: Domain = {
  routes: () => ({
    search: {
      find: api.search.find.handler(({ context, input }) =>
        findEverything(context.read, context.actor.userId, input.q),
      ),
    },
  }),
};
