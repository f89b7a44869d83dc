import { failCopiedMail, failLeftLinks } from "./domains/outgoing/index.ts";
import { returnCopiedReplies } from "./domains/tickets/index.ts";
import type { UnsealedSettings } from "./env.ts";
import { type InstallationSettings, openInstallation, storeQueues } from "./open-installation.ts";
import type { TenantTx } from "./platform/db/tenant.ts";
import type { CheckedExport } from "./platform/portable/check-export.ts";
import { importExport } from "./platform/portable/import-export.ts";

const imported =
  "The store came here from another installation, and this may have been sent there since it was exported";

export type ImportOptions = {
  /** Whether to send mail that waited at the time of the export: only if the old installation will not send it. */
  sendsWaiting: boolean;
  signal: AbortSignal;
};

/** Imports a store that left another installation into this stopped one, which any failure leaves as it was. */
export async function importStore(
  settings: InstallationSettings & Pick<UnsealedSettings, "mailDomain">,
  checked: CheckedExport,
  { sendsWaiting, signal }: ImportOptions,
): Promise<void> {
  const { ownerUrl, close } = await openInstallation(settings);
  try {
    const target = {
      ownerUrl,
      mailDomain: settings.mailDomain,
      queues: storeQueues.map(({ name }) => name),
      wantedQueues: storeQueues.filter(({ sendsMail }) => sendsWaiting || !sendsMail).map(({ name }) => name),
      async settle(tx: TenantTx) {
        await failLeftLinks(tx);
        if (sendsWaiting) return;
        await failCopiedMail(tx, imported);
        await returnCopiedReplies(tx);
      },
    };
    await importExport(checked, target, signal);
  } finally {
    await close();
  }
}
