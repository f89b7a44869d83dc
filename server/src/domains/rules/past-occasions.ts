import type { RuleDefinition } from "@deskhand/contract/admin/rules";
import { ticketStatuses } from "@deskhand/contract/vocabulary";
import type { ChangeableTicket } from "../tickets/index.ts";
import { triggerOf } from "./run-rules.ts";
import { movesOf } from "./timers.queries.ts";
import type { PastStep } from "./try.queries.ts";

/** What rules change on a ticket and can be told from its trail. */
export type Changing = Pick<ChangeableTicket, "status" | "priority" | "category" | "tags" | "assignee" | "team">;

/** An occasion of the past: the trail of its ticket, of which the steps up to number `until` were taken by then. */
export type PastOccasion = { ticketId: string; messageId: string | null; at: string; until: number; trail: PastStep[] };

const HOUR_MS = 3_600_000;
/** The steps of one transaction are hardly further apart. */
const TOGETHER_MS = 1_000;

/** The occasions on which a rule would have been looked at, by the trail of a ticket. */
export function occasionsIn(trail: PastStep[], rule: RuleDefinition): PastOccasion[] {
  return rule.delayHours === null ? stepsIn(trail, rule) : timesIn(trail, rule, rule.delayHours * HOUR_MS);
}

/** As when rules run: several changes at once are one occasion, a ticket's first ones are none, and no rule starts itself. */
function stepsIn(trail: PastStep[], { name, trigger }: RuleDefinition): PastOccasion[] {
  return transactionsIn(trail).flatMap((steps) => {
    const until = steps.at(-1)?.index ?? 0;
    const isBeginning = steps.some(({ kind }) => kind === "created");
    const isOwn = steps.every(({ details }) => details.actedBy === "rule" && details.author === name);
    const starting = steps.filter(({ kind }) => triggerOf(kind) === trigger);
    if (isOwn || (isBeginning && trigger === "changed")) return [];
    const counted = trigger === "changed" || trigger === "created" ? starting.slice(0, 1) : starting;
    return counted.map(({ ticketId, messageId, at }) => ({ ticketId, messageId, at, until, trail }));
  });
}

function transactionsIn(trail: PastStep[]): (PastStep & { index: number })[][] {
  const found: (PastStep & { index: number })[][] = [];
  for (const [index, step] of trail.entries()) {
    const last = found.at(-1)?.at(-1);
    const isSame = last?.transaction === step.transaction && Date.parse(step.at) - Date.parse(last.at) < TOGETHER_MS;
    if (isSame) found.at(-1)?.push({ ...step, index });
    else found.push([{ ...step, index }]);
  }
  return found;
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

/** What of a ticket was otherwise before the later steps of its trail were taken. */
export function valuesThen(now: Changing, { trail, until }: PastOccasion): Changing {
  const turned = trail
    .slice(until + 1)
    .reverse()
    .map(({ kind, details: { from, to, fromId, toId } }) => ({
      kind,
      details: { from: to ?? (kind === "reopened" ? "open" : to), to: from, fromId: toId, toId: fromId },
    }));
  return afterSteps(now, turned);
}

/** What a ticket is after these steps. */
export function afterSteps(before: Changing, steps: readonly Pick<PastStep, "kind" | "details">[]): Changing {
  const after: Changing = { ...before };
  for (const { kind, details } of steps) {
    const { from, to, toId } = details;
    if (kind === "status_changed") after.status = statusIn(to) ?? after.status;
    else if (kind === "reopened") after.status = statusIn(to) ?? "open";
    else if (kind === "assigned") after.assignee = typeof toId === "string" ? { id: toId, name: String(to) } : null;
    else if (kind === "team_changed") after.team = typeof toId === "string" ? { id: toId, name: String(to) } : null;
    else if (kind === "tags_changed") {
      const removed = tagsIn(from);
      after.tags = [...after.tags.filter((tag) => !removed.includes(tag)), ...tagsIn(to)];
    } else
      Object.assign(
        after,
        kind === "priority_changed" && { priority: to },
        kind === "category_changed" && { category: to },
      );
  }
  return after;
}

const statusIn = (value: unknown) => ticketStatuses.find((one) => one === value);
const tagsIn = (list: unknown) => (typeof list === "string" ? list.split(", ") : []);

/** When the clocks of targets that are at risk or breached now became so: what those of the past were is not kept. */
export function clocksIn(trail: PastStep[], times: ReadonlyMap<string, string[]>): PastOccasion[] {
  const ticketId = trail[0]?.ticketId;
  if (ticketId === undefined) return [];
  return (times.get(ticketId) ?? []).map((at) => {
    const until = trail.findLastIndex((step) => Date.parse(step.at) <= Date.parse(at));
    return { ticketId, messageId: null, at, until, trail };
  });
}
