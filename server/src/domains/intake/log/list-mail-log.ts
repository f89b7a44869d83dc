import type { MailLogEntry, MailLogFilter } from "@deskhand/contract/mail";
import { id, timestamp } from "@deskhand/contract/page";
import { type MailLogState, type MailState, mailStates } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../../platform/http/list-cursor.ts";
import { type LogPage, selectIncoming } from "./log.queries.ts";
import { shownIncoming, shownOutgoing, storedStateOf } from "./log-entry.ts";
import { selectOutgoing } from "./outgoing-log.queries.ts";

type ListOptions = MailLogFilter & { cursor?: string | undefined; limit: number };

const cursorSchema = z.tuple([timestamp, id]).transform(([at, id]) => ({ at, id }));
/** The least id, so that mails of exactly the given moment come after it. */
const leastId = "00000000-0000-0000-0000-000000000000";
const endOfTime = "9999-12-31T00:00:00Z";

/** Returns one page of the mail log, incoming and outgoing in one order, the newest first. */
export async function listMailLog(
  tx: TenantTx,
  { cursor, limit, direction, state, search: typed = "", from, until }: ListOptions,
): Promise<{ items: MailLogEntry[]; nextCursor: string | null }> {
  // A Message-ID or an address may be typed in angle brackets, as in a header.
  const search = typed.trim().replace(/^<([^<>]{1,200})>$/, "$1");
  const before = readCursor(cursor, cursorSchema) ?? { at: until ?? endOfTime, id: leastId };
  const page = { search, before, limit: limit + 1, ...(from && { from }) };
  const found = [
    ...(direction === "out" ? [] : await incomingOf(tx, page, state)),
    ...(direction === "in" ? [] : await outgoingOf(tx, page, state)),
  ].sort(newestFirst);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.at, last.id]) : null };
}

type Page = Omit<LogPage<never>, "state">;

// Reads each side in the order of its own index. A state that a side does not have finds nothing there.
async function incomingOf(tx: TenantTx, page: Page, state: MailLogState | undefined): Promise<MailLogEntry[]> {
  if (state !== undefined && !isOfIncoming(state)) return [];
  return (await selectIncoming(tx, { ...page, state })).map(shownIncoming);
}

async function outgoingOf(tx: TenantTx, page: Page, state: MailLogState | undefined): Promise<MailLogEntry[]> {
  const stored = state && storedStateOf(state);
  if (stored === null) return [];
  return (await selectOutgoing(tx, { ...page, state: stored })).map(shownOutgoing);
}

function isOfIncoming(state: MailLogState): state is MailState {
  return mailStates.some((one) => one === state);
}

function newestFirst(one: MailLogEntry, other: MailLogEntry): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
