import type { Logger } from "pino";
import type { Db } from "./db/tenant.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Mailer } from "./mailer/mailer.ts";
import type { Settings } from "./settings.ts";

/** The services that every part of the server uses; created once at start. */
export type Services = {
  settings: Settings;
  log: Logger;
  db: Db;
  /** Connections only for outgoing mail, each held until the next mail server accepts it. */
  sendingDb: Db;
  jobs: JobQueue;
  mailer: Mailer;
  /** Has the database forget erased data, as its owner. */
  sweepErased: () => Promise<void>;
  /** What writing a store's export needs: connections and queues of its own. */
  exporting: { appUrl: string; authUrl: string; queues: readonly string[] };
};
