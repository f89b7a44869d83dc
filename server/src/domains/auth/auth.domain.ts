import type { Domain } from "../../platform/domain.ts";
import { purgeExpiredSignIns } from "./auth.queries.ts";
import { accountRoutes, signInRoutes } from "./auth.routes.ts";
import { avatarRoutes } from "./avatar.routes.ts";
import { signInOf } from "./open-sign-in.ts";

export const auth: Domain = {
  routes: (http) => ({ account: accountRoutes(signInOf(http)) }),
  streams: [signInRoutes, avatarRoutes],
  schedules: [{ name: "auth.delete-expired", cron: "41 3 * * *", work: ({ db }) => purgeExpiredSignIns(db) }],
};
