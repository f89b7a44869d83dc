import type { Upload } from "@deskhand/contract/messages";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

export type UploadOwner = { userId: string; ticketId: string };
export type NewUpload = UploadOwner & {
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

const uploadColumns = [
  ...(["id", "filename", "file_size as fileSize", "content_type as mimeType"] as const),
  "created_at as createdAt",
] as const;

const takenColumns = [
  ...(["id", "file_id as fileId", "filename", "file_size as size"] as const),
  ...(["content_type as contentType", "created_at as createdAt"] as const),
] as const;

/** Whether no waiting reply has it (docs/decisions/0110). A returned reply may be sent again before it is forgotten. */
const isFree = sql<boolean>`not exists (select from kept_files k join kept_replies r on r.client_id = k.client_id and r.id = k.kept_reply_id
  where k.client_id = uploads.client_id and k.upload_id = uploads.id and r.state = 'waiting')`;
/** Whether no returned reply has it either. */
const isUnkept = sql<boolean>`not exists (select from kept_files k where k.client_id = uploads.client_id and k.upload_id = uploads.id)`;

/** Inserts an upload, with the clock's time, so that files are in the order in which they came. */
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
    .returning(uploadColumns)
    .executeTakeFirstOrThrow();
}

/** Finds what a user's request with this key stored, if it is still there. */
export function selectUploadByKey(tx: TenantTx, owner: UploadOwner, key: string): Promise<Upload | undefined> {
  return uploadsOf(tx, owner).where("idempotency_key", "=", key).executeTakeFirst();
}

/** Lists a user's uploads for a ticket that no waiting reply has, oldest first. */
export function selectUploads(tx: TenantTx, owner: UploadOwner): Promise<Upload[]> {
  return uploadsOf(tx, owner).where(isFree).orderBy("created_at").orderBy("id").execute();
}

/** Selects those of these uploads that a new reply may use. */
export function selectForKeeping(tx: TenantTx, owner: UploadOwner, ids: string[]): Promise<TakenUpload[]> {
  return tx
    .selectFrom("uploads")
    .select(takenColumns)
    .where("id", "in", ids)
    .where("ticket_id", "=", owner.ticketId)
    .where("user_id", "=", owner.userId)
    .where(isFree)
    .execute();
}

function uploadsOf(tx: TenantTx, { userId, ticketId }: UploadOwner) {
  return tx.selectFrom("uploads").select(uploadColumns).where("ticket_id", "=", ticketId).where("user_id", "=", userId);
}

/** Deletes some of a user's uploads for a ticket and returns them; their files stay. */
export function deleteUploads(tx: TenantTx, { userId, ticketId }: UploadOwner, ids: string[]): Promise<TakenUpload[]> {
  return tx
    .deleteFrom("uploads")
    .where("id", "in", ids)
    .where("ticket_id", "=", ticketId)
    .where("user_id", "=", userId)
    .where(isFree)
    .returning(takenColumns)
    .execute();
}

/**
 * Deletes uploads that were not sent within some hours, or lost their ticket or user, and returns their files. Uploads that another
 * transaction is deleting are skipped.
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
            eb("created_at", "<", sql<string>`now() - make_interval(hours => ${hours})`).and(isUnkept),
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

/** Deletes all uploads of a ticket and returns their files. */
export async function deleteUploadsOf(tx: TenantTx, ticketId: string): Promise<string[]> {
  const rows = await tx.deleteFrom("uploads").where("ticket_id", "=", ticketId).returning("file_id").execute();
  return rows.map((row) => row.file_id);
}
