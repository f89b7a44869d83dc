import type { EffectKind } from "@deskhand/contract/admin/effects";
import type { TenantId } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";

/** Something to do outside. Its id is its idempotency key: each try has the same. */
export type Effect = {
  id: string;
  kind: EffectKind;
  targetId: string;
  ticketId: string | null;
  request: Record<string, unknown>;
  createdAt: string;
};

/**
 * How a try ended, with what the other side said or why it said nothing. `failed`: it is tried again; `unanswered`: likewise, but it
 * may have been done.
 */
export type Outcome = { end: "done" | "refused" | "failed" | "unanswered"; answer: string };

/** Does effects of one kind. Whoever performs one has to bear that it is performed again after a kill. */
export type Performer = (services: Services, tenantId: TenantId, effect: Effect) => Promise<Outcome>;
export type Performers = { readonly [Kind in EffectKind]?: Performer };

let performers: Performers = {};

/** Sets who does what. Called once, before the server serves anything. */
export function setPerformers(all: readonly Performers[]): void {
  performers = Object.assign({}, ...all);
}

/** Who does effects of a kind. */
export function performerOf(kind: EffectKind): Performer {
  const performer = performers[kind];
  if (!performer) throw new Error(`Nobody does effects of the kind ${kind}`);
  return performer;
}
