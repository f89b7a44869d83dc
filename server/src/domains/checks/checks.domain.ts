import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { replyChecks } from "../tickets/index.ts";
import { insertFindings } from "./checks.queries.ts";
import { readReplyFacts } from "./read-reply-facts.ts";

const { factsOf } = api.checks;

const checksRoutes = {
  factsOf: factsOf.handler(({ context, input }) => context.withTenant((tx) => readReplyFacts(tx, input.ticketId))),
};

export const checks: Domain = {
  tables: ["reply_findings"],
  routes: () => ({ checks: checksRoutes }),
  answers: [replyChecks.by({ factsOf: readReplyFacts, keep: insertFindings })],
};
