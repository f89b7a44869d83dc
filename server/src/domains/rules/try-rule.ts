import { isDeed, nobody } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet, RuleDefinition, TriedRule } from "@deskhand/contract/admin/rules";
import type { Team } from "@deskhand/contract/admin/teams";
import { errors } from "@deskhand/contract/errors";
import { statusLabels, ticketStatuses } from "@deskhand/contract/vocabulary";
import type { Noted, TenantTx } from "../../platform/db/tenant.ts";
import { Failure } from "../../platform/fail.ts";
import { type OpenTeam, selectTeams } from "../teams/index.ts";
import { type ChangeableTicket, planChange } from "../tickets/index.ts";
import { deeds } from "./asked.queries.ts";
import { changeOf, changesIn, writesNotesFirst } from "./do-actions.ts";
import { type Facts, selectFacts } from "./facts.queries.ts";
import { findFailed, looksOf, valuesOf } from "./find-failed.ts";
import { openTriedReplies } from "./open-tried-replies.ts";
import { afterSteps, type Changing, clocksIn, occasionsIn, valuesThen } from "./past-occasions.ts";
import { selectColleagues, selectPeople } from "./rules.queries.ts";
import { selectClockTimes, selectTrails } from "./try.queries.ts";

type Tried = { looked: number; tickets: number; items: TriedRule[] };

/** Of so many occasions a trial looks at the newest; and it reads so many at a time. */
const mostOccasions = 2_000;
const together = 100;

/**
 * Says what a rule would have done on the newest tickets: on each occasion of the past, with what the ticket was then. Orders are as
 * they are now.
 */
export async function tryRule(tx: TenantTx, rule: RuleDefinition): Promise<Tried> {
  const trails = await selectTrails(tx);
  const ofClocks = await selectClockTimes(tx, rule.trigger);
  const occasions = trails
    .flatMap((trail) => [...occasionsIn(trail, rule), ...clocksIn(trail, ofClocks)])
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, mostOccasions)
    .reverse();
  const people = await selectPeople(tx);
  const there = await selectColleagues(tx, [...people.keys()]);
  const assignees: Assignees = (id) => {
    if (id === null) return null;
    return there.has(id) ? { id, name: people.get(id) ?? "" } : undefined;
  };
  const teams = new Map((await selectTeams(tx)).map((team) => [team.id, teamOfTrial(team)]));
  const foundOf: FoundOf = ({ assignedTo = null, teamId = null }) => ({
    assignee: assignees(assignedTo),
    team: teamId === null ? null : teams.get(teamId),
  });
  const replies = await openTriedReplies(tx, rule);
  const items: TriedRule[] = [];
  /** What the rule would have made of tickets on earlier occasions. */
  const left = new Map<string, Left>();
  for (let from = 0; from < occasions.length; from += together) {
    const some = occasions.slice(from, from + together);
    const facts = await selectFacts(tx, some, looksOf([rule]));
    await replies.read(some);
    for (const [index, occasion] of some.entries()) {
      const now = facts[index];
      if (!now) continue;
      const { ticketId, at, until } = occasion;
      const before = left.get(ticketId);
      const then = before ? afterSteps(before.as, occasion.trail.slice(before.until + 1, until + 1)) : null;
      const ticket = ticketThen(now.ticket, then ?? valuesThen(now.ticket, occasion));
      const done = effectsOn(rule, { ...now, ticket }, at, foundOf);
      if (done === null) continue;
      const effects = [...done.effects, ...(await replies.on(occasion))];
      if (effects.length === 0) continue;
      left.set(ticketId, { as: done.after, until });
      const { ticketNumber, subject } = ticket;
      items.push({ ticketId, ticketNumber, subject, at, effects });
    }
  }
  return { looked: occasions.length, tickets: trails.length, items: items.reverse() };
}

type Left = { as: Changing; until: number };

function ticketThen(now: ChangeableTicket, then: Changing): ChangeableTicket {
  const isArchived = then.status === "resolved" || then.status === "closed";
  return { ...now, ...then, isArchived, snoozedUntil: null, mergedInto: null };
}

