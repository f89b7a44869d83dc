import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Actor } from "../../platform/http/context.ts";
import { Question } from "../../platform/questions.ts";

/** Which policies use a calendar, by name: it cannot be deleted before they have another one. */
export const calendarUse = new Question<(tx: TenantTx, actor: Actor, calendarId: string) => Promise<string[]>>(
  "which policies use a calendar",
);
