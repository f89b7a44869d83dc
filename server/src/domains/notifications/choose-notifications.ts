import type { NotificationPreferences } from "@deskhand/contract/notifications";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectPreferences, upsertPreferences } from "./preferences.queries.ts";

/** What a user wants to be notified of, and how. */
export async function listChoices(tx: TenantTx, { userId }: Actor): Promise<NotificationPreferences> {
  return selectPreferences(tx, userId);
}

/** Keeps a user's choices; they hold for what happens from now on. */
export async function chooseNotifications(
  tx: TenantTx,
  { userId }: Actor,
  choices: NotificationPreferences,
): Promise<NotificationPreferences> {
  await upsertPreferences(tx, userId, choices);
  return selectPreferences(tx, userId);
}
