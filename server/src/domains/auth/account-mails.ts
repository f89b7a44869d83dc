import { asTenantId } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { type AccountMail, queueAccountMail } from "../outgoing/index.ts";
import { findTenant } from "../tenants/index.ts";

type To = { clientId: string; email: string };
/** Mails that signing up, and in, makes. */
export type AccountMails = {
  confirmation(to: To, url: string): Promise<void>;
  existingAccount(to: To): Promise<void>;
  /** Tells somebody that an account of theirs elsewhere signs them in from now on, and keeps it in the audit log. */
  providerAdded(to: To & { id: string }, providerName: string): Promise<void>;
};

/** Queues the mails that signing up and in makes, each in a transaction of its own. */
export function accountMails(services: Pick<Services, "db" | "jobs" | "settings">): AccountMails {
  const { db, settings } = services;
  const queue = ({ clientId, email }: To, url: string, kind: AccountMail["kind"]) =>
    db.withTenant(asTenantId(clientId), async (tx) => {
      const { storeName } = await findTenant(tx);
      await queueAccountMail(tx, services, { kind, to: email, url, storeName });
    });
  return {
    confirmation: (to, url) => queue(to, url, "confirmation"),
    providerAdded: ({ clientId, email, id }, name) =>
      db.withTenant(asTenantId(clientId), async (tx) => {
        const { storeName } = await findTenant(tx);
        const url = `${settings.publicUrl}/login`;
        await record(tx, id, "account.provider-added", { id, label: name });
        await queueAccountMail(tx, services, {
          kind: "account_notice",
          notice: "provider_added",
          to: email,
          url,
          storeName,
          name,
        });
      }),
    existingAccount: (to) => queue(to, `${settings.publicUrl}/login`, "existing_account"),
  };
}
