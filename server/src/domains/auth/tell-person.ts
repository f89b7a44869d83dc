import type { CalledFrom, TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { deviceOf } from "../../platform/http/device-of.ts";
import type { Services } from "../../platform/services.ts";
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
