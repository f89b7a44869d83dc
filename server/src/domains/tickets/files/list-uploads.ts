import type { Upload } from "@deskhand/contract/messages";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { ticketExists } from "../work/tickets.queries.ts";
import { selectUploads } from "./uploads.queries.ts";

/** The files that somebody attached to a reply which is not sent yet. */
export async function listUploads(tx: TenantTx, actor: Actor, ticketId: string): Promise<{ items: Upload[] }> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return { items: await selectUploads(tx, { userId: actor.userId, ticketId }) };
}
