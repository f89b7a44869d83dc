import type { RawBuilder } from "kysely";
import { Question } from "../../../platform/questions.ts";

/** Whether later domains have a notice to show on a ticket, as SQL beside a row of the ticket's table by this alias. */
type HasNotice = (ticket: string) => RawBuilder<boolean>;

/** Only a ticket with an incident has its screen ask which one it is. */
export const isOfIncident = new Question<HasNotice>("whether a ticket is part of an incident");

/** Likewise for what is done to orders. */
export const hasOpenActions = new Question<HasNotice>("whether what was done to orders from a ticket is still open");
