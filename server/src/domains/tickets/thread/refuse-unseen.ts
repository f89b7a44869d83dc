import { checkReply } from "@deskhand/contract/checking/check-reply";
import { type KnownFacts, readFacts } from "@deskhand/contract/checking/context";
import type { ReplyFacts } from "@deskhand/contract/checking/facts";
import { askedKinds, keyOfFinding } from "@deskhand/contract/checking/finding";
import { findingLimits, type ShownFinding } from "@deskhand/contract/checking/shown-findings";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { ActorContext } from "../../../platform/http/context.ts";
import { Question } from "../../../platform/questions.ts";
import type { Reply } from "./send-reply.ts";

/** What replies are compared with, and where it is kept what their writers were shown. */
export const replyChecks = new Question<{
  factsOf: (tx: TenantTx, ticketId: string) => Promise<ReplyFacts>;
  keep: (tx: TenantTx, messageId: string, userId: string, findings: readonly ShownFinding[]) => Promise<void>;
}>("what a reply is compared with");

/** Reads what a reply is compared with, before its ticket is locked; null for a reply that is not checked. */
export async function factsFor(
  { withTenant }: Pick<ActorContext, "withTenant">,
  { ticketId, shownFindings }: Pick<Reply, "ticketId" | "shownFindings">,
): Promise<KnownFacts | null> {
  if (shownFindings === undefined) return null;
  return readFacts(await withTenant((tx) => replyChecks.answer.factsOf(tx, ticketId)));
}

/**
 * Refuses a reply that says something else than is known, where its writer was not shown that (docs/product.md#the-check-before-sending).
 */
export function refuseUnseen(
  { content, shownFindings = [], recipients, resourceIds }: Reply,
  facts: KnownFacts,
  files: readonly { filename: string }[],
): void {
  const seen = new Set(shownFindings.map(keyOfFinding));
  const sent = {
    files: [...files.map(({ filename }) => filename), ...resourceIds],
    names: (recipients?.to ?? []).flatMap(({ name }) => name ?? []),
    // Days are only shown, and "yesterday" is the writer's, whose clock is not known here.
    today: null,
  };
  const unseen = checkReply(content, facts, sent)
    .filter(({ kind }) => askedKinds.has(kind))
    .map(({ kind, written, right, says }) => ({ kind, written: short(written), right: right && short(right), says }))
    .filter((finding) => !seen.has(keyOfFinding(finding)));
  if (unseen.length > 0) throw fail("reply_differs", { findings: unseen });
}

const short = (value: string): string => value.slice(0, findingLimits.valueLength);
