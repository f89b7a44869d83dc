import type { TenantTx } from "../../../platform/db/tenant.ts";
import { lastBackupAt } from "../../../platform/parts/parts.ts";

/** When the last backup of the installation was made. */
export function selectLastBackup(tx: TenantTx): Promise<{ lastBackupAt: string | null }> {
  return tx.selectNoFrom(lastBackupAt().as("lastBackupAt")).executeTakeFirstOrThrow();
}
