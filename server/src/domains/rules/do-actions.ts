import { isDeed, nobody, type RuleAction, type RuleDeed } from "@deskhand/contract/admin/rule-parts";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { Acted } from "@deskhand/contract/canned-responses";
import type { ChangedItem, ChangeOutcome } from "@deskhand/contract/desk/change-many";
import { ticketCategories, ticketPriorities, ticketStatuses } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Writing } from "../../platform/acting.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Failure } from "../../platform/fail.ts";
import { countResponseUse, fillAutomaticResponse, fillNote } from "../canned-responses/index.ts";
import { type AutomaticWords, addNoteBy, changeMany, replyAutomatically } from "../tickets/index.ts";
import { planDelivery } from "../webhooks/index.ts";
import { becauseOf, type Deed, type DeedServices, type Doing, deeds } from "./asked.queries.ts";
import type { RunningRule } from "./rules.queries.ts";

type Change = ChangedItem["change"];
type Undo = NonNullable<ChangeOutcome["undo"]>;
type Actions = readonly RuleActionSet[];
const HOUR_MS = 3_600_000;

type TicketChange = Exclude<RuleAction, RuleDeed | "add_note">;
type Changer = (values: readonly string[], now: Date, before: Change) => Partial<Change>;

/** What each action that changes a ticket's own values sets, of two that set the same the later one. */
const changers: Record<TicketChange, Changer> = {
  assign: ([to = nobody]) => ({ assignedTo: to === nobody ? null : to }),
  assign_team: ([to = nobody]) => ({ teamId: to === nobody ? null : to }),
  add_tags: (tags, _, { addTags }) => ({ addTags: [...addTags, ...tags] }),
  remove_tags: (tags, _, { removeTags }) => ({ removeTags: [...removeTags, ...tags] }),
  set_status: ([to]) => ({ status: z.enum(ticketStatuses).parse(to) }),
  set_priority: ([to]) => ({ priority: z.enum(ticketPriorities).parse(to) }),
  set_category: ([to]) => ({ category: z.enum(ticketCategories).parse(to) }),
  snooze: ([hours], now) => ({ snoozedUntil: new Date(now.getTime() + Number(hours) * HOUR_MS).toISOString() }),
};

const isChange = (action: RuleAction): action is TicketChange => Object.hasOwn(changers, action);

/** What actions change on a ticket, together. */
export function changeOf(actions: Actions, now: Date): Change {
  const change: Change = { addTags: [], removeTags: [] };
  for (const { action, values } of actions) {
    if (isChange(action)) Object.assign(change, changers[action](values, now, change));
  }
  return change;
}

const archives = ({ action, values }: RuleActionSet) =>
  action === "set_status" && values.some((value) => value === "resolved" || value === "closed");

/** Whether notes come before the changes, as an archived ticket takes none; else after, as a change may reopen it. */
export const writesNotesFirst = (actions: Actions) => actions.some(archives);

/**
 * The changes among actions, as they are made: one after the other. A snooze follows a new status, which would end it. A status that
 * archives is last, as an archived ticket takes no other change.
 */
export function changesIn(actions: Actions): Actions[] {
  const changes = actions.filter(({ action }) => isChange(action));
  const ordered = [...changes.filter((one) => !archives(one)), ...changes.filter(archives)];
  const hasStatus = ordered.some(({ action }) => action === "set_status");
  const isLater = ({ action }: RuleActionSet) => hasStatus && action === "snooze";
  return [ordered.filter((one) => !isLater(one)), ordered.filter(isLater)].filter((part) => part.length > 0);
}

/** What became of a rule's actions; `reason` says in words what could not be done. */
export type Done = { outcome: "ran" | "unchanged" | "refused"; reason: string | null };

/** Does what a rule's actions say, as the rule. What cannot be done is left out, and the rest is done all the same. */
export async function doActions(
  tx: TenantTx,
  services: DeedServices,
  { id, name, actions }: Pick<RunningRule, "id" | "name" | "actions">,
  ticketId: string,
): Promise<Done> {
  const by = { kind: "rule", userId: null, name } as const;
  const acted = await actOn(tx, by, [ticketId], actions);
  const done = acted.map(({ outcome, error, leftOut }): Done => {
    return { outcome: outcome === "changed" ? "ran" : outcome, reason: error?.message ?? leftOut };
  });
  for (const { action, values } of actions) {
    if (isDeed(action))
      done.push(await doDeed(tx, services, deeds.of(action), { ticketId, values, rule: { id, name }, by }));
  }
  const reason = [...new Set(done.flatMap(({ reason: one }) => one ?? []))].join(". ") || null;
  if (done.some(({ outcome }) => outcome === "ran")) return { outcome: "ran", reason };
  return { outcome: done.some(({ outcome }) => outcome === "refused") ? "refused" : "unchanged", reason };
}

/** Does what may be refused: in words, or by the catalogue. Anything else is a fault. */
async function doDeed(tx: TenantTx, services: DeedServices, { act, notDone }: Deed, doing: Doing): Promise<Done> {
  const reason = await act(tx, services, doing).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    return error.message;
  });
  if (reason === null) return { outcome: "ran", reason };
  return { outcome: "refused", reason: notDone === undefined ? reason : becauseOf(notDone, reason) };
}

/** Begins why an automatic reply was not sent. */
export const notSent = "No reply was sent";

/** Sends a canned response by itself. */
export const sendResponse: Deed = {
  notDone: notSent,
  async act(tx, services, { by, ticketId, values: [id = ""] }) {
    const write: AutomaticWords = (to) => fillAutomaticResponse(tx, { id, ticketId, to });
    const refused = await replyAutomatically(tx, services, by, ticketId, write);
    if (refused === null) await countResponseUse(tx, id, 1);
    return refused;
  },
};

/** Plans a delivery to a webhook. */
export const tellWebhook: Deed = {
  tried: "Sends to a webhook",
  async act(tx, _, { by, ticketId, rule, values: [webhookId = ""] }) {
    const told = { type: "rule.ran", rule } as const;
    return (await planDelivery(tx, by, { webhookId, ticketId, told })) ? null : "The webhook was deleted";
  },
};

/** Does actions to each of these tickets. What cannot be done is left out, and the rest is done all the same. */
export async function actOn(tx: TenantTx, by: Writing, ids: readonly string[], actions: Actions): Promise<Acted[]> {
  const all: ChangeOutcome[] = [];
  if (writesNotesFirst(actions)) all.push(...(await addNotes(tx, by, ids, actions)));
  for (const changes of changesIn(actions)) all.push(...(await change(tx, by, ids, changes)));
  if (!writesNotesFirst(actions)) all.push(...(await addNotes(tx, by, ids, actions)));
  const byTicket = Map.groupBy(all, ({ id }) => id);
  return ids.map((id) => together(id, byTicket.get(id) ?? []));
}

async function addNotes(tx: TenantTx, by: Writing, ids: readonly string[], actions: Actions): Promise<ChangeOutcome[]> {
  const added: ChangeOutcome[] = [];
  for (const { action, values } of actions) {
    if (action !== "add_note") continue;
    // By their ids, as tickets are locked in this order elsewhere.
    for (const id of ids.toSorted()) added.push(await addNote(tx, by, id, values.join("\n")));
  }
  return added;
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
  const { ticketNumber, refused } = await addNoteBy(tx, by, id, () => fillNote(tx, by, id, text));
  const outcome = { id, ticketNumber, undo: null };
  if (refused === null) return { ...outcome, outcome: "changed", error: null };
  const { code, message } = refused;
  return { ...outcome, outcome: "refused", error: { code, message } };
}
