import { settling } from "../../platform/db/settling.ts";
import type { Noted, TenantTx } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { findFailed, looksOf, selectFacts, valuesOf } from "../rules/index.ts";
import { setClocks, type TicketClock, type ToldOfClock } from "../tickets/index.ts";
import { type ClockRow, selectClockRows } from "./clocks.queries.ts";
import { type ClockFacts, clocksOf, type TicketReading } from "./clocks-of.ts";
import { policiesOnJson, type RunningPolicy, type StoredPolicy, toRunning } from "./policies.queries.ts";

/** Steps after which no clock is another one, and no condition of a policy holds that did not. */
const withoutEffect = new Set<string>(["note_added", "forwarded", "snoozed", "woken", "due_date_changed"]);

/** Keeps the clocks of the tickets that a transaction changed, before it ends (docs/decisions/0120). */
export const keepClocks = settling<StoredPolicy[]>({
  asks: changedIn,
  reads: policiesOnJson,
  async react(tx, stored, { log }) {
    if (stored.length === 0) return;
    await renewClocks(tx, changedIn(tx.noted), stored.map(toRunning), { isQuiet: false, log });
  },
});

/** The tickets whose clocks these steps may have changed. */
function changedIn(noted: readonly Noted[]): string[] {
  return [...new Set(noted.filter(({ kind }) => !withoutEffect.has(kind)).map(({ about }) => about))];
}

type How = {
  /** Whether what is at risk or breached by now counts as told: a new policy is no news of every old ticket. */
  isQuiet: boolean;
  /** Is told of a clock that could not be computed; without it, that fails. */
  log?: Services["log"];
};

/** Computes the clocks of tickets from their trails, and writes them where they changed. */
export async function renewClocks(
  tx: TenantTx,
  ids: string[],
  policies: readonly RunningPolicy[],
  { isQuiet, log }: How,
): Promise<void> {
  const rows = await selectClockRows(tx, ids);
  const policyOf = await matchPolicies(tx, ids, policies);
  const [changed, clocks]: [string[], TicketClock[]] = [[], []];
  for (const row of rows) {
    const compute = () => clocksBy(row, policyOf.get(row.id), isQuiet);
    const of = log === undefined ? compute() : undisturbed(compute, log, row.id);
    if (of === undefined || isSame(row.clocks ?? [], of)) continue;
    changed.push(row.id);
    clocks.push(...of);
  }
  if (changed.length > 0) await setClocks(tx, changed, clocks);
}

/** A clock that cannot be computed, such as by a time zone that this machine does not know, keeps no mail from being stored. */
function undisturbed(compute: () => TicketClock[], log: Services["log"], ticketId: string): TicketClock[] | undefined {
  try {
    return compute();
  } catch (error) {
    log.error({ err: error, ticketId }, "The clocks of a ticket could not be computed");
    return undefined;
  }
}

/** The policy of each ticket: the first one whose conditions hold. */
export async function matchPolicies(
  tx: TenantTx,
  ids: readonly string[],
  policies: readonly RunningPolicy[],
): Promise<Map<string, RunningPolicy>> {
  const [first] = policies;
  const found = new Map<string, RunningPolicy>();
  if (first === undefined) return found;
  if (first.conditions.length === 0) return new Map(ids.map((id) => [id, first]));
  const asked = ids.map((ticketId) => ({ ticketId, messageId: null }));
  for (const facts of await selectFacts(tx, asked, looksOf(policies))) {
    if (!facts) continue;
    // The time of a policy's condition is the ticket's, so that no ticket gets another policy at night.
    const values = valuesOf(facts, facts.createdAt);
    const policy = policies.find((one) => findFailed(one, values) === null);
    if (policy) found.set(facts.ticket.id, policy);
  }
  return found;
}

/** What a row says for the clocks of its ticket. */
export function factsOf({ createdAt, status, waitingSince, isAnswered, steps }: ClockRow): ClockFacts {
  return {
    createdAt: Date.parse(createdAt),
    status,
    waitingSince: waitingSince === null ? null : Date.parse(waitingSince),
    isAnswered,
    steps: (steps ?? []).map(({ at, from, to }) => ({ at: Date.parse(at), from, to })),
  };
}

function clocksBy(row: ClockRow, policy: RunningPolicy | undefined, isQuiet: boolean): TicketClock[] {
  if (policy === undefined) return [];
  return clocksOf(factsOf(row), policy).map((reading) => {
    const before = row.clocks?.find(({ clock }) => clock === reading.clock);
    const written = {
      clock: reading.clock,
      policyId: policy.id,
      beganAt: iso(reading.began),
      dueAt: reading.dueAt === null ? null : iso(reading.dueAt),
      riskAt: reading.riskAt === null ? null : iso(reading.riskAt),
      isPaused: reading.isPaused,
      leftMs: reading.leftMs,
    };
    const isAsBefore = before?.beganAt === written.beganAt && before.dueAt === written.dueAt;
    const toldBefore = before?.beganAt === written.beganAt ? before.told : "nothing";
    const told = toldOf(toldBefore, reading, Date.parse(row.now), isQuiet && !isAsBefore);
    return { ...written, ticketId: row.id, told, tellsAt: tellsAt(told, reading) };
  });
}

/** What was told of a clock, as far as it still holds. */
function toldOf(before: ToldOfClock, { dueAt, riskAt }: TicketReading, now: number, isQuiet: boolean): ToldOfClock {
  const level = dueAt !== null && dueAt <= now ? 2 : riskAt !== null && riskAt <= now ? 1 : 0;
  const told = isQuiet ? level : Math.min(levels.indexOf(before), level);
  return levels[told] ?? "nothing";
}
const levels: readonly ToldOfClock[] = ["nothing", "at_risk", "breached"];

/** When the next thing is to be told of a clock; of a paused one with time left nothing is. */
function tellsAt(told: ToldOfClock, { dueAt, riskAt }: TicketReading): string | null {
  if (told === "breached" || dueAt === null) return null;
  return iso(told === "nothing" ? (riskAt ?? dueAt) : dueAt);
}

const iso = (at: number) => new Date(at).toISOString();

function isSame(before: readonly Omit<TicketClock, "ticketId">[], now: readonly TicketClock[]): boolean {
  const written = (clock: Omit<TicketClock, "ticketId">) => JSON.stringify(names.map((name) => clock[name]));
  const [one, other] = [before.map(written).sort(), now.map(written).sort()];
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
const names = [
  ...(["clock", "policyId", "beganAt", "dueAt", "riskAt", "isPaused", "leftMs", "told", "tellsAt"] as const),
] as const;
