import { nobody } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { ChangedItem } from "@deskhand/contract/desk/change-many";
import { ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Acting } from "../../platform/acting.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Failure } from "../../platform/fail.ts";
import type { Services } from "../../platform/services.ts";
import { fillAutomaticResponse } from "../canned-responses/index.ts";
import { addNoteBy, changeMany, replyAutomatically } from "../tickets/index.ts";
import { planDelivery } from "../webhooks/index.ts";
import type { RunningRule } from "./rules.queries.ts";

type Change = ChangedItem["change"];
const HOUR_MS = 3_600_000;

/** What a rule's actions change on a ticket, together; of two that set the same the later one counts. */
export function changeOf(actions: readonly RuleActionSet[], now: Date): Change {
  const change: Change = { addTags: [], removeTags: [] };
  for (const { action, values } of actions) {
    const [first = ""] = values;
    if (action === "assign") change.assignedTo = first === nobody ? null : first;
    else if (action === "add_tags") change.addTags.push(...values);
    else if (action === "remove_tags") change.removeTags.push(...values);
    else if (action === "set_status") change.status = z.enum(ticketStatuses).parse(first);
    else if (action === "set_priority") change.priority = z.enum(ticketPriorities).parse(first);
    else if (action === "set_category") change.category = z.enum(ticketCategories).parse(first);
    else if (action === "snooze") change.snoozedUntil = new Date(now.getTime() + Number(first) * HOUR_MS).toISOString();
  }
  return change;
}

/** Whether an action changes a ticket's own values, as opposed to writing something on it. */
export function changesTicket({ action }: RuleActionSet): boolean {
  return action !== "add_note" && action !== "send_reply" && action !== "send_webhook";
}

type By = Extract<Acting, { name: string }>;

/** What became of a rule's actions; `reason` says in words what could not be done. */
export type Done = { outcome: "ran" | "unchanged" | "refused"; reason: string | null };

/** Does what a rule's actions say, as the rule. What cannot be done is left out, and the rest is done all the same. */
export async function doActions(
  tx: TenantTx,
  services: Pick<Services, "jobs" | "settings">,
  { id: ruleId, name, actions }: Pick<RunningRule, "id" | "name" | "actions">,
  ticketId: string,
): Promise<Done> {
  const by = { kind: "rule", userId: null, name } as const;
  const done: Done[] = [];
  const changes = actions.filter(changesTicket);
  if (changes.length > 0) {
    const together = await change(tx, by, ticketId, changes);
    done.push(together);
    // Each by itself: somebody who has left keeps no tag from being added.
    if (together.outcome === "refused" && changes.length > 1) {
      done.pop();
      for (const one of changes) done.push(await change(tx, by, ticketId, [one]));
    }
  }
  for (const { action, values } of actions) {
    if (action === "add_note") done.push(await orRefused(() => addNoteBy(tx, by, ticketId, values.join("\n"))));
    const [id = ""] = values;
    if (action === "send_reply") done.push(await orRefused(() => sendReply(tx, services, by, ticketId, id)));
    const told = { type: "rule.ran", rule: { id: ruleId, name } } as const;
    if (action === "send_webhook")
      done.push(await orRefused(() => tellWebhook(tx, by, { webhookId: id, ticketId, told })));
  }
  const reason = [...new Set(done.flatMap(({ reason: one }) => one ?? []))].join(". ") || null;
  if (done.some(({ outcome }) => outcome === "ran")) return { outcome: "ran", reason };
  return { outcome: done.some(({ outcome }) => outcome === "refused") ? "refused" : "unchanged", reason };
}

async function change(tx: TenantTx, by: Acting, id: string, actions: readonly RuleActionSet[]): Promise<Done> {
  const item = { id, change: changeOf(actions, new Date()), expected: {} };
  const { results } = await changeMany(tx, by, { idempotencyKey: newId(), items: [item] });
  const { outcome = "unchanged", error = null } = results[0] ?? {};
  return outcome === "changed" ? { outcome: "ran", reason: null } : { outcome, reason: error?.message ?? null };
}

/** Sends a canned response by itself; in words why not, or null. */
function sendReply(tx: TenantTx, services: Pick<Services, "jobs" | "settings">, by: By, ticketId: string, id: string) {
  return replyAutomatically(tx, services, by, ticketId, (to) => fillAutomaticResponse(tx, { id, ticketId, to }));
}

/** Plans a delivery; in words why not, or null. */
async function tellWebhook(tx: TenantTx, by: By, delivery: Parameters<typeof planDelivery>[2]): Promise<string | null> {
  return (await planDelivery(tx, by, delivery)) ? null : "The webhook was deleted";
}

/** Does something that may be refused: by the catalogue, or in words. Anything else is a fault. */
async function orRefused(work: () => Promise<unknown>): Promise<Done> {
  try {
    const answer = await work();
    return typeof answer === "string" ? { outcome: "refused", reason: answer } : { outcome: "ran", reason: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { outcome: "refused", reason: error.message };
  }
}
