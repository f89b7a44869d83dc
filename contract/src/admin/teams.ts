import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, oneLine, timestamp, trimmedText } from "../page.ts";
import { teamFaults } from "./team-faults.ts";
import { teamLimits } from "./team-limits.ts";

const whole = (most: number, message: string) =>
  z.number(message).int(message).min(1, message).max(most, message).nullable();

const shape = {
  name: trimmedText("Name", teamLimits.teamNameLength, "Name is required")
    .overwrite(oneLine)
    .refine((name) => !name.includes("@"), "Name cannot contain @"),
  memberIds: z.array(id).max(limits.teamSize, `A team has at most ${limits.teamSize} members`),
  /** Whether its tickets are given to the member with the fewest open ones, or left for somebody to take. */
  givesOut: z.boolean(),
  /** Nobody who has so many open tickets is given another; null for no limit. */
  openLimit: whole(teamLimits.teamOpenTickets, teamFaults.openLimit),
  /** After how many minutes supervisors are told of a ticket that nobody has; null for never. */
  tellAfterMinutes: whole(teamLimits.teamTellMinutes, teamFaults.tellAfterMinutes),
};
const definitionSchema = z.object(shape);
export type TeamDefinition = z.output<typeof definitionSchema>;

const teamSchema = z.object({
  ...shape,
  id,
  /** Counts its changes. */
  version: z.number().int(),
});
export type Team = z.infer<typeof teamSchema>;

const awaySchema = z.object({ userId: id, since: timestamp });

const teamsSchema = z.object({
  /** By name. */
  items: z.array(teamSchema),
  /** Who is away. */
  away: z.array(awaySchema),
});
export type Teams = z.infer<typeof teamsSchema>;

/** What somebody has to do, and whether they are there for it. */
const loadSchema = z.object({ userId: id, isOnline: z.boolean(), openTickets: z.number().int() });
export type Load = z.infer<typeof loadSchema>;

const away = {
  isAway: z.boolean(),
  /** Whether the open tickets of who goes away are handed over: to their teams, or to nobody. */
  handsOver: z.boolean().default(false),
};

/** Who takes which tickets (docs/product.md#teams). */
export const teams = {
  /** Lists the store's teams, and who is away. */
  list: endpoint("team:read", "GET", "/teams", { v1: true }).output(teamsSchema),
  /** Says of everybody in a team whether they are online, and how many open tickets they have. */
  loads: endpoint("team:read", "GET", "/teams/loads").output(z.object({ items: z.array(loadSchema) })),
  create: endpoint("teams:manage", "POST", "/teams")
    .errors(among("too_many_teams", "team_name_taken", "colleague_not_found"))
    // A second request with the same key returns what the first one made.
    .input(z.object({ ...shape, idempotencyKey: id }))
    .output(teamSchema),
  update: endpoint("teams:manage", "PUT", "/teams/{id}")
    .errors(among("team_not_found", "team_changed_meanwhile", "team_name_taken", "colleague_not_found"))
    .input(z.object({ ...shape, id, expectedVersion: z.number().int() }))
    .output(teamSchema),
  /** Deletes a team; its tickets are without one. */
  remove: endpoint("teams:manage", "DELETE", "/teams/{id}")
    .errors(among("team_not_found"))
    .input(z.object({ id }))
    .output(z.object({ id })),
  /** Says that one is away, or back. */
  setOwnAway: endpoint("account:update", "POST", "/teams/away", { twice: "sets" })
    .input(z.object(away))
    .output(teamsSchema),
  setAway: endpoint("people:set-away", "POST", "/teams/away/{userId}", { twice: "sets" })
    .errors(among("colleague_not_found"))
    .input(z.object({ ...away, userId: id }))
    .output(teamsSchema),
};
