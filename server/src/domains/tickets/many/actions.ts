import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { Acted } from "@deskhand/contract/canned-responses";
import type { Writing } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Question } from "../../../platform/questions.ts";

type Actions = readonly RuleActionSet[];

/** What does the actions of rules and macros. It is a later domain's, as actions may reach beyond tickets. */
export const actionsOnTickets = new Question<{
  /** Does actions to each of these tickets, in their order. What cannot be done is left out, and the rest is done all the same. */
  act(tx: TenantTx, by: Writing, ticketIds: readonly string[], actions: Actions): Promise<Acted[]>;
  /** Says what they would do, in words. */
  preview(
    tx: TenantTx,
    by: Writing,
    ticketIds: readonly string[],
    actions: Actions,
  ): Promise<(Acted & { effects: string[] })[]>;
}>("what actions do to tickets");
