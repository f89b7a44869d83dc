import { type BroughtField, broughtFields, type RuleDeed, ruleDeeds } from "@deskhand/contract/admin/rule-parts";
import type { RawBuilder } from "kysely";
import type { Acting } from "../../platform/acting.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { QuestionOfEach } from "../../platform/questions.ts";
import type { Services } from "../../platform/services.ts";

/** What a rule does on a ticket, with what the action was given. */
export type Doing = {
  ticketId: string;
  values: readonly string[];
  rule: { id: string; name: string };
  by: Extract<Acting, { name: string }>;
};

export type DeedServices = Pick<Services, "jobs" | "settings">;

/** How an action is done that does more than change a ticket. */
export type Deed = {
  /** Does it, or says in words why not: as a clause or a sentence, or by a failure of the catalogue. Null if it is done. */
  act(tx: TenantTx, services: DeedServices, doing: Doing): Promise<string | null>;
  /** Begins the sentence that says why not: "No reply was sent"; absent where the words of `act` say it all. */
  notDone?: string;
  /** What a trial says that it would do; absent where the trial finds that out. */
  tried?: string;
};

/** Says that something was not done, and why: "No reply was sent, because the ticket is archived". */
export function becauseOf(notDone: string, reason: string): string {
  return `${notDone}, because ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** How each action is done that does more than change a ticket. */
export const deeds = new QuestionOfEach<RuleDeed, Deed>("how a rule does the action", ruleDeeds);

/** What a field of conditions is, as SQL of a ticket `t` without parameters. It is read only where a condition looks at it. */
export const ruleFacts = new QuestionOfEach<BroughtField, RawBuilder<number | null>>(
  "what conditions look at in the field",
  broughtFields,
);
