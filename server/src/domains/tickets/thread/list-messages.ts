import { limits } from "@deskhand/contract/limits";
import type { Attachment, Message, Note } from "@deskhand/contract/messages";
import type { Activity } from "@deskhand/contract/tickets";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { selectAttachmentsOf } from "../files/attachments.queries.ts";
import { selectMessage, selectNotePage, selectOriginal, selectThreadPage } from "../rows/messages.queries.ts";
import { ticketExists } from "../rows/tickets.queries.ts";
import { type PageBefore, selectActivities } from "../rows/trail.queries.ts";

type Page<Item> = { items: Item[]; hasOlder: boolean };

/** Lists the page of a thread before a message, oldest first. */
export function listMessages(tx: TenantTx, page: PageBefore): Promise<Page<Message>> {
  return readPage(tx, page, selectThreadPage);
}

/** Lists the page of a ticket's notes before one of them, oldest first. */
export function listNotes(tx: TenantTx, page: PageBefore): Promise<Page<Note>> {
  return readPage(tx, page, selectNotePage);
}

async function readPage<Item>(
  tx: TenantTx,
  page: PageBefore,
  select: (tx: TenantTx, page: PageBefore) => Promise<Item[]>,
): Promise<Page<Item>> {
  if (!(await ticketExists(tx, page.ticketId))) throw fail("ticket_not_found");
  const newestFirst = await select(tx, { ...page, limit: page.limit + 1 });
  return { items: newestFirst.slice(0, page.limit).reverse(), hasOlder: newestFirst.length > page.limit };
}

/** Lists a page of a ticket's trail, newest step last. */
export async function listActivity(
  tx: TenantTx,
  { id, before, onlySteps }: { id: string; before?: string | undefined; onlySteps: boolean },
): Promise<Page<Activity>> {
  const page = { ticketId: id, before, limit: limits.activitiesShown };
  return readPage(tx, page, (tx, page) => selectActivities(tx, { ...page, onlySteps }));
}

/** Lists all files of a message, in order. */
export async function listAttachments(
  tx: TenantTx,
  { ticketId, id }: { ticketId: string; id: string },
): Promise<{ items: Attachment[] }> {
  if (!(await selectMessage(tx, ticketId, id))) throw fail("message_not_found");
  return { items: await selectAttachmentsOf(tx, id) };
}

/** Returns a message's whole text with its quoted history, and its text part if that differs from its HTML. */
export async function getOriginal(
  tx: TenantTx,
  { ticketId, id }: { ticketId: string; id: string },
): Promise<{ text: string; otherText: string | null }> {
  const original = await selectOriginal(tx, ticketId, id);
  if (original === undefined) throw fail("message_not_found");
  return original;
}
