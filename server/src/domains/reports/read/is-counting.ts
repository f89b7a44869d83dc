import type { Read } from "../../../platform/db/tenant.ts";
import { countedQuery } from "./report.queries.ts";

/** More tickets than these never wait where counting keeps up. */
const few = 100;

/** Whether a store's tickets are being counted anew, as after an upgrade or other clocks, so that its figures are not whole yet. */
export async function isCounting(read: Read): Promise<boolean> {
  const [counted] = await read(countedQuery());
  return (counted?.waiting ?? 0) > few;
}
