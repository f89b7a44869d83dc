import type { EmailSettings } from "@deskhand/contract/admin/email-settings";
import { sql } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** A tenant's e-mail settings as saved; null is not set. */
export type EmailSettingsRow = {
  sender_name: string | null;
  sender_email: string | null;
  look: EmailSettings["look"] | null;
  primary_color: string | null;
  secondary_color: string | null;
  signature_html: string | null;
  logo_url: string | null;
  acknowledges: boolean;
  acknowledgement_text: string | null;
  updated_at: string;
};

const columns = [
  ...(["sender_name", "sender_email", "primary_color", "secondary_color", "signature_html", "logo_url"] as const),
  ...(["acknowledges", "acknowledgement_text", "look", "updated_at"] as const),
] as const;

/** The tenant's e-mail settings; undefined when none were ever saved. */
export function selectEmailSettings(tx: TenantTx): Promise<EmailSettingsRow | undefined> {
  return tx.selectFrom("email_settings").select(columns).executeTakeFirst();
}

/** Makes the tenant's row where there is none, locks it until the transaction ends, and reads it. */
export async function lockEmailSettings(tx: TenantTx): Promise<EmailSettingsRow> {
  await tx
    .insertInto("email_settings")
    .values({ id: newId() })
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .execute();
  return tx.selectFrom("email_settings").select(columns).forUpdate().executeTakeFirstOrThrow();
}

/** Changes the tenant's row, which the caller has locked. */
export function updateEmailSettings(
  tx: TenantTx,
  change: Partial<Omit<EmailSettingsRow, "updated_at">>,
): Promise<EmailSettingsRow | undefined> {
  return tx
    .updateTable("email_settings")
    .set({ ...change, updated_at: sql<string>`clock_timestamp()` })
    .returning(columns)
    .executeTakeFirst();
}
