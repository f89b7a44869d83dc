import type { CannedResponse } from "@deskhand/contract/canned-responses";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectActive } from "./canned-responses.queries.ts";

/** The responses that can be used: only active ones are listed. */
export async function listCannedResponses(tx: TenantTx): Promise<{ items: CannedResponse[] }> {
  return { items: await selectActive(tx) };
}
