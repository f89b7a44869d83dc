import { asTenantId, type CalledFrom, type TenantTx } from "../../platform/db/tenant.ts";
import { deviceOf } from "../../platform/http/called-from.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { type AccountMail, queueAccountMail } from "../outgoing/index.ts";
import { findTenant } from "../tenants/index.ts";

type Notice = Required<Pick<AccountMail, "notice">> & Pick<AccountMail, "left" | "tried" | "name" | "asked">;

/** Mails a person at their present address what was just done about their sign-in, when and where. */
export async function tellPerson(
  tx: TenantTx,
  { actor, services }: { actor: Pick<Actor, "email" | "calledFrom">; services: Pick<Services, "jobs" | "settings"> },
  notice: Notice,
): Promise<void> {
  const { storeName } = await findTenant(tx);
  await queueAccountMail(tx, services, {
    kind: "account_notice",
    to: actor.email,
    url: `${services.settings.publicUrl}/login`,
    storeName,
    asked: askedFrom(actor.calledFrom),
    ...notice,
  });
}

/** The time and origin of a request, for the mail that follows. */
export function askedFrom({ ip, userAgent }: CalledFrom) {
  return { at: new Date().toISOString(), device: deviceOf(userAgent).device, ip };
}

type Person = { clientId: string; email: string; id: string };

/** Mails caused by signing in, each queued in its own transaction. */
export function accountMails(services: Pick<Services, "db" | "jobs" | "settings">) {
  const { db, settings } = services;
  return {
    /** Tells a person that an account elsewhere signs them in from now on, and audits it. */
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
