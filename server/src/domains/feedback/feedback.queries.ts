import type { FeedbackType } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

export type NewFeedback = {
  id: string;
  userId: string;
  userEmail: string;
  type: FeedbackType;
  message: string;
  email: string;
  idempotencyKey: string | null;
};

/** The feedback a person stored under a key. */
export function selectFeedbackByKey(tx: TenantTx, userId: string, key: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom("feedback_submissions")
    .select("id")
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** How much feedback a person sent within the last hour. */
export async function countFeedback(tx: TenantTx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("feedback_submissions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("created_at", ">", sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores feedback. */
export async function insertFeedback(tx: TenantTx, feedback: NewFeedback): Promise<void> {
  const { id, userId, userEmail, type, message, email, idempotencyKey } = feedback;
  await tx
    .insertInto("feedback_submissions")
    .values({
      id,
      user_id: userId,
      user_email: userEmail,
      type,
      message,
      email,
      idempotency_key: idempotencyKey,
    })
    .execute();
}
