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

const takenColumns = [
  ...(["id", "file_id as fileId", "filename", "file_size as size"] as const),
  ...(["content_type as contentType", "created_at as createdAt"] as const),
] as const;

/** Whether no reply that waits has it (docs/decisions/0110): what came back may be sent anew before it is forgotten. */
const isFree = sql<boolean>`not exists (select from kept_files k join kept_replies r on r.client_id = k.client_id and r.id = k.kept_reply_id
  where k.client_id = uploads.client_id and k.upload_id = uploads.id and r.state = 'waiting')`;
/** Whether none has it that came back either. */
const isUnkept = sql<boolean>`not exists (select from kept_files k where k.client_id = uploads.client_id and k.upload_id = uploads.id)`;

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

/** A user's uploads for a ticket that no kept reply has, oldest first. */
export function selectUploads(tx: TenantTx, of: UploadsOf): Promise<Upload[]> {
  return uploadsOf(tx, of).where(isFree).orderBy("created_at").orderBy("id").execute();
}

/** Of these those that a reply can be given. */
export function selectForKeeping(tx: TenantTx, of: UploadsOf, ids: string[]): Promise<TakenUpload[]> {
  return tx
    .selectFrom("uploads")
    .select(takenColumns)
    .where("id", "in", ids)
    .where("ticket_id", "=", of.ticketId)
    .where("user_id", "=", of.userId)
    .where(isFree)
    .execute();
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
    .where(isFree)
    .returning(takenColumns)
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

/** Takes all uploads off a ticket, whoever's they are, and gives back their files. */
export async function deleteUploadsOf(tx: TenantTx, ticketId: string): Promise<string[]> {
  const rows = await tx.deleteFrom("uploads").where("ticket_id", "=", ticketId).returning("file_id").execute();
  return rows.map((row) => row.file_id);
}
