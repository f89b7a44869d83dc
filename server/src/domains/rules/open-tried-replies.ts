import type { RuleDefinition } from "@deskhand/contract/admin/rules";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectResponseTitles, selectUnsendable } from "../canned-responses/index.ts";
import { automaticRefusals, receivedMails } from "../tickets/index.ts";
import { becauseOf } from "./asked.queries.ts";
import { notSent } from "./do-actions.ts";
import type { Facts } from "./facts.queries.ts";
import { responsesIn } from "./named-in.ts";
import type { PastOccasion } from "./past-occasions.ts";
import { selectAnswered } from "./try.queries.ts";

/** Says in words what would have become of the automatic replies that a rule sends, occasion by occasion in the order of time. */
export type TriedReplies = {
  /** Reads what is known of some occasions. */
  read(occasions: readonly PastOccasion[]): Promise<void>;
  on(occasion: PastOccasion, facts: Pick<Facts, "sender">): string[];
};

/** As the run would have said it. */
const refused = (reason: string) => `Refused: ${becauseOf(notSent, reason)}`;

const dayMs = limits.acknowledgementHours * 3_600_000;

/** Opens the trial of a rule's automatic replies: each person gets one a day. The store's limits of a day are not counted. */
export async function openTriedReplies(tx: TenantTx, rule: Pick<RuleDefinition, "actions">): Promise<TriedReplies> {
  const ids = responsesIn(rule);
  const titles = await selectResponseTitles(tx, ids);
  const unsendable = await selectUnsendable(tx, ids);
  const answerable = new Map<PastOccasion, "yes" | "no" | "unknown">();
  const lastAt = new Map<string, number>();
  return {
    async read(occasions) {
      if (ids.length === 0) return;
      const answered = await selectAnswered(tx, occasions);
      const messages = answered.flatMap((id) => id ?? []);
      const found = await receivedMails.answer.answerable(tx, messages);
      for (const [index, occasion] of occasions.entries()) {
        const id = answered[index] ?? null;
        const known = id === null ? null : found.get(id);
        answerable.set(occasion, known === undefined ? "unknown" : known === null ? "no" : "yes");
      }
    },
    on: (occasion, { sender }) =>
      ids.map((id) => {
        const response = titles.get(id);
        const mayAnswer = answerable.get(occasion);
        if (mayAnswer === "no") return refused(automaticRefusals.notAnswerable);
        if (!response || response.isDeleted) return refused("This canned response was deleted");
        const fault = unsendable.get(id);
        if (fault !== undefined) return refused(fault);
        const at = Date.parse(occasion.at);
        if (at - (lastAt.get(sender) ?? Number.NEGATIVE_INFINITY) < dayMs) {
          return refused(automaticRefusals.hadOne);
        }
        lastAt.set(sender, at);
        // A mail from before Deskhand wrote that down, or a ticket without one.
        const condition = mayAnswer === "unknown" ? ", if a person’s mail asked for it" : "";
        return `Sends the canned response “${response.title}”${condition}`;
      }),
  };
}
