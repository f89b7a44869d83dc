import { asTenantId, type CalledFrom, type TenantTx } from "../../platform/db/tenant.ts";
import { deviceOf } from "../../platform/http/called-from.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { record } from "../audit/index.ts";
import { type AccountMail, queueAccountMail } from "../outgoing/index.ts";
import { findTenant } from "../tenants/index.ts";

type Notice = Required<Pick<AccountMail, "notice">> & Pick<AccountMail, "left" | "tried" | "name" | "asked">;

/** Tells a person by mail what was just done about their sign-in, when and where; to the address they have in this moment. */
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

/** When and where somebody asks, for the mail that follows from it. */
export function askedFrom({ ip, userAgent }: CalledFrom) {
  return { at: new Date().toISOString(), device: deviceOf(userAgent).device, ip };
}

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
