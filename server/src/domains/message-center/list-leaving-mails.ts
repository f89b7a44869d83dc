import type { LeavingMail } from "@deskhand/contract/desk/message-center";
import { id, timestamp } from "@deskhand/contract/page";
import type { MailStage } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { type LeavingRow, selectLeaving } from "./message-center.queries.ts";

type ListOptions = {
  stage?: MailStage | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

const cursorSchema = z.tuple([timestamp, id]).transform(([at, id]) => ({ at, id }));
const beforeAll = { at: "9999-12-31T00:00:00Z", id: "00000000-0000-0000-0000-000000000000" };

/** Returns a page of the mails that leave tickets, and of the replies that are scheduled, the newest first. */
export async function listLeavingMails(
  tx: TenantTx,
  { stage = undefined, search: typed = "", cursor, limit }: ListOptions,
): Promise<{ items: LeavingMail[]; nextCursor: string | null }> {
  // An address may be typed in angle brackets, as in a header.
  const search = typed.trim().replace(/^<([^<>]{1,200})>$/, "$1");
  const before = readCursor(cursor, cursorSchema) ?? beforeAll;
  const found = await selectLeaving(tx, { stage: stage ?? null, search, before, limit: limit + 1 });
  const items = found.slice(0, limit).map(shownMail);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.writtenAt, last.id]) : null };
}

function shownMail({ ticketId, ticketNumber, authorId, authorName, ...row }: LeavingRow): LeavingMail {
  return { ...row, ticket: { id: ticketId, ticketNumber }, author: { id: authorId, name: authorName } };
}
