import { type Desk, openDesk } from "./open-desk.ts";
import { until } from "./take-mail.ts";

/** What a file may ask for that brings its own stores: a whole desk, or one that serves nothing and does no jobs. */
const kinds = { whole: {}, still: { roles: [] } } as const;
const opened = new Map<keyof typeof kinds, Promise<Desk>>();

/**
 * Gives the desk that all test files of a worker share; it ends with the worker. Its `stop` waits until what the file began
 * is done, and fails when an error was logged that no test took.
 */
export async function sharedDesk(kind: keyof typeof kinds = "whole"): Promise<Desk> {
  const opening = opened.get(kind) ?? openDesk(kinds[kind]);
  opened.set(kind, opening);
  const desk = await opening;
  return { ...desk, stop: () => leave(desk) };
}

async function leave(desk: Desk): Promise<void> {
  if (desk.services.settings.roles.includes("worker")) await jobsDone(desk);
  const errors = desk.takeErrors();
  if (errors.length > 0) throw new Error(`The server logged errors: ${JSON.stringify(errors, null, 2)}`);
}

async function jobsDone({ db }: Desk): Promise<void> {
  const open = "select from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()";
  await until(async () => (await db.pool.query(open)).rowCount === 0);
}
