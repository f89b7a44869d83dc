import type { Domain } from "../../platform/domain.ts";
import { noteSeen } from "./give-out.queries.ts";
import { leaveWhenInactive, leaveWhenRemoved } from "./save-team.ts";
import { teamsRoutes } from "./teams.routes.ts";

export const teams: Domain = {
  tables: ["teams", "team_members", "away_people", "seen_people"],
  routes: () => ({ teams: teamsRoutes }),
  subscribers: { "user.updated": leaveWhenInactive, "user.deleted": leaveWhenRemoved },
  seen: noteSeen,
};
