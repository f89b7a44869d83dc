import { nobody } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { Acted } from "@deskhand/contract/canned-responses";
import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Acting, Writing } from "../../platform/acting.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Failure } from "../../platform/fail.ts";
import { Question } from "../../platform/questions.ts";
import type { Services } from "../../platform/services.ts";
import { fillAutomaticResponse, fillNote } from "../canned-responses/index.ts";
import { addNoteBy, changeMany, replyAutomatically } from "../tickets/index.ts";
import { planDelivery } from "../webhooks/index.ts";
import type { RunningRule } from "./rules.queries.ts";

type Change = ChangedItem["change"];
type Undo = NonNullable<ChangeOutcome["undo"]>;
type Actions = readonly RuleActionSet[];
const HOUR_MS = 3_600_000;

/** What actions change on a ticket, together; of two that set the same the later one counts. */
export function changeOf(actions: Actions, now: Date): Change {
  const change: Change = { addTags: [], removeTags: [] };
  for (const { action, values } of actions) {
    const [first = ""] = values;
    if (action === "assign") change.assignedTo = first === nobody ? null : first;
    else if (action === "assign_team") change.teamId = first === nobody ? null : first;
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
function changesTicket({ action }: RuleActionSet): boolean {
  return !["add_note", "send_reply", "send_webhook", "ask_rating"].includes(action);
}

const archives = ({ action, values }: RuleActionSet) =>
  action === "set_status" && values.some((value) => value === "resolved" || value === "closed");

/**
 * The changes among actions, as they are made: one after the other. A snooze follows a new status, which would end it. A status that
 * archives is last, as an archived ticket takes no other change.
 */
export function changesIn(actions: Actions): Actions[] {
  const changes = actions.filter(changesTicket);
  const ordered = [...changes.filter((one) => !archives(one)), ...changes.filter(archives)];
  const hasStatus = ordered.some(({ action }) => action === "set_status");
  const isLater = ({ action }: RuleActionSet) => hasStatus && action === "snooze";
  return [ordered.filter((one) => !isLater(one)), ordered.filter(isLater)].filter((part) => part.length > 0);
}

/** What became of a rule's actions; `reason` says in words what could not be done. */
export type Done = { outcome: "ran" | "unchanged" | "refused"; reason: string | null };

/** Asks a ticket's customer for a rating, or says in words why they are not asked; null where they are. */
export const askRating = new Question<
  (tx: TenantTx, services: ReplyServices, by: By, ticketId: string) => Promise<string | null>
>("who is asked for a rating");

type ReplyServices = Pick<Services, "jobs" | "settings">;
type By = Extract<Acting, { name: string }>;

/** Does what a rule's actions say, as the rule. What cannot be done is left out, and the rest is done all the same. */
export async function doActions(
  tx: TenantTx,
  services: ReplyServices,
  { id: ruleId, name, actions }: Pick<RunningRule, "id" | "name" | "actions">,
  ticketId: string,
): Promise<Done> {
  const by = { kind: "rule", userId: null, name } as const;
  const acted = await actOn(tx, by, [ticketId], actions);
  const done = acted.map(({ outcome, error, leftOut }): Done => {
    return { outcome: outcome === "changed" ? "ran" : outcome, reason: error?.message ?? leftOut };
  });
  for (const { action, values } of actions) {
    const [id = ""] = values;
    if (action === "send_reply") done.push(await sendReply(tx, services, by, ticketId, id));
    if (action === "ask_rating") done.push(await askForRating(tx, services, by, ticketId));
    const told = { type: "rule.ran", rule: { id: ruleId, name } } as const;
    if (action === "send_webhook")
      done.push(await orRefused(() => tellWebhook(tx, by, { webhookId: id, ticketId, told })));
  }
  const reason = [...new Set(done.flatMap(({ reason: one }) => one ?? []))].join(". ") || null;
  if (done.some(({ outcome }) => outcome === "ran")) return { outcome: "ran", reason };
  return { outcome: done.some(({ outcome }) => outcome === "refused") ? "refused" : "unchanged", reason };
}

/** Sends a canned response by itself, or says in words why none was sent. */
async function sendReply(tx: TenantTx, services: ReplyServices, by: By, ticketId: string, id: string): Promise<Done> {
  const { outcome, reason } = await orRefused(() =>
    replyAutomatically(tx, services, by, ticketId, (to) => fillAutomaticResponse(tx, { id, ticketId, to })),
  );
  return { outcome, reason: reason && noReplyBecause(reason) };
}

/** Says that a reply was not sent, and why. */
export function noReplyBecause(reason: string): string {
  return `No reply was sent, because ${continued(reason)}`;
}

const continued = (reason: string) => `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;

/** Asks the ticket's customer for a rating, or says in words why they are not asked. */
async function askForRating(tx: TenantTx, services: ReplyServices, by: By, ticketId: string): Promise<Done> {
  const { outcome, reason } = await orRefused(() => askRating.answer(tx, services, by, ticketId));
  return { outcome, reason: reason && `Nobody was asked for a rating, because ${continued(reason)}` };
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

/** Does actions to each of these tickets. What cannot be done is left out, and the rest is done all the same. */
export async function actOn(tx: TenantTx, by: Writing, ids: readonly string[], actions: Actions): Promise<Acted[]> {
  const all: ChangeOutcome[] = [];
  for (const changes of changesIn(actions)) all.push(...(await change(tx, by, ids, changes)));
  for (const { action, values } of actions) {
    if (action !== "add_note") continue;
    // By their ids, as tickets are locked in this order elsewhere.
    for (const id of ids.toSorted()) all.push(await addNote(tx, by, id, values.join("\n")));
  }
  const byTicket = Map.groupBy(all, ({ id }) => id);
  return ids.map((id) => together(id, byTicket.get(id) ?? []));
}

/** What became of one ticket, of what became of it by each action. */
function together(id: string, outcomes: readonly ChangeOutcome[]): Acted {
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  const ticketNumber = outcomes.find((one) => one.ticketNumber !== null)?.ticketNumber ?? null;
  const undos = outcomes.flatMap(({ undo }) => undo ?? []);
  const leftOut = [...new Set(errors.map(({ message }) => message))].join(". ") || null;
  if (outcomes.some(({ outcome }) => outcome === "changed")) {
    const undo = undos.length === 0 ? null : undos.reduce(undoBoth);
    return { id, ticketNumber, outcome: "changed", error: null, undo, leftOut };
  }
  const [first] = errors;
  if (first === undefined) return { id, ticketNumber, outcome: "unchanged", error: null, undo: null, leftOut: null };
  const error = { code: first.code, message: leftOut ?? first.message };
  return { id, ticketNumber, outcome: "refused", error, undo: null, leftOut: null };
}

/** What undoes both an earlier and a later change. */
function undoBoth(earlier: Undo, later: Undo): Undo {
  const addTags = [...later.change.addTags, ...earlier.change.addTags];
  const removeTags = [...later.change.removeTags, ...earlier.change.removeTags];
  const change = Object.assign({}, later.change, earlier.change, { addTags, removeTags });
  return { change, expected: Object.assign({}, earlier.expected, later.expected) };
}

async function change(tx: TenantTx, by: Writing, ids: readonly string[], actions: Actions): Promise<ChangeOutcome[]> {
  const wanted = changeOf(actions, new Date());
  const items = ids.map((id) => ({ id, change: wanted, expected: {} }));
  const { results } = await changeMany(tx, by, { idempotencyKey: newId(), items });
  const refused = results.filter(({ outcome }) => outcome === "refused").map(({ id }) => id);
  if (refused.length === 0 || actions.length === 1) return results;
  // Each by itself: somebody who has left keeps no tag from being added.
  const alone = results.filter(({ outcome }) => outcome !== "refused");
  for (const one of actions) alone.push(...(await change(tx, by, refused, [one])));
  return alone;
}

async function addNote(tx: TenantTx, by: Writing, id: string, text: string): Promise<ChangeOutcome> {
  const outcome = { id, ticketNumber: null, undo: null };
  try {
    await addNoteBy(tx, by, id, await fillNote(tx, by, id, text));
    return { ...outcome, outcome: "changed", error: null };
  } catch (error) {
    // What the catalogue refuses is said of what acts; anything else is a fault.
    if (!(error instanceof Failure)) throw error;
    const { code, message } = error;
    return { ...outcome, outcome: "refused", error: { code, message } };
  }
}
