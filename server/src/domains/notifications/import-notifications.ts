import type { EventPayloads } from "@deskhand/contract/events";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertNotifications, type NewNotification } from "./notify.queries.ts";
import { customerReplyNotification, newTicketNotification } from "./notify-people.ts";

/** A notification of one person with its history. */
export type ImportedNotification = NewNotification & { userId: string; isRead: boolean; createdAt: string };

type About =
  | Pick<EventPayloads["ticket.created"], "ticketId" | "subject">
  | Pick<EventPayloads["message.created"], "id" | "ticketId" | "authorName">;
type Imported = Pick<ImportedNotification, "userId" | "isRead" | "createdAt"> & { about: About };

/** Adds notifications of new tickets and customers' replies as they were. */
export async function importNotifications(tx: TenantTx, all: Imported[]): Promise<void> {
  const rows = all.map(({ about, ...rest }) => ({
    ...rest,
    ...("subject" in about ? newTicketNotification(about) : customerReplyNotification(about)),
  }));
  if (rows.length > 0) await insertNotifications(tx, rows);
}
