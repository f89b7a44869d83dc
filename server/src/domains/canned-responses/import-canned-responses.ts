import type { CannedResponseInput } from "@deskhand/contract/canned-responses";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertResponse } from "./canned-responses.queries.ts";

/** Adds responses that the store made itself. */
export async function importCannedResponses(
  tx: TenantTx,
  responses: CannedResponseInput[],
  createdBy: string | null,
): Promise<void> {
  for (const response of responses) await insertResponse(tx, { ...response, id: newId(), createdBy });
}
