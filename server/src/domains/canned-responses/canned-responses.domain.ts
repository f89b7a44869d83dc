import type { Domain } from "../../platform/domain.ts";
import { cannedResponsesRoutes } from "./canned-responses.routes.ts";

export const cannedResponses: Domain = {
  routes: () => ({ cannedResponses: cannedResponsesRoutes }),
};
