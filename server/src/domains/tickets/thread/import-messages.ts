import type { TenantTx } from "../../../platform/db/tenant.ts";
import { insertMessages, type NewMessage } from "./messages.queries.ts";

/** A message or note with its history. */
export type ImportedMessage = Omit<NewMessage, "idempotencyKey" | "createdAt"> & {
  deliveryError: string | null;
  createdAt: string;
};

/** Adds messages and notes as they are, with their ids, times and delivery states; nothing is sent and nobody is told. */
export async function importMessages(tx: TenantTx, messages: ImportedMessage[]): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages);
}
