import { nobody } from "@deskhand/contract/admin/rule-parts";
import type { RuleDefinition, TriedRule } from "@deskhand/contract/admin/rules";
import { statusLabels, ticketStatuses } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Failure } from "../../platform/fail.ts";
import { type ChangeableTicket, planChange, type Step } from "../tickets/index.ts";
import { changeOf } from "./do-actions.ts";
import { type Facts, selectFacts } from "./facts.queries.ts";
import { findFailed, looksAtOrders, valuesOf } from "./find-failed.ts";
import { selectColleagues, selectPeople } from "./rules.queries.ts";
import { triggerOf } from "./run-rules.ts";
import { movesOf } from "./timers.queries.ts";
import { type PastStep, selectClockTimes, selectTrails } from "./try.queries.ts";

type Changing = Pick<ChangeableTicket, "status" | "priority" | "category" | "tags" | "assignee">;
/** An occasion of the past: the steps of its trail that were taken until then, and when. */
type PastOccasion = { ticketId: string; messageId: string | null; at: string; until: number; trail: PastStep[] };
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
    .slice(0, mostOccasions);
  const people = await selectPeople(tx);
  const there = await selectColleagues(tx, [...people.keys()]);
  const assignees: Assignees = (id) => {
    if (id === null) return null;
    return there.has(id) ? { id, name: people.get(id) ?? "" } : undefined;
  };
  const items: TriedRule[] = [];
  for (let from = 0; from < occasions.length; from += together) {
    const some = occasions.slice(from, from + together);
    const facts = await selectFacts(tx, some, looksAtOrders([rule]));
    for (const [index, occasion] of some.entries()) {
      const now = facts[index];
      const effects = now ? effectsOn(rule, now, occasion, assignees) : null;
      if (!now || effects === null) continue;
      const { id: ticketId, ticketNumber, subject } = now.ticket;
      items.push({ ticketId, ticketNumber, subject, at: occasion.at, effects });
    }
  }
  return { looked: occasions.length, tickets: trails.length, items };
}

const HOUR_MS = 3_600_000;

function occasionsIn(trail: PastStep[], rule: RuleDefinition): PastOccasion[] {
  return rule.delayHours === null ? stepsIn(trail, rule) : timesIn(trail, rule, rule.delayHours * HOUR_MS);
}

function stepsIn(trail: PastStep[], { trigger }: RuleDefinition): PastOccasion[] {
  return trail.flatMap(({ ticketId, kind, messageId, at }, until) =>
    triggerOf(kind) === trigger ? [{ ticketId, messageId, at, until, trail }] : [],
  );
}

/** When the clocks of targets that are at risk or breached now became so: what those of the past were is not kept. */
function clocksIn(trail: PastStep[], times: ReadonlyMap<string, string[]>): PastOccasion[] {
  const ticketId = trail[0]?.ticketId;
  if (ticketId === undefined) return [];
  return (times.get(ticketId) ?? []).map((at) => {
    const until = trail.findLastIndex((step) => Date.parse(step.at) <= Date.parse(at));
    return { ticketId, messageId: null, at, until, trail };
  });
}

/** When a clock would have run out, by what started and stopped it. */
function timesIn(trail: PastStep[], { trigger }: RuleDefinition, delayMs: number): PastOccasion[] {
  const found: PastOccasion[] = [];
  let due: number | null = null;
  const ring = (until: number, before: number) => {
    const ticketId = trail[until]?.ticketId;
    if (due === null || due > before || ticketId === undefined) return;
    found.push({ ticketId, messageId: null, at: new Date(due).toISOString(), until, trail });
    due = null;
  };
  for (const [index, step] of trail.entries()) {
    ring(index - 1, Date.parse(step.at));
    const { sets, ends } = movesOf(step);
    if (sets.some((name) => name === trigger)) due = Date.parse(step.at) + delayMs;
    else if (ends.some((name) => name === trigger)) due = null;
  }
  ring(trail.length - 1, Date.now());
  return found;
}

type Assignees = (id: string | null) => ChangeableTicket["assignee"] | undefined;

/** What a rule would have done on an occasion, in words; null where it would not have run, or have changed nothing. */
function effectsOn(rule: RuleDefinition, now: Facts, occasion: PastOccasion, assignees: Assignees): string[] | null {
  const then = valuesThen(now.ticket, occasion);
  const isArchived = then.status === "resolved" || then.status === "closed";
  if (isArchived && rule.delayHours !== null) return null;
  const ticket: ChangeableTicket = { ...now.ticket, ...then, isArchived, snoozedUntil: null, mergedInto: null };
  if (findFailed(rule, valuesOf({ ...now, ticket })) !== null) return null;
  const at = new Date(occasion.at);
  const notes = rule.actions.filter(({ action }) => action === "add_note").map(() => "Adds an internal note");
  const by = { kind: "rule", userId: null, name: rule.name } as const;
  const plan = (actions: RuleDefinition["actions"]): string[] => {
    const item = { id: ticket.id, change: changeOf(actions, at), expected: {} };
    return planChange(ticket, item, by, assignees(item.change.assignedTo ?? null), at)?.steps.map(stepWords) ?? [];
  };
  const changes = rule.actions.filter(({ action }) => action !== "add_note");
  const effects = [...plannedWords(changes, plan), ...notes];
  return effects.length === 0 ? null : effects;
}

// As the rule runs: all together, or each by itself where one of them is refused.
function plannedWords(changes: RuleDefinition["actions"], plan: (actions: RuleDefinition["actions"]) => string[]) {
  if (changes.length === 0) return [];
  try {
    return plan(changes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (changes.length === 1) return [`Refused: ${error.message}`];
    return changes.flatMap((one): string[] => plannedWords([one], plan));
  }
}

/** What of a ticket was otherwise before the later steps of its trail were taken. */
function valuesThen(now: Changing, { trail, until }: PastOccasion): Changing {
  const then: Changing = { ...now };
  for (const { kind, details } of trail.slice(until + 1).reverse()) {
    const { from, to, fromId } = details;
    if (kind === "status_changed" || kind === "reopened")
      then.status = ticketStatuses.find((one) => one === from) ?? then.status;
    else if (kind === "assigned")
      then.assignee = typeof fromId === "string" ? { id: fromId, name: String(from) } : null;
    else if (kind === "tags_changed") {
      const added = tagsIn(to);
      then.tags = [...then.tags.filter((tag) => !added.includes(tag)), ...tagsIn(from)];
    } else
      Object.assign(
        then,
        kind === "priority_changed" && { priority: from },
        kind === "category_changed" && { category: from },
      );
  }
  return then;
}

const tagsIn = (list: unknown) => (typeof list === "string" ? list.split(", ") : []);

/** A step in words: "Status: Open → Pending". */
function stepWords({ kind, details }: Step): string {
  const [from, to] = [wordsOf(details.from), wordsOf(details.to)];
  if (kind === "status_changed") return `Status: ${from} → ${to}`;
  if (kind === "reopened") return "Reopened";
  if (kind === "priority_changed") return `Priority: ${from} → ${to}`;
  if (kind === "category_changed") return `Category: ${from} → ${to}`;
  if (kind === "assigned") return `Assignee: ${from} → ${to}`;
  if (kind === "tags_changed")
    return [details.to && `Adds tags: ${to}`, details.from && `Removes tags: ${from}`].filter(Boolean).join(", ");
  return kind === "snoozed" ? "Snoozed" : kind;
}

function wordsOf(value: unknown): string {
  const status = ticketStatuses.find((one) => one === value);
  if (status !== undefined) return statusLabels[status];
  return typeof value === "string" ? value : nobody;
}
