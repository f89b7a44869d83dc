import type { ChangedItem } from "@deskhand/contract/desk/change-many";
import type { Acting } from "../../../platform/acting.ts";
import { fail } from "../../../platform/fail.ts";
import type { OpenTeam } from "../../teams/index.ts";
import type { Step } from "../rows/trail.queries.ts";
import { assignmentOf } from "./create-ticket.ts";

type Named = { id: string; name: string };
/** Whose a ticket is. */
type Assigned = { assignee: Named | null; team: Named | null };

/** What somebody wants of a ticket's assignment, and what they saw. */
type Wanted = {
  change: Pick<ChangedItem["change"], "assignedTo" | "teamId">;
  expected: Pick<ChangedItem["expected"], "assignedTo" | "teamId">;
  /** Takes it from this person, or from nobody, for whose turn it is in its team. Whoever has it by then otherwise keeps it. */
  handsOutFrom?: string | null;
};

/** What a change names, as found: undefined where there is no such colleague or team. When a ticket is handed over, `team` is its own. */
export type Found = { assignee: Named | null | undefined; team: OpenTeam | null | undefined };

/**
 * Plans whose a ticket becomes. One that comes to a team stays with an assignee who is a member, unless the change names somebody; else
 * it goes to whose turn it is there, or to nobody.
 */
export function planAssignment(ticketId: string, by: Acting, before: Assigned, wanted: Wanted, found: Found) {
  const { change, expected, handsOutFrom } = wanted;
  const values: Partial<Assigned> = {};
  const steps: Step[] = [];
  const team = teamWanted(before, wanted, found);
  if (team !== undefined) {
    values.team = team && { id: team.id, name: team.name };
    const [from, to] = [before.team, values.team];
    const details = { from: from?.name ?? null, to: to?.name ?? null, fromId: from?.id ?? null, toId: to?.id ?? null };
    steps.push({ ticketId, kind: "team_changed", details });
  }
  const current = before.assignee?.id ?? null;
  let assignee = before.assignee;
  let byTeam: OpenTeam | null | undefined;
  if (change.assignedTo !== undefined && change.assignedTo !== current) {
    if (found.assignee === undefined) throw fail("colleague_not_found");
    if (expected.assignedTo !== undefined && expected.assignedTo !== current) {
      throw fail("ticket_changed_meanwhile", { field: "assignedTo", value: before.assignee?.name ?? null });
    }
    assignee = found.assignee;
  } else if (handsOutFrom !== undefined) byTeam = handsOutFrom === current ? (found.team ?? null) : undefined;
  else if (team && change.assignedTo === undefined && !(current !== null && team.has(current))) byTeam = team;
  // Last, so that nobody's turn is taken for a change that is refused.
  if (byTeam !== undefined) assignee = byTeam?.next() ?? null;
  const assignment =
    assignee?.id === before.assignee?.id ? null : assignmentOf(ticketId, by, before.assignee, assignee, byTeam?.name);
  if (assignment) {
    values.assignee = assignee;
    steps.push(assignment.step);
  }
  return { values, steps, event: assignment?.event ?? null };
}

/** The team that a ticket comes to; null for none, undefined where it stays as it is. */
function teamWanted(before: Assigned, { change, expected }: Wanted, { team }: Found): OpenTeam | null | undefined {
  const current = before.team?.id ?? null;
  if (change.teamId === undefined || change.teamId === current) return undefined;
  if (team === undefined) throw fail("team_not_found");
  if (expected.teamId !== undefined && expected.teamId !== current) {
    throw fail("ticket_changed_meanwhile", { field: "teamId", value: before.team?.name ?? null });
  }
  return team;
}
