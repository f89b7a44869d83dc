import { asTenantId, type CalledFrom } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { queueAccountMail } from "../outgoing/index.ts";
import { findTenant } from "../tenants/index.ts";
import { askedFrom } from "./tell-person.ts";

type Person = { clientId: string; email: string; id: string };

/** Mails that signing in makes, each queued in a transaction of its own. */
export function accountMails(services: Pick<Services, "db" | "jobs" | "settings">) {
  const { db, settings } = services;
  return {
    /** Tells somebody that an account of theirs elsewhere signs them in from now on, and keeps it in the audit log. */
    providerAdded: ({ clientId, email, id }: Person, name: string, calledFrom: CalledFrom) =>
      db.withTenant({ tenantId: asTenantId(clientId), calledFrom }, async (tx) => {
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
          asked: askedFrom(calledFrom),
        });
      }),
  };
}
