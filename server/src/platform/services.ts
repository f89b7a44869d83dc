import type { Logger } from "pino";
import type { Db } from "./db/tenant.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Mailer } from "./mailer/mailer.ts";
import type { Settings } from "./settings.ts";

/** What every part of the server works with; made once at the start. */
export type Services = {
  settings: Settings;
  log: Logger;
  db: Db;
  /** Connections for mail on its way alone, each held for as long as the next server takes over it. */
  sendingDb: Db;
  jobs: JobQueue;
  mailer: Mailer;
  /** Has the database forget what was erased, as its owner. */
  sweepErased: () => Promise<void>;
  /** What a store's export is written with, apart from the connections above. */
  exporting: { appUrl: string; authUrl: string; queues: readonly string[] };
};
