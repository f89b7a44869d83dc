import type { Domain } from "../../platform/domain.ts";
import { actionsOnTickets } from "../tickets/index.ts";
import { deeds } from "./asked.queries.ts";
import { actOn, sendResponse, tellWebhook } from "./do-actions.ts";
import { previewActions } from "./preview-actions.ts";
import { rulesRoutes } from "./rules.routes.ts";
import { forgetOldPasses, runDueRules } from "./run-due-rules.ts";
import { runRules } from "./run-rules.ts";

export const rules: Domain = {
  tables: ["rules", "rule_versions", "rule_passes", "rule_runs", "rule_timers"],
  routes: () => ({ rules: rulesRoutes }),
  answers: [
    actionsOnTickets.by({ act: actOn, preview: previewActions }),
    deeds.by({ send_reply: sendResponse, send_webhook: tellWebhook }),
  ],
  schedules: [runDueRules, forgetOldPasses],
  settle: runRules,
};
