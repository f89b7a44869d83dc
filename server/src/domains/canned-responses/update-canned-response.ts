import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { selectResponse, updateResponse } from "./canned-responses.queries.ts";

type Change = CannedResponseInput & { id: string; expectedUpdatedAt: string };

/** Saves a response that nobody changed since it was read; a change that is there already is none. */
export async function updateCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, expectedUpdatedAt, ...fields }: Change,
): Promise<CannedResponse> {
  const saved = await updateResponse(tx, id, expectedUpdatedAt, fields, actor.userId);
  if (saved) return saved;
  const current = await selectResponse(tx, id);
  if (!current) throw fail("canned_response_not_found");
  if (isSame(current, fields)) return current;
  throw fail("canned_response_changed_meanwhile", { updatedAt: current.updatedAt });
}

function isSame(current: CannedResponse, { title, content, category, tags }: CannedResponseInput): boolean {
  return (
    current.title === title &&
    current.content === content &&
    current.category === category &&
    current.tags.join("\n") === tags.join("\n")
  );
}
