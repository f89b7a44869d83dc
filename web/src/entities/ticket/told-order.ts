import type { OrderOwner, WrittenTo } from "@deskhand/contract/canned-responses";
import { isOfOrder } from "@deskhand/contract/desk/placeholders";
import { everybodyIn } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ReactNode } from "react";
import { draftKey, readDraft, readFields, writeDraft } from "../../lib/drafts.ts";
import { mailboxName } from "../person/mailbox-words.ts";

/** What a reply tells of an order, and whose that is. */
export interface ToldOrder {
  values: string[];
  owner: string;
}

/** So many fillings of a reply are remembered. */
const KEPT = 20;
const blank = { values: [] as unknown[], owner: "", addresses: [] as unknown[] };

const keyOf = (userId: string, ticketId: string) => draftKey(userId, "reply-told", ticketId);

/** Whom a reply goes to, as its placeholders ask. */
export function writtenTo({ to }: Recipients): WrittenTo {
  const name = to[0]?.name?.slice(0, limits.customerNameLength);
  return { to: to.map(({ email }) => email), ...(name && { toName: name }) };
}

/** Remembers, with the reply, what was filled in of an order and who may read it. */
export function rememberTold(
  userId: string,
  ticketId: string,
  values: Readonly<Record<string, string | undefined>>,
  owner: OrderOwner,
): void {
  const told = Object.entries(values).flatMap(([name, value]) => (isOfOrder(name) && value ? [value] : []));
  if (told.length === 0 || owner === null) return;
  const { addresses } = owner;
  const name = mailboxName({ name: owner.name, email: addresses[0] ?? "" });
  const key = keyOf(userId, ticketId);
  const line = JSON.stringify({ values: told, owner: name, addresses });
  const others = readDraft(key)
    .split("\n")
    .filter((one) => one !== line);
  writeDraft(key, [...others, line].slice(-KEPT).join("\n"));
}

/** What is remembered, as it is kept with the draft. */
export const readTold = (userId: string, ticketId: string): string => readDraft(keyOf(userId, ticketId));

/** Forgets it: what is written next is another reply. */
export const forgetTold = (userId: string, ticketId: string): void => writeDraft(keyOf(userId, ticketId), "");

/** What a text still holds of an order whose customer is not among those it goes to; null for nothing. */
export function toldToOthers(userId: string, ticketId: string, text: string, recipients: Recipients): ToldOrder | null {
  const all = new Set<unknown>(everybodyIn(recipients).map(({ email }) => email));
  const told = readTold(userId, ticketId).split("\n").toReversed();
  const found = told
    .map((line) => readFields(line, blank))
    .filter(({ addresses }) => !addresses.some((address) => all.has(address)))
    .map(({ values, owner }) => ({
      owner,
      values: values.filter((value) => typeof value === "string").filter((value) => stands(value, text)),
    }))
    .filter(({ values }) => values.length > 0);
  const [newest] = found;
  if (newest === undefined) return null;
  const same = found.filter(({ owner }) => owner === newest.owner);
  return { owner: newest.owner, values: [...new Set(same.flatMap(({ values }) => values))] };
}

/** Whether a value stands in a text by itself, not as a part of a longer number or word. */
function stands(value: string, text: string): boolean {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(text);
}

/** The room that an order in brief takes, also while it is read: nothing below it is to move. */
export const briefHeight = "min-h-22 lg:min-h-28 split:min-h-38";

/** What another feature shows of the orders of a ticket; the app puts it in. */
export interface TicketOrderParts {
  /** In the card of its customer. */
  customer: (ticket: TicketDetail) => ReactNode;
  /** In brief, beside or above the thread; `showTracking` opens the tab. */
  brief: (ticket: TicketDetail, showTracking: () => void) => ReactNode;
  /** The tabs Tracking and Order Info. */
  tracking: (ticket: TicketDetail) => ReactNode;
  orderInfo: (ticket: TicketDetail) => ReactNode;
}
