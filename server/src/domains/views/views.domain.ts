import type { Domain } from "../../platform/domain.ts";
import { deleteOwnViews } from "./views.queries.ts";
import { viewsRoutes } from "./views.routes.ts";

export const views: Domain = {
  tables: ["saved_views"],
  routes: () => ({ views: viewsRoutes }),
  // What they shared is the store's.
  subscribers: { "user.deleted": (tx, { userId }) => deleteOwnViews(tx, userId) },
};
