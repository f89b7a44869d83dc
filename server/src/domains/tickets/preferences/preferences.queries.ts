import { type DeskPreferences, defaultPreferences } from "@deskhand/contract/desk/desk-choices";
import type { SomePreferences } from "@deskhand/contract/desk/preferences";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Selects a person's preferences for working through tickets (docs/product.md#settings). */
export async function selectDeskPreferences(tx: TenantTx, userId: string): Promise<DeskPreferences> {
  const row = await tx
    .selectFrom("desk_preferences")
    .select([
      "undo_seconds as undoSeconds",
      "after_send as afterSend",
      "send_status as sendStatus",
      "answer_mode as answerMode",
      "sort",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? defaultPreferences;
}

/** Saves a person's choices; absent ones keep their values, so that concurrent requests do not undo each other. */
export async function upsertDeskPreferences(
  tx: TenantTx,
  userId: string,
  { undoSeconds, afterSend, sendStatus, answerMode, sort }: SomePreferences,
): Promise<void> {
  await tx
    .insertInto("desk_preferences")
    .values({
      user_id: userId,
      undo_seconds: undoSeconds ?? defaultPreferences.undoSeconds,
      after_send: afterSend ?? defaultPreferences.afterSend,
      send_status: sendStatus ?? defaultPreferences.sendStatus,
      answer_mode: answerMode ?? defaultPreferences.answerMode,
      sort: sort ?? defaultPreferences.sort,
    })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "user_id"]).doUpdateSet((eb) => ({
        undo_seconds: undoSeconds ?? eb.ref("desk_preferences.undo_seconds"),
        after_send: afterSend ?? eb.ref("desk_preferences.after_send"),
        send_status: sendStatus ?? eb.ref("desk_preferences.send_status"),
        answer_mode: answerMode ?? eb.ref("desk_preferences.answer_mode"),
        sort: sort ?? eb.ref("desk_preferences.sort"),
      })),
    )
    .execute();
}
