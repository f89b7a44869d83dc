import { bareAddress } from "@deskhand/contract/addresses/address";
import type { RuleDefinition } from "@deskhand/contract/admin/rules";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fillAutomaticResponse, selectResponseTitles } from "../canned-responses/index.ts";
import { automaticRefusals, findAutomaticRecipient } from "../tickets/index.ts";
import { becauseOf } from "./asked.queries.ts";
import { notSent } from "./do-actions.ts";
import { responsesIn } from "./named-in.ts";
import type { PastOccasion } from "./past-occasions.ts";
import { selectAnswered } from "./try.queries.ts";

/** Says in words what would have become of the automatic replies that a rule sends, occasion by occasion in the order of time. */
export type TriedReplies = {
  /** Reads what is known of some occasions. */
  read(occasions: readonly PastOccasion[]): Promise<void>;
  on(occasion: PastOccasion): Promise<string[]>;
};

/** As the run would have said it. */
const refused = (reason: string) => `Refused: ${becauseOf(notSent, reason)}`;

const dayMs = limits.acknowledgementHours * 3_600_000;

/**
 * Opens the trial of a rule's automatic replies, which asks what the run asks: whom it may answer, and what it would write. Each person gets
 * one a day; the store's limits of a day are not counted.
 */
export async function openTriedReplies(tx: TenantTx, rule: Pick<RuleDefinition, "actions">): Promise<TriedReplies> {
  const ids = responsesIn(rule);
  const titles = await selectResponseTitles(tx, ids);
  const answered = new Map<PastOccasion, string | null>();
  const lastAt = new Map<string, number>();

  async function sendOn(occasion: PastOccasion, id: string): Promise<string> {
    const { ticketId } = occasion;
    const messageId = answered.get(occasion) ?? null;
    if (messageId === null) return refused(automaticRefusals.nobody);
    const found = await findAutomaticRecipient(tx, ticketId, messageId);
    // A mail from before Deskhand wrote down what it proves, or a ticket without one: what the answer says is known all the same.
    const unsaid = "refused" in found ? found.unsaid : undefined;
    if ("refused" in found && unsaid === undefined) return refused(found.refused);
    const to = "refused" in found ? { email: unsaid ?? "", isProven: true } : found.to;
    const words = await fillAutomaticResponse(tx, { id, ticketId, to });
    if ("refused" in words) return refused(words.refused);
    const at = Date.parse(occasion.at);
    const person = bareAddress(to.email);
    if (at - (lastAt.get(person) ?? Number.NEGATIVE_INFINITY) < dayMs) return refused(automaticRefusals.hadOne);
    lastAt.set(person, at);
    const condition = unsaid === undefined ? "" : ", if a person’s mail asked for it";
    return `Sends the canned response “${titles.get(id)?.title ?? ""}”${condition}`;
  }

  return {
    async read(occasions) {
      if (ids.length === 0) return;
      const found = await selectAnswered(tx, occasions);
      for (const [index, occasion] of occasions.entries()) answered.set(occasion, found[index] ?? null);
    },
    async on(occasion) {
      const words: string[] = [];
      for (const id of ids) words.push(await sendOn(occasion, id));
      return words;
    },
  };
}
