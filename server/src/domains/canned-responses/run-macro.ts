import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { Acted } from "@deskhand/contract/canned-responses";
import type { EventPayloads } from "@deskhand/contract/events";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { actionsOnTickets } from "../tickets/index.ts";
import { selectResponse } from "./canned-responses.queries.ts";
import { countResponseUse, deleteOldRuns, insertRun, keepKey, selectKeyHolder, selectRun } from "./macros.queries.ts";
import { viewerOf } from "./save-canned-response.ts";

type OnTickets = { ticketIds: string[]; actions: RuleActionSet[] };

/** Says what actions would do to tickets. */
export async function previewMacro(tx: TenantTx, actor: Actor, { ticketIds, actions }: OnTickets) {
  return { items: await actionsOnTickets.answer.preview(tx, actor, ticketIds, actions) };
}

/**
 * Does a macro's actions to tickets, as the person who asks: the actions that they saw, also if the macro was edited since. A repeated
 * request does nothing and returns the same.
 */
export async function runMacro(
  tx: TenantTx,
  actor: Actor,
  { id, idempotencyKey: key, ticketIds, actions }: OnTickets & { id: string; idempotencyKey: string },
): Promise<{ results: Acted[] }> {
  const [firstTicketId = ""] = ticketIds;
  await lockName(tx, `macro-run:${key}`);
  const earlier = await selectRun(tx, { key, firstTicketId });
  if (earlier && earlier.runBy !== actor.userId) throw failKeyUsed();
  if (earlier) return { results: earlier.results };
  if (!(await selectResponse(tx, viewerOf(actor), id))) throw fail("canned_response_not_found");
  const results = await actionsOnTickets.answer.act(tx, actor, ticketIds, actions);
  await insertRun(tx, { key, firstTicketId }, actor.userId, results);
  await countResponseUse(tx, id, results.filter(({ outcome }) => outcome === "changed").length);
  return { results };
}

/** Counts the use of a macro with a reply. */
export async function countReply(tx: TenantTx, { macroId }: EventPayloads["message.created"]): Promise<void> {
  if (macroId !== undefined) await countResponseUse(tx, macroId, 1);
}

/** Gives a response one's own key, which no other of one's responses may have. */
export async function setKey(
  tx: TenantTx,
  actor: Actor,
  { id, key }: { id: string; key: string | null },
): Promise<{ id: string; key: string | null }> {
  const { userId } = actor;
  // Two tabs may choose one key at once.
  await lockName(tx, `macro-keys:${userId}`);
  const find = (responseId: string) => selectResponse(tx, viewerOf(actor), responseId);
  if (!(await find(id))) throw fail("canned_response_not_found");
  const holder = key === null ? undefined : await selectKeyHolder(tx, userId, id, key);
  if (holder && (await find(holder.id))) throw fail("macro_key_taken", { title: holder.title });
  // Its team's, which they left.
  if (holder) await keepKey(tx, userId, holder.id, null);
  await keepKey(tx, userId, id, key);
  return { id, key };
}

/** Forgets what macros did to tickets, once no request for it is repeated any more; the trails keep it. */
export const forgetRuns: Schedule = {
  name: "macros.forget-runs",
  cron: "23 3 * * *",
  work: (services) => forEachTenant(services, deleteOldRuns),
};
