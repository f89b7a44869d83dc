import type { OrderOwner, WrittenTo } from "@deskhand/contract/canned-responses";
import { isOfOrder } from "@deskhand/contract/desk/placeholders";
import { everybodyIn } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { ReactNode } from "react";
import { draftKey, readDraft, readFields, writeDraft } from "../../lib/drafts.ts";
import { mailboxName } from "../person/mailbox-words.ts";

/** What a reply reveals of an order, and whose order that is. */
export interface ToldOrder {
  values: string[];
  owner: string;
}

/** How many fillings of a reply are remembered. */
const KEPT = 20;
const blank = { values: [] as unknown[], owner: "", addresses: [] as unknown[] };

const keyOf = (userId: string, ticketId: string) => draftKey(userId, "reply-told", ticketId);

/** Returns a reply's recipients in the form that its placeholders need. */
export function writtenTo({ to }: Recipients): WrittenTo {
  const name = to[0]?.name?.slice(0, limits.customerNameLength);
  return { to: to.map(({ email }) => email), ...(name && { toName: name }) };
}

/** Remembers with the reply which values of an order were filled in, and who may read them. */
export function rememberTold(
  userId: string,
  ticketId: string,
  values: Readonly<Record<string, string | undefined>>,
  owner: OrderOwner,
): void {
  const orderValues = Object.entries(values).flatMap(([name, value]) => (isOfOrder(name) && value ? [value] : []));
  if (orderValues.length === 0 || owner === null) return;
  const { addresses } = owner;
  const name = mailboxName({ name: owner.name, email: addresses[0] ?? "" });
  const key = keyOf(userId, ticketId);
  const line = JSON.stringify({ values: orderValues, owner: name, addresses });
  const others = readDraft(key)
    .split("\n")
    .filter((other) => other !== line);
  writeDraft(key, [...others, line].slice(-KEPT).join("\n"));
}

/** Returns what is remembered, in the form kept with the draft. */
export const readTold = (userId: string, ticketId: string): string => readDraft(keyOf(userId, ticketId));

/** Forgets everything: the next text is another reply. */
export const forgetTold = (userId: string, ticketId: string): void => writeDraft(keyOf(userId, ticketId), "");

/** Returns what a text still reveals of an order whose customer is not among the recipients; null for nothing. */
export function toldToOthers(userId: string, ticketId: string, text: string, recipients: Recipients): ToldOrder | null {
  const all = new Set<unknown>(everybodyIn(recipients).map(({ email }) => email));
  const lines = readTold(userId, ticketId).split("\n").toReversed();
  const found = lines
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

/** Whether a value stands by itself in a text, not within a longer number or word. */
function stands(value: string, text: string): boolean {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(text);
}

/** The height of an order in brief, even while it loads, so that nothing below it moves. */
export const briefHeight = "min-h-22 lg:min-h-28 split:min-h-38";

/** What another feature shows of a ticket's orders; the app provides it. */
export interface TicketOrderParts {
  /** Shown in the customer's card. */
  customer: (ticket: TicketDetail) => ReactNode;
  /** A short form, beside or above the thread; `showTracking` opens the tab. */
  brief: (ticket: TicketDetail, showTracking: () => void) => ReactNode;
  /** Above the thread: that others write of the same, and what waits for approval or is under way on its orders. */
  notices: (ticket: TicketDetail) => ReactNode;
  /** The tabs Tracking and Order Info. */
  tracking: (ticket: TicketDetail) => ReactNode;
  orderInfo: (ticket: TicketDetail) => ReactNode;
}
