import { domains } from "./domains.ts";
import { type QueueSettings, queueOfSchedule } from "./platform/jobs/job.ts";
import type { Services } from "./platform/services.ts";

const jobs = domains.flatMap((domain) => domain.jobs ?? []);
const schedules = domains.flatMap((domain) => domain.schedules ?? []);

/** Every queue there is. */
export const queues: QueueSettings[] = [
  ...jobs.map(({ queue }) => queue),
  ...schedules.map(({ name }) => queueOfSchedule(name)),
];

/** Starts the worker role: every kind of job, the upkeep that runs by the clock, and what is heard of. */
export async function startWorker(services: Services): Promise<void> {
  for (const { start } of jobs) await start(services);
  for (const schedule of schedules) await services.jobs.schedule(schedule, () => schedule.work(services));
  for (const { hearings = [] } of domains) {
    for (const { channel, work } of hearings) await services.jobs.hear(channel, (tenantId) => work(services, tenantId));
  }
}
