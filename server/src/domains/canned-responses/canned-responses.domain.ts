import type { Domain } from "../../platform/domain.ts";
import { fail } from "../../platform/fail.ts";
import { api, sharedApi } from "../../platform/http/api.ts";
import { hideResponse, releaseResponses } from "./canned-responses.queries.ts";
import { fillCannedResponse, readPlaceholderValues } from "./fill-canned-response.ts";
import { countReply, forgetRuns, previewMacro, runMacro, setKey } from "./run-macro.ts";
import { createCannedResponse, listCannedResponses, updateCannedResponse, viewerOf } from "./save-canned-response.ts";

export const cannedResponses: Domain = {
  tables: ["canned_responses", "canned_response_keys", "canned_response_uses", "macro_runs"],
  routes: () => ({ cannedResponses: cannedResponsesRoutes }),
  subscribers: { "message.created": countReply, "team.deleted": (tx, { teamId }) => releaseResponses(tx, teamId) },
  schedules: [forgetRuns],
};

const { list } = sharedApi.cannedResponses;
const { create, update, delete: remove, fill, values, preview, run, setKey: give } = api.cannedResponses;

const cannedResponsesRoutes = {
  list: list.handler(async ({ context: { actor, withTenant } }) => ({
    items: await withTenant((tx) => listCannedResponses(tx, actor)),
  })),
  create: create.handler(({ context, input }) =>
    context.withTenant((tx) => createCannedResponse(tx, context.actor, input)),
  ),
  update: update.handler(({ context, input }) =>
    context.withTenant((tx) => updateCannedResponse(tx, context.actor, input)),
  ),
  delete: remove.handler(async ({ context: { actor, withTenant }, input: { id } }) => {
    // Hidden, not deleted, so that its text can still be looked up.
    if (!(await withTenant((tx) => hideResponse(tx, id, viewerOf(actor))))) throw fail("canned_response_not_found");
    return { id };
  }),
  fill: fill.handler(({ context, input }) => context.withTenant((tx) => fillCannedResponse(tx, context.actor, input))),
  preview: preview.handler(({ context, input }) => context.withTenant((tx) => previewMacro(tx, context.actor, input))),
  run: run.handler(({ context, input }) => context.withTenant((tx) => runMacro(tx, context.actor, input))),
  setKey: give.handler(({ context, input }) => context.withTenant((tx) => setKey(tx, context.actor, input))),
  values: values.handler(({ context, input }) =>
    context.withTenant((tx) => readPlaceholderValues(tx, context.actor, input)),
  ),
};
