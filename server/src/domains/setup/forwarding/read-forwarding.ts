import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { probeSender } from "../../outgoing/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { describeCheck, describeTest } from "./describe-test.ts";
import { selectConfirmations, selectNewestCheck, selectNewestTest } from "./forwarding.queries.ts";

/** As the intake keeps it. */
const askedSchema = z.object({ account: z.string().nullable(), code: z.string().nullable(), link: z.string() });

/** How the store's mail comes here, and what is known of it (docs/product.md#forwarding). */
export async function readForwarding(tx: TenantTx, settings: Settings): Promise<Forwarding> {
  const { supportEmail, customSupportEmail } = await findTenant(tx);
  const test = await selectNewestTest(tx, probeSender(settings.mailDomain), [
    supportEmail,
    customSupportEmail ?? supportEmail,
  ]);
  const confirmations = await selectConfirmations(tx);
  return {
    supportEmail,
    customSupportEmail,
    check: describeCheck(await selectNewestCheck(tx), supportEmail),
    test: test ? describeTest(test, { supportEmail, hasRelay: settings.smtpUrl !== null }) : null,
    confirmations: confirmations.map(({ asked, receivedAt, senderCheck }) => ({
      ...askedSchema.parse(asked),
      receivedAt,
      isVerified: senderCheck === "pass",
    })),
    operatorEmail: settings.operatorEmail,
  };
}
