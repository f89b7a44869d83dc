import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../../testing/from-now.ts";
import { changedPassword, type Isolation } from "../../testing/isolation/isolation.ts";
import type { Desk } from "../../testing/open-desk.ts";
import type { Person } from "../../testing/test-people.ts";
import { mailKey, probeLinkToken } from "../outgoing/index.ts";
import { insertOutgoing } from "../outgoing/outgoing.queries.ts";
import { insertProbe } from "./forwarding/forwarding.queries.ts";

export const isolation: Isolation = async (app, { owner, secret }) => {
  await owner.api.setup.dismissFirstSteps();
  const exportId = await fillExport(app, owner, secret);
  const checkToken = await openCheck(app, owner, `${secret}@shop.test`);
  return {
    inputs: {
      "setup.status": () => ({}),
      "setup.firstSteps": () => ({}),
      "setup.backup": () => ({}),
      "setup.lastExport": () => ({}),
      "setup.askExport": () => ({ password: changedPassword }),
      "setup.removeExport": () => ({ id: exportId }),
      "setup.dismissFirstSteps": () => ({}),
      "forwarding.read": () => ({}),
      "forwarding.test": () => ({ address: "help@shop.test" }),
      "forwarding.confirmAddress": () => ({ token: checkToken }),
      "forwarding.removeAddress": () => ({ address: `${secret}@shop.test` }),
      "forwarding.addAddress": () => ({ address: "help@shop.test" }),
    },
    paths: {
      "GET /api/setup/export/:id/file": () => `/api/setup/export/${exportId}/file`,
    },
  };
};

/** Keeps a finished export of a store, with the secret in its bytes; returns its id. */
async function fillExport(app: Desk, { tenantId, userId }: Person, secret: string): Promise<string> {
  const [exportId, bytes] = [newId(), Buffer.from(`Export ${secret}`)];
  await app.services.db.withTenant(tenantId, async (tx) => {
    const ended = { state: "ready" as const, progress: 100, size: bytes.length, ended_at: fromNow({}) };
    await tx
      .insertInto("store_exports")
      .values({ id: exportId, asked_by: userId, ...ended })
      .execute();
    await tx.insertInto("store_export_chunks").values({ export_id: exportId, position: 0, bytes }).execute();
  });
  return exportId;
}

/** Checks and tests an address, as if that was long enough ago for the mail to have gone out; returns the token of its link. */
async function openCheck(app: Desk, { tenantId, userId }: Person, address: string): Promise<string> {
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
  return probeLinkToken(mailKey(app.services.settings.secret), id);
}
