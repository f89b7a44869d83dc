import { mailKey, probeLinkToken } from "../../domains/outgoing/index.ts";
import { insertOutgoing } from "../../domains/outgoing/outgoing.queries.ts";
import { insertProbe } from "../../domains/setup/forwarding/forwarding.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../from-now.ts";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";

/** The mail that asks whether an address belongs to the store: its row, its outgoing mail, and the token of its link. */
export type OpenCheck = { checkId: string; checkMailId: string; checkToken: string };

/** Checks and tests an address, as if that was long enough ago for the mail to have gone out. */
export async function openCheck(app: Desk, { tenantId, userId }: Person, address: string): Promise<OpenCheck> {
  const [id, mailId] = [newId(), newId()];
  const mail = {
    kind: "address_check",
    messageId: null,
    mailMessageId: `${mailId}@shop.test`,
    error: null,
    quota: null,
  } as const;
  await app.services.db.withTenant(tenantId, async (tx) => {
    const at = fromNow({});
    await insertOutgoing(tx, [{ ...mail, id: mailId, to: address, details: { probeId: id }, at }]);
    const probe = { address, mailId, askedBy: userId };
    await insertProbe(tx, { ...probe, id: newId(), purpose: "test" });
    await insertProbe(tx, { ...probe, id, purpose: "check" });
  });
  const token = probeLinkToken(mailKey(app.services.settings.secret), id);
  return { checkId: id, checkMailId: mailId, checkToken: token };
}
