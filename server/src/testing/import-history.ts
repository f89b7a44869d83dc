import { importMessages, importTickets } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { TenantId } from "../platform/db/tenant.ts";
import type { Desk } from "./open-desk.ts";

type Store = { tenantId: TenantId };

const iso = (time: Date | number) => new Date(time).toISOString();

type Past = {
  createdAt: Date | number;
  status?: "open" | "resolved";
  steps?: [at: Date | number, from: string, to: string][];
};

/** Imports a ticket with a history of statuses: only an import can write the past. */
export async function importTicket(
  app: Desk,
  { tenantId }: Store,
  { createdAt, status = "open", steps = [] }: Past,
): Promise<string> {
  const id = newId();
  const texts = { subject: "Lamp", description: "It flickers", preview: "It flickers" };
  const kind = { priority: "medium", category: "General", source: "email" } as const;
  const people = { customerId: null, assignedTo: null, createdBy: null };
  const activities = steps.map(([at, from, to]) => ({
    kind: "status_changed" as const,
    actorId: null,
    details: { from, to },
    createdAt: iso(at),
  }));
  const times = { createdAt: iso(createdAt), updatedAt: iso(createdAt), dueDate: null };
  await app.services.db.withTenant(tenantId, (tx) =>
    importTickets(tx, [{ id, ...texts, ...kind, tags: [], ...people, ...times, status, activities }]),
  );
  return id;
}

export type Said = [from: "customer" | "agent" | "note" | "machine", at: number];

/** Imports messages and notes of a ticket, in any order. */
export async function importThread(app: Desk, { tenantId }: Store, ticketId: string, entries: Said[]): Promise<void> {
  const none = {
    fullContent: null,
    html: null,
    authorId: null,
    authorEmail: null,
    mailMessageId: null,
    threadingReason: null,
  };
  const messages = entries.map(([from, at]) => ({
    ...none,
    id: newId(),
    ticketId,
    type: from === "note" ? ("internal" as const) : ("email" as const),
    content: "Hello",
    isFromCustomer: from === "customer" || from === "machine",
    isAutomatic: from === "machine",
    authorName: from,
    createdAt: iso(at),
  }));
  await app.services.db.withTenant(tenantId, (tx) => importMessages(tx, messages));
}
