import { asTenantId } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { type AccountMail, queueAccountMail } from "../outgoing/index.ts";
import { findTenant } from "../tenants/index.ts";

type To = { clientId: string; email: string };
/** Mails that signing up makes. */
export type AccountMails = {
  confirmation(to: To, url: string): Promise<void>;
  existingAccount(to: To): Promise<void>;
};

/** Queues the mails that signing up makes, each in a transaction of its own. */
export function accountMails(services: Pick<Services, "db" | "jobs" | "settings">): AccountMails {
  const { db, settings } = services;
  const queue = ({ clientId, email }: To, url: string, kind: AccountMail["kind"]) =>
    db.withTenant(asTenantId(clientId), async (tx) => {
      const { storeName } = await findTenant(tx);
      await queueAccountMail(tx, services, { kind, to: email, url, storeName });
    });
  return {
    confirmation: (to, url) => queue(to, url, "confirmation"),
    existingAccount: (to) => queue(to, `${settings.publicUrl}/login`, "existing_account"),
  };
}
