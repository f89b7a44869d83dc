import { type InstallationSettings, openInstallation, storeQueues } from "./open-installation.ts";
import type { Manifest } from "./platform/portable/portable-format.ts";
import { writeExport } from "./platform/portable/write-export.ts";

/** Writes all of one store, named by its code, to a new folder, from a running or stopped installation; returns the manifest. */
export async function exportStore(
  settings: InstallationSettings,
  store: string,
  path: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const { ownerUrl, secret, product, close } = await openInstallation(settings);
  try {
    const queues = storeQueues.map(({ name }) => name);
    return await writeExport(path, { ownerUrl, secret, product, store, queues }, signal);
  } finally {
    await close();
  }
}
