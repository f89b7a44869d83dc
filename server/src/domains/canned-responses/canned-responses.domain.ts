import type { Domain } from "../../platform/domain.ts";
import { cannedResponsesRoutes } from "./canned-responses.routes.ts";

export const cannedResponses: Domain = {
  tables: ["canned_responses"],
  routes: () => ({ cannedResponses: cannedResponsesRoutes }),
};
