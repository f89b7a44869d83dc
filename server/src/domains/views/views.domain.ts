import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { arrangeViews, changeView, countViewTickets, createView, listViews, removeView } from "./save-view.ts";
import { deleteOwnViews } from "./views.queries.ts";

export const views: Domain = {
  tables: ["saved_views"],
  routes: () => ({ views: viewsRoutes }),
  // Shared views stay: they belong to the store.
  subscribers: { "user.deleted": (tx, { userId }) => deleteOwnViews(tx, userId) },
};

const viewsRoutes = {
  list: api.views.list.handler(async ({ context }) => ({
    items: await context.withTenant((tx) => listViews(tx, context.actor)),
  })),
  counts: api.views.counts.handler(async ({ context }) => ({
    items: await countViewTickets(context),
  })),
  create: api.views.create.handler(({ context, input }) =>
    context.withTenant((tx) => createView(tx, context.actor, input)),
  ),
  update: api.views.update.handler(({ context, input }) =>
    context.withTenant((tx) => changeView(tx, context.actor, input)),
  ),
  remove: api.views.remove.handler(({ context, input }) =>
    context.withTenant((tx) => removeView(tx, context.actor, input.id)),
  ),
  arrange: api.views.arrange.handler(async ({ context, input }) => ({
    items: await context.withTenant((tx) => arrangeViews(tx, context.actor, input.ids)),
  })),
};
