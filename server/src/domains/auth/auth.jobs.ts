import type { Schedule } from "../../platform/jobs/job.ts";
import { purgeExpiredSignIns } from "./auth.queries.ts";

/** Deletes expired sessions and confirmations every night. */
export const deleteExpiredSignIns: Schedule = {
  name: "auth.delete-expired",
  cron: "41 3 * * *",
  work: ({ db }) => purgeExpiredSignIns(db),
};
