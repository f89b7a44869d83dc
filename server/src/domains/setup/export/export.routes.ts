import type { FastifyInstance } from "fastify";
import { fail } from "../../../platform/fail.ts";
import { api } from "../../../platform/http/api.ts";
import { record } from "../../audit/index.ts";
import { asOneself, signInOf } from "../../auth/index.ts";
import { askExport } from "./ask-export.ts";
import { deleteExport, selectLastExport } from "./store-exports.queries.ts";

/** The endpoints of exports of the store. */
export function exportRoutes(http: FastifyInstance) {
  const signIn = signInOf(http);
  const { setup } = api;
  return {
    lastExport: setup.lastExport.handler(async ({ context }) => ({
      last: (await context.withTenant(selectLastExport)) ?? null,
    })),
    askExport: setup.askExport.handler(({ context, input }) =>
      asOneself(signIn, context, input, (tx) => askExport(tx, context.services.jobs, context.actor)),
    ),
    removeExport: setup.removeExport.handler(({ context: { actor, withTenant }, input: { id } }) =>
      withTenant(async (tx) => {
        if (!(await deleteExport(tx, id))) throw fail("store_export_not_found");
        await record(tx, actor.userId, "settings.export-removed", null);
        return { id };
      }),
    ),
  };
}
