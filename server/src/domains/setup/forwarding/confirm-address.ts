import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Settings } from "../../../platform/settings.ts";
import { mailKey, readProbeLinkToken } from "../../outgoing/index.ts";
import { lockProbe } from "./forwarding.queries.ts";
import { takeAddress } from "./take-address.ts";

/** Makes an address the store's own by the link in the mail to it; false where another store has it, which is kept. */
export async function confirmAddress(
  tx: TenantTx,
  settings: Pick<Settings, "secret">,
  token: string,
): Promise<boolean> {
  const id = readProbeLinkToken(mailKey(settings.secret), token);
  const probe = id === undefined ? undefined : await lockProbe(tx, id);
  if (probe?.purpose !== "check") throw fail("link_not_valid");
  if (probe.endedAs === "verified") throw fail("link_used");
  if (probe.endedAs === "inside") throw fail("support_check_void");
  if (probe.endedAs === "cancelled") throw fail("link_not_valid");
  if (probe.endedAs === "taken") throw fail("support_address_taken");
  if (probe.isOver) throw fail("link_expired");
  return takeAddress(tx, probe, "link");
}
