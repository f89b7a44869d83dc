import type { Domain } from "../../platform/domain.ts";
import { deleteExpiredSignIns } from "./auth.jobs.ts";
import { accountRoutes, signInRoutes } from "./auth.routes.ts";
import { avatarRoutes } from "./avatar.routes.ts";
import { signInOf } from "./open-sign-in.ts";

export const auth: Domain = {
  name: "auth",
  routes: (http) => ({ account: accountRoutes(signInOf(http)) }),
  streams: [signInRoutes, avatarRoutes],
  schedules: [deleteExpiredSignIns],
};
