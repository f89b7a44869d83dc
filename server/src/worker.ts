import { domains } from "./domains.ts";
import { type QueueSettings, queueOfSchedule } from "./platform/jobs/job.ts";
import type { JobQueue } from "./platform/jobs/job-queue.ts";
import { logContext } from "./platform/log/create-log.ts";
import { DeliveryDelayed, DeliveryRefused, type Mailer } from "./platform/mailer/mailer.ts";
import { deliveries, deliverySeconds, jobSeconds, jobs as jobsCounted } from "./platform/metrics/counted.ts";
import type { Services } from "./platform/services.ts";

const jobs = domains.flatMap((domain) => domain.jobs ?? []);
const schedules = domains.flatMap((domain) => domain.schedules ?? []);

/** All queues. */
export const queues: QueueSettings[] = [
  ...jobs.map(({ queue }) => queue),
  ...schedules.map(({ name }) => queueOfSchedule(name)),
];

/** Starts the worker role: every kind of job, scheduled upkeep, and the subscribers. */
export async function startWorker(services: Services): Promise<void> {
  const watched = { ...services, jobs: watchedQueue(services.jobs), mailer: watchedMailer(services.mailer) };
  for (const { start } of jobs) await start(watched);
  if (services.settings.isUpkeepScheduled)
    for (const schedule of schedules) await watched.jobs.schedule(schedule, () => schedule.work(watched));
  for (const { searches = [] } of domains) for (const search of searches) await watched.jobs.seek(search(watched));
  for (const { hearings = [] } of domains) {
    for (const { channel, work } of hearings) await services.jobs.hear(channel, (tenantId) => work(services, tenantId));
  }
}

/** Counts and times a queue's work, and adds its store to what is logged. */
function watchedQueue(queue: JobQueue): JobQueue {
  return {
    ...queue,
    work: (handler) => {
      const { name } = handler.kind;
      const work: typeof handler.work = (job) =>
        watchRun({ queue: name, tenantId: job.tenantId }, () => handler.work(job));
      return queue.work({ ...handler, work });
    },
    seek: (search) =>
      queue.seek({
        ...search,
        async find(call) {
          const found = await search.find(call);
          if (!found) return null;
          const { tenantId, work } = found;
          return { tenantId, work: (ending) => watchRun({ queue: search.name, tenantId }, () => work(ending)) };
        },
      }),
    schedule: (schedule, work) => queue.schedule(schedule, () => watchRun({ queue: schedule.name }, work)),
  };
}

async function watchRun(job: { queue: string; tenantId?: string }, work: () => Promise<void>): Promise<void> {
  const { queue } = job;
  const end = jobSeconds.startTimer({ queue });
  let outcome = "failed";
  try {
    await logContext.run(job, work);
    outcome = "done";
  } finally {
    end();
    jobsCounted.inc({ queue, outcome });
  }
}

/** Counts and times a mailer's deliveries. */
function watchedMailer(mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail, recall) {
      const end = deliverySeconds.startTimer();
      let outcome = "sent";
      try {
        await mailer.send(mail, recall);
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        end();
        deliveries.inc({ outcome });
      }
    },
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof DeliveryRefused) return "refused";
  return error instanceof DeliveryDelayed ? "delayed" : "failed";
}
