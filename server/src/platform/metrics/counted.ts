import { Counter, Histogram, Registry } from "prom-client";

/** Counters of this process since its start; `metrics-server.ts` has the gauges (docs/decisions/0078-eyes.md). */
export const counted = new Registry();
const registers = [counted];

/** In seconds: pages take hundredths, a sync minutes. */
const buckets = {
  requests: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  jobs: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
  reading: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 20],
  deliveries: [0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
};

/** Labels have few values and no personal text: routes as declared, never URLs. */
export const requests = new Counter({
  name: "deskhand_http_requests_total",
  help: "Requests that were answered, by route and status",
  labelNames: ["method", "route", "status"] as const,
  registers,
});
export const requestSeconds = new Histogram({
  name: "deskhand_http_request_duration_seconds",
  help: "How long requests took, from their head to the end of the response",
  labelNames: ["method", "route"] as const,
  buckets: buckets.requests,
  registers,
});
export const jobs = new Counter({
  name: "deskhand_jobs_total",
  help: "Tries of jobs and runs of upkeep, by queue; what failed is tried again where its queue says so",
  labelNames: ["queue", "outcome"] as const,
  registers,
});
export const jobSeconds = new Histogram({
  name: "deskhand_job_duration_seconds",
  help: "How long tries of jobs and runs of upkeep took",
  labelNames: ["queue"] as const,
  buckets: buckets.jobs,
  registers,
});
export const mailsTaken = new Counter({
  name: "deskhand_mails_taken_total",
  help: "Mails that came in and were acknowledged, by the door they came by",
  labelNames: ["via"] as const,
  registers,
});
export const smtpRefusals = new Counter({
  name: "deskhand_smtp_refusals_total",
  help: "What was refused at the SMTP door, by command and code: 501 of MAIL is a sender whose address nothing can read",
  labelNames: ["command", "code"] as const,
  registers,
});
export const mailsFinished = new Counter({
  name: "deskhand_mails_finished_total",
  help: "Mails that came in and were taken to their end, by what became of them",
  labelNames: ["state"] as const,
  registers,
});
export const readingSeconds = new Histogram({
  name: "deskhand_mail_reading_seconds",
  help: "How long it took to read a mail, the wait for a turn aside; several small ones that were read together share the time",
  labelNames: ["size"] as const,
  buckets: buckets.reading,
  registers,
});
export const deliveries = new Counter({
  name: "deskhand_deliveries_total",
  help: "Tries to hand a mail over to the next server: sent, delayed, refused, or failed by a fault of ours",
  labelNames: ["outcome"] as const,
  registers,
});
export const deliverySeconds = new Histogram({
  name: "deskhand_delivery_duration_seconds",
  help: "How long it took to hand a mail over, or to learn that it was not taken",
  buckets: buckets.deliveries,
  registers,
});
export const logLines = new Counter({
  name: "deskhand_log_lines_total",
  help: "Lines of the log that tell of trouble, by level",
  labelNames: ["level"] as const,
  registers,
});
