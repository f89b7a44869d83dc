import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { insertAttachments } from "./attachments.queries.ts";

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

/** Puts stored files on messages, in the order given; gives back the attachments' ids. */
export async function addAttachments(tx: TenantTx, attachments: readonly NewAttachment[]): Promise<string[]> {
  const rows = attachments.map((attachment) => ({ ...attachment, id: newId() }));
  if (rows.length > 0) await insertAttachments(tx, rows);
  return rows.map(({ id }) => id);
}
