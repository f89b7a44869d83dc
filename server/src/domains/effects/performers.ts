import { type EffectKind, type EffectState, effectKinds } from "@deskhand/contract/admin/effects";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import { QuestionOfEach } from "../../platform/questions.ts";
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

/** An effect that is being done, for the first time or again. */
export type TriedEffect = Effect & { tries: number };

/**
 * How a try ended, with what the other side said or why it said nothing. `failed`: it is tried again; `unanswered`: likewise, but it
 * may have been done. `unknown` ends it: nobody can find out.
 */
export type Outcome = {
  end: "done" | "refused" | "failed" | "unanswered" | "unknown";
  answer: string;
  /** What else is stored with it, in the same transaction; `state` is the effect's now. */
  keep?: (tx: TenantTx, state: EffectState) => Promise<void>;
};

/** The pauses between tries, each twice as long as the one before, and how long it is tried at all. */
export type Patience = { firstPauseSeconds: number; longestPauseSeconds: number; triedSeconds: number };

/** Does effects of one kind. Whoever performs one has to bear that it is performed again after a kill. */
export type Performer = {
  perform(services: Services, tenantId: TenantId, effect: TriedEffect): Promise<Outcome>;
  /** How it ends if what is kept with its outcome cannot be stored; by default it is tried again. */
  unstorable?: (effect: TriedEffect) => Outcome;
  patience: Patience;
};

/** Who does effects of each kind. */
export const performers = new QuestionOfEach<EffectKind, Performer>("who does effects of the kind", effectKinds);
