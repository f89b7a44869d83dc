import { deleteExpiredSignIns } from "./domains/auth/auth.jobs.ts";
import { findForgottenMail, processMailHandler, processMailJob } from "./domains/intake/intake.jobs.ts";
import { forgetOldNotifications } from "./domains/notifications/notifications.jobs.ts";
import { deliverMailHandler, deliverMailKind, giveUpStuckMails } from "./domains/outgoing/outgoing.jobs.ts";
import { forEachTenant } from "./domains/tenants/index.ts";
import { deleteUnsentFiles } from "./domains/tickets/files/uploads.jobs.ts";
import { foldCounts } from "./domains/tickets/tickets.jobs.ts";
import { type QueueSettings, queueOfSchedule, type Schedule } from "./platform/jobs/job.ts";
import { deleteOldEvents } from "./platform/realtime/stored-events.ts";
import type { Services } from "./platform/services.ts";

const deleteEvents: Schedule = {
  name: "events.delete-old",
  cron: "17 3 * * *",
  work: (services) => forEachTenant(services, deleteOldEvents),
};

const schedules = [
  foldCounts,
  findForgottenMail,
  giveUpStuckMails,
  deleteUnsentFiles,
  deleteEvents,
  deleteExpiredSignIns,
  forgetOldNotifications,
];

/** Every queue there is. */
export const queues: QueueSettings[] = [
  processMailJob,
  deliverMailKind,
  ...schedules.map(({ name }) => queueOfSchedule(name)),
];

/** Starts the worker role: every kind of job, and the upkeep that runs by the clock. */
export async function startWorker(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work(processMailHandler(services));
  await jobs.work(deliverMailHandler(services));
  for (const schedule of schedules) await jobs.schedule(schedule, () => schedule.work(services));
}
