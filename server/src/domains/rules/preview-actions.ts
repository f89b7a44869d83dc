import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { Acted } from "@deskhand/contract/canned-responses";
import type { Writing } from "../../platform/acting.ts";
import { type Noted, type TenantTx, undoable } from "../../platform/db/tenant.ts";
import { actOn } from "./do-actions.ts";
import { stepWords } from "./try-rule.ts";

/** What ends a preview and takes back what it did. */
class Previewed extends Error {
  readonly acted: Acted[];
  readonly steps: readonly Noted[];

  constructor(acted: Acted[], steps: readonly Noted[]) {
    super("Previewed");
    this.acted = acted;
    this.steps = steps;
  }
}

/** Says what actions would do to tickets, in words: does it, reads the steps of their trails, and takes it back. So it cannot differ. */
export async function previewActions(
  tx: TenantTx,
  by: Writing,
  ids: readonly string[],
  actions: readonly RuleActionSet[],
): Promise<(Acted & { effects: string[] })[]> {
  const before = tx.noted.length;
  const ended = await undoable(tx, async () => {
    const acted = await actOn(tx, by, ids, actions);
    throw new Previewed(acted, tx.noted.slice(before));
  });
  if (ended.status === "fulfilled") return [];
  if (!(ended.reason instanceof Previewed)) throw ended.reason;
  const byTicket = Map.groupBy(ended.reason.steps, ({ about }) => about);
  return ended.reason.acted.map((acted) => ({ ...acted, effects: (byTicket.get(acted.id) ?? []).map(stepWords) }));
}
