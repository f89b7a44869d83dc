import type { RawBuilder } from "kysely";
import { Question } from "../../platform/questions.ts";

/** How many open tickets each person has who has any, as a table to join: those that are neither archived nor snoozed. */
export const openTickets = new Question<() => RawBuilder<{ person: string; open: number }>>(
  "how many open tickets people have",
);
