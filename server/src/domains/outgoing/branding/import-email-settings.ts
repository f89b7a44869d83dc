import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type EmailSettingsRow, lockEmailSettings, updateEmailSettings } from "./email-settings.queries.ts";

/** Saves e-mail settings as they are, for a store that is made with all it has: nobody is told. */
export async function importEmailSettings(
  tx: TenantTx,
  settings: Partial<Omit<EmailSettingsRow, "updated_at">>,
): Promise<void> {
  await lockEmailSettings(tx);
  await updateEmailSettings(tx, settings);
}
