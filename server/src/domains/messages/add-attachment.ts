import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertAttachment } from "./attachments.queries.ts";

export type NewAttachment = {
  ticketId: string;
  messageId: string;
  fileId: string;
  filename: string;
  /** In bytes. */
  size: number;
  contentType: string;
  contentId: string | null;
  isInline: boolean;
  /** Null when a customer sent it. */
  uploadedBy: string | null;
  /** Now, unless it came earlier. */
  createdAt?: string;
};

/** Puts a stored file on a message. */
export async function addAttachment(tx: TenantTx, attachment: NewAttachment): Promise<{ id: string }> {
  const id = newId();
  await insertAttachment(tx, { ...attachment, id });
  return { id };
}
