import { checkFigures, type FigureCheck } from "./domains/reports/index.ts";
import { selectTenantIds } from "./domains/tenants/index.ts";
import { type InstallationSettings, openInstallation } from "./open-installation.ts";
import { openDatabase } from "./platform/db/tenant.ts";

/** Computes the figures of every store from raw rows, one store after the other, and says what differs from those that reports show. */
export async function* checkAllFigures(
  settings: InstallationSettings,
): AsyncGenerator<FigureCheck & { storeId: string }> {
  const { ownerUrl, close } = await openInstallation(settings);
  const db = openDatabase(ownerUrl, 2, (error) => console.error(error.message));
  try {
    for (const storeId of await db.withoutTenant(selectTenantIds)) {
      const check = await checkFigures((query) => db.read(storeId, query));
      yield Object.assign({ storeId }, check);
    }
  } finally {
    await db.close();
    await close();
  }
}
