import type { Upload } from "@deskhand/contract/messages";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Whose uploads, for which ticket. */
export type UploadsOf = { userId: string; ticketId: string };
export type NewUpload = UploadsOf & {
  id: string;
  fileId: string;
  filename: string;
  /** In bytes. */
  size: number;
  contentType: string;
  idempotencyKey: string | null;
};
export type TakenUpload = Pick<NewUpload, "id" | "fileId" | "filename" | "size" | "contentType"> & {
  createdAt: string;
};

const asUpload = [
  ...(["id", "filename", "file_size as fileSize", "content_type as mimeType"] as const),
  "created_at as createdAt",
] as const;

/** Writes an upload's row. Its time is the clock's, so that files stand in the order they came in. */
export async function insertUpload(tx: TenantTx, upload: NewUpload): Promise<Upload> {
  return tx
    .insertInto("uploads")
    .values({
      id: upload.id,
      user_id: upload.userId,
      ticket_id: upload.ticketId,
      file_id: upload.fileId,
      filename: upload.filename.slice(0, 255),
      file_size: upload.size,
      content_type: upload.contentType,
      idempotency_key: upload.idempotencyKey,
      created_at: sql`clock_timestamp()`,
    })
    .returning(asUpload)
    .executeTakeFirstOrThrow();
}

/** What a user's request with this key stored, if it still waits. */
export function selectUploadByKey(tx: TenantTx, of: UploadsOf, key: string): Promise<Upload | undefined> {
  return uploadsOf(tx, of).where("idempotency_key", "=", key).executeTakeFirst();
}

/** A user's uploads for a ticket, oldest first. */
export function selectUploads(tx: TenantTx, of: UploadsOf): Promise<Upload[]> {
  return uploadsOf(tx, of).orderBy("created_at").orderBy("id").execute();
}

function uploadsOf(tx: TenantTx, { userId, ticketId }: UploadsOf) {
  return tx.selectFrom("uploads").select(asUpload).where("ticket_id", "=", ticketId).where("user_id", "=", userId);
}

/** Takes some of a user's uploads for a ticket away and gives them back; their files stay. */
export function deleteUploads(tx: TenantTx, { userId, ticketId }: UploadsOf, ids: string[]): Promise<TakenUpload[]> {
  return tx
    .deleteFrom("uploads")
    .where("id", "in", ids)
    .where("ticket_id", "=", ticketId)
    .where("user_id", "=", userId)
    .returning(["id", "file_id as fileId", "filename", "file_size as size", "content_type as contentType"])
    .returning("created_at as createdAt")
    .execute();
}

/**
 * Takes away what was not sent within some hours, or has lost its ticket or user; gives back the files. What somebody
 * else is taking away right now is left to them.
 */
export async function deleteStaleUploads(tx: TenantTx, hours: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom("uploads")
    .where("id", "in", (stale) =>
      stale
        .selectFrom("uploads")
        .select("id")
        .where((eb) =>
          eb.or([
            eb("created_at", "<", sql<string>`now() - make_interval(hours => ${hours})`),
            eb("ticket_id", "is", null),
            eb("user_id", "is", null),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning("file_id")
    .execute();
  return rows.map((row) => row.file_id);
}

/** Takes all uploads off a ticket, whoever's they are, and gives back their files. */
export async function deleteUploadsOf(tx: TenantTx, ticketId: string): Promise<string[]> {
  const rows = await tx.deleteFrom("uploads").where("ticket_id", "=", ticketId).returning("file_id").execute();
  return rows.map((row) => row.file_id);
}