const noteAdded = "Adds an internal note";

/** What an action does besides changing the ticket and replying; `noted` is the ticket as it takes a note. */
function otherEffectOf({ action }: RuleActionSet, noted: ChangeableTicket): string[] {
  if (action === "add_note") return [noted.isArchived ? `Refused: ${errors.ticket_archived.message}` : noteAdded];
  return isDeed(action) ? [deeds.of(action).tried ?? []].flat() : [];
}

type Assignees = (id: string | null) => ChangeableTicket["assignee"] | undefined;
type FoundOf = (change: ReturnType<typeof changeOf>) => Parameters<typeof planChange>[3];

/** A team of a trial: nobody knows whose turn it would have been. */
function teamOfTrial({ id, name, memberIds }: Pick<Team, "id" | "name" | "memberIds">): OpenTeam {
  return { id, name, has: (userId) => memberIds.includes(userId), next: () => null };
}

type Effects = { effects: string[]; after: ChangeableTicket };

/** What a rule would have done on an occasion besides replying, in words; null where it would not have run. */
function effectsOn(rule: RuleDefinition, facts: Facts, at: string, foundOf: FoundOf): Effects | null {
  const { ticket } = facts;
  if (rule.delayHours !== null && ticket.isArchived !== (rule.trigger === "since_resolved")) return null;
  if (findFailed(rule, valuesOf(facts)) !== null) return null;
  const by = { kind: "rule", userId: null, name: rule.name } as const;
  const now = new Date(at);
  const plan: Plan = (before, actions) => {
    const item = { id: before.id, change: changeOf(actions, now), expected: {} };
    const planned = planChange(before, item, by, foundOf(item.change), now);
    return planned ? { effects: planned.steps.map(stepWords), after: planned.after } : { effects: [], after: before };
  };
  const changed = changesIn(rule.actions).reduce(
    ({ effects, after }, changes) => {
      const next = planAll(after, changes, plan);
      return { effects: [...effects, ...next.effects], after: next.after };
    },
    { effects: [], after: ticket } satisfies Effects as Effects,
  );
  const noted = writesNotesFirst(rule.actions) ? ticket : changed.after;
  const others = rule.actions.flatMap((action) => otherEffectOf(action, noted));
  return { effects: [...changed.effects, ...others], after: changed.after };
}

type Actions = readonly RuleActionSet[];
type Plan = (before: ChangeableTicket, actions: Actions) => Effects;

// As the rule runs: all together, or one after the other where one of them is refused.
function planAll(before: ChangeableTicket, changes: Actions, plan: Plan): Effects {
  try {
    return plan(before, changes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (changes.length === 1) return { effects: [`Refused: ${error.message}`], after: before };
    const begun: Effects = { effects: [], after: before };
    return changes.reduce(({ effects, after }, one) => {
      const next = planAll(after, [one], plan);
      return { effects: [...effects, ...next.effects], after: next.after };
    }, begun);
  }
}

/** A step in words: "Status: Open → Pending". */
export function stepWords({ kind, details }: Pick<Noted, "kind" | "details">): string {
  const [from, to] = [details.from ?? nobody, details.to ?? nobody];
  if (kind === "status_changed") return `Status: ${statusWords(from)} → ${statusWords(to)}`;
  if (kind === "reopened") return "Reopened";
  if (kind === "priority_changed") return `Priority: ${from} → ${to}`;
  if (kind === "category_changed") return `Category: ${from} → ${to}`;
  if (kind === "assigned") return `Assignee: ${from} → ${to}`;
  if (kind === "team_changed") return `Team: ${details.from ?? "none"} → ${details.to ?? "none"}`;
  if (kind === "tags_changed")
    return [details.to && `Adds tags: ${to}`, details.from && `Removes tags: ${from}`].filter(Boolean).join(", ");
  if (kind === "note_added") return noteAdded;
  return kind === "snoozed" ? "Snoozed" : kind;
}

function statusWords(value: unknown): string {
  const status = ticketStatuses.find((one) => one === value);
  return status === undefined ? String(value) : statusLabels[status];
}
