import type { NotificationPreferences } from "@deskhand/contract/notifications";
import { type NotificationType, notificationTypes } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** What a user wants to be notified of, and how; everything in the bell alone for who has chosen nothing yet. */
export async function selectPreferences(tx: TenantTx, userId: string): Promise<NotificationPreferences> {
  const row = await tx
    .selectFrom("notification_preferences")
    .select(["unwanted", "has_desktop", "has_sound"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    wanted: allBut(row?.unwanted ?? []),
    desktop: row?.has_desktop ?? false,
    sound: row?.has_sound ?? false,
  };
}

/** Keeps what a user wants to be notified of, and how. */
export async function upsertPreferences(
  tx: TenantTx,
  userId: string,
  { wanted, desktop, sound }: NotificationPreferences,
): Promise<void> {
  const choices = { unwanted: allBut(wanted), has_desktop: desktop, has_sound: sound };
  await tx
    .insertInto("notification_preferences")
    .values({ user_id: userId, ...choices })
    .onConflict((conflict) => conflict.columns(["client_id", "user_id"]).doUpdateSet(choices))
    .execute();
}

function allBut(types: readonly string[]): NotificationType[] {
  return notificationTypes.filter((type) => !types.includes(type));
}
