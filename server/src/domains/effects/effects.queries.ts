import type { EffectKind, EffectState, Effect as ShownEffect } from "@deskhand/contract/admin/effects";
import { webhookLimits } from "@deskhand/contract/admin/webhook-limits";
import { sql } from "kysely";
import type { Acting } from "../../platform/acting.ts";
import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";
import type { Effect, Outcome } from "./performers.ts";

export type NewEffect = Omit<Effect, "createdAt">;

/** Inserts a planned effect; one with its id stays as it is, and false is returned. */
export async function insertEffect(
  tx: TenantTx,
  { id, kind, targetId, ticketId, request }: NewEffect,
  cause: { kind: Acting["kind"]; name: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("effects")
    .values({
      id,
      kind,
      target_id: targetId,
      ticket_id: ticketId,
      request: JSON.stringify(request),
      cause_kind: cause.kind,
      cause_name: cause.name,
    })
    .onConflict((conflict) => conflict.columns(["client_id", "id"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** A colleague's name. */
export async function selectPersonName(tx: TenantTx, id: string): Promise<string> {
  return (await tx.selectFrom("users").select("name").where("id", "=", id).executeTakeFirstOrThrow()).name;
}

/** Lists the stores with an effect that is due. */
export async function selectStoresWithDueEffects(tx: GlobalTx): Promise<string[]> {
  const rows = await tx
    .selectFrom(sql<{ id: string }>`stores_with_due_effects()`.as(sql`stores (id)`))
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

const moved = { changed_at: sql<string>`clock_timestamp()` };

/** So long nobody else tries an effect that is being tried, unless the try holds it again. */
const leaseSeconds = 60;
const leaseEnd = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/**
 * Holds an effect for as long again; false if its lease is over, or another try was begun, so that this one must not do anything more. Until the
 * transaction ends, no other try begins.
 */
export async function holdTry(tx: TenantTx, { id, tries }: { id: string; tries: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("effects")
    .set({ due_at: leaseEnd })
    .where("id", "=", id)
    .where("state", "=", "sent")
    .where("tries", "=", tries)
    .where("due_at", ">", sql<string>`clock_timestamp()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Begins a try of the effect that has been due longest, of other targets than those named; nobody else does it for `leaseSeconds`. */
export function takeDueEffect(
  tx: TenantTx,
  busyTargets: readonly string[],
): Promise<(Effect & { tries: number }) | undefined> {
  return tx
    .updateTable("effects")
    .set({
      ...moved,
      state: "sent",
      tries: sql<number>`tries + 1`,
      due_at: leaseEnd,
    })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("effects")
        .select("id")
        .where("state", "in", ["planned", "sent"])
        .where("due_at", "<=", sql<string>`clock_timestamp()`)
        .where(sql<boolean>`target_id <> all (${busyTargets}::uuid[])`)
        .orderBy("due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "kind", "target_id as targetId", "ticket_id as ticketId", "request", "tries"])
    .returning("created_at as createdAt")
    .$castTo<Effect & { tries: number }>()
    .executeTakeFirst();
}

/**
 * Stores how a try ended, and returns the effect's state; null, storing nothing, if another one was begun since. What could not be done is
 * tried again for some time.
 */
export async function endTry(
  tx: TenantTx,
  { id, tries }: { id: string; tries: number },
  { end, answer }: Outcome,
  { againInSeconds, triedSeconds }: { againInSeconds: number; triedSeconds: number },
): Promise<EffectState | null> {
  const isOver = sql<boolean>`clock_timestamp() > begun_at + make_interval(secs => ${triedSeconds})`;
  const givenUp: EffectState = end === "unanswered" ? "unknown" : "refused";
  const isFinal = end === "done" || end === "refused" || end === "unknown";
  const ended = await tx
    .updateTable("effects")
    .set({
      ...moved,
      answer: answer.slice(0, webhookLimits.effectAnswerLength).toWellFormed(),
      state: isFinal ? end : sql<EffectState>`case when ${isOver} then ${givenUp} else 'planned' end`,
      due_at: sql<string>`clock_timestamp() + make_interval(secs => ${againInSeconds})`,
    })
    .where("id", "=", id)
    .where("state", "=", "sent")
    .where("tries", "=", tries)
    .returning("state")
    .$castTo<{ state: EffectState }>()
    .executeTakeFirst();
  return ended?.state ?? null;
}

const shown = [
  ...(["id", "kind", "target_id as targetId", "ticket_id as ticketId", "state", "tries", "answer"] as const),
  ...(["created_at as createdAt", "changed_at as changedAt"] as const),
] as const;
const cause = sql<ShownEffect["cause"]>`json_build_object('kind', cause_kind, 'name', cause_name)`.as("cause");
const nextTryAt = sql<string | null>`case when state = 'planned' then due_at end`.as("nextTryAt");

type EffectPage = { targetId: string; after: { at: string; id: string } | null; limit: number };

/** Returns what was done to a target after a cursor, newest first. */
export function selectEffects(tx: TenantTx, { targetId, after, limit }: EffectPage): Promise<ShownEffect[]> {
  return tx
    .selectFrom("effects")
    .select(shown)
    .select([cause, nextTryAt])
    .where("target_id", "=", targetId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .$castTo<ShownEffect>()
    .execute();
}

/** Has an effect of a kind that ended, or that waits for a later try, begin anew; undefined if there is none. */
export async function beginAgain(
  tx: TenantTx,
  kind: EffectKind,
  id: string,
): Promise<(ShownEffect & { isBegun: boolean }) | undefined> {
  const begun = await tx
    .updateTable("effects")
    .set({
      ...moved,
      state: "planned",
      due_at: sql<string>`clock_timestamp()`,
      begun_at: sql<string>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("state", "!=", "sent")
    .where((eb) => eb.or([eb("state", "!=", "planned"), eb("due_at", ">", sql<string>`clock_timestamp()`)]))
    .executeTakeFirst();
  const effect = await tx
    .selectFrom("effects")
    .select(shown)
    .select([cause, nextTryAt])
    .where("id", "=", id)
    .where("kind", "=", kind)
    .$castTo<ShownEffect>()
    .executeTakeFirst();
  return effect && { ...effect, isBegun: begun.numUpdatedRows > 0n };
}

type Span = { targetId: string; from: string; until: string | null; isOnlyUndone: boolean };

/**
 * Has what was planned for a target in a span of time begin anew, in its order, at most so many, the oldest first; those that failed
 * only, or all. What waits or is on its way stays so. Returns how many, and whether there are more.
 */
export async function beginSpanAgain(
  tx: TenantTx,
  { targetId, from, until, isOnlyUndone }: Span,
  most: number,
): Promise<{ begun: number; hasMore: boolean }> {
  const states: EffectState[] = isOnlyUndone ? ["refused", "unknown"] : ["refused", "unknown", "done"];
  const found = await tx
    .selectFrom("effects")
    .select("id")
    .where("target_id", "=", targetId)
    .where("state", "in", states)
    .where("created_at", ">=", from)
    .$if(until !== null, (query) => query.where("created_at", "<", until ?? ""))
    .orderBy("created_at")
    .orderBy("id")
    .limit(most + 1)
    .forUpdate()
    .execute();
  const ids = found.slice(0, most).map(({ id }) => id);
  const turns = sql<{ id: string; turn: number }>`unnest(${ids}::uuid[]) with ordinality`;
  await tx
    .updateTable("effects")
    .from(turns.as<"turns">(sql`turns (id, turn)`))
    .set({
      ...moved,
      state: "planned",
      // A millisecond after each other, as the one that has been due longest is done first.
      due_at: sql<string>`clock_timestamp() + make_interval(secs => turns.turn / 1000.0)`,
      begun_at: sql<string>`clock_timestamp()`,
    })
    .whereRef("effects.id", "=", "turns.id")
    .execute();
  return { begun: ids.length, hasMore: found.length > most };
}

/** The newest effect of each of these targets. */
export async function selectLastEffects(
  tx: TenantTx,
  targetIds: readonly string[],
): Promise<Map<string, { state: EffectState; at: string }>> {
  if (targetIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("effects")
    .distinctOn("target_id")
    .select(["target_id as targetId", "state", "changed_at as at"])
    .where("target_id", "in", targetIds)
    .orderBy("target_id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .$castTo<{ targetId: string; state: EffectState; at: string }>()
    .execute();
  return new Map(rows.map(({ targetId, state, at }) => [targetId, { state, at }]));
}

/** Deletes what ended long ago. */
export async function deleteOldEffects(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("effects")
    .where("state", "not in", ["planned", "sent"])
    .where("changed_at", "<", sql<string>`now() - make_interval(days => ${webhookLimits.effectKeptDays})`)
    .execute();
}

/** Has nothing that waits be done, for the reason given: a copy of the store may not do what the original does. */
export async function refusePlanned(tx: TenantTx, answer: string): Promise<void> {
  await tx
    .updateTable("effects")
    .set({ ...moved, state: "refused", answer })
    .where("state", "in", ["planned", "sent"])
    .execute();
}
