import type { SampleTicket } from "../cases/sample-tickets.ts";
import { type MixedMail, writeMixedMail } from "../cases/write-mixed-mail.ts";
import type { Data } from "../data/open-data.ts";
import type { Scale } from "../data/scale.ts";
import type { Result } from "../result.ts";
import { findPostmaster } from "./find-postmaster.ts";
import type { MailSink } from "./mail-sink.ts";
import { cpuMsOf, cpuMsOfFamily, mainThreadCpuMsOf, rssMbOf } from "./process-usage.ts";
import { SmtpConnection } from "./smtp-connection.ts";
import { startServer } from "./start-server.ts";
import { countWritten, waitUntilIdle } from "./wait-until-idle.ts";

type Plan = {
  data: Data;
  sink: MailSink;
  tickets: SampleTicket[];
  scale: Scale;
  mails: number;
  report(message: string): void;
};

export const drainName = "mail.drain";
const senders = 8;

/**
 * Takes mails in while no worker runs, then starts one that has nothing else to do, and measures how fast it processes them. The
 * baseline is how fast they were taken in.
 */
export async function measureDrain({ data, sink, tickets, scale, mails, report }: Plan): Promise<Result> {
  const baselineRps = await takeIn(
    data,
    sink,
    Array.from({ length: mails }, (_, at) => writeMixedMail(at, tickets)),
  );
  const postgresPid = await findPostmaster(data.superuserUrl);
  const { commits } = await countWritten(data.superuserUrl);
  const postgresBefore = cpuMsOfFamily(postgresPid);
  const worker = await startServer(data.dataDir, sink.port, "worker");
  try {
    const before = { all: cpuMsOf(worker.pid), main: mainThreadCpuMsOf(worker.pid) };
    const done = await waitUntilIdle(data.superuserUrl);
    if (!done) throw new Error("There was nothing to drain");
    const [all, main] = [cpuMsOf(worker.pid) - before.all, mainThreadCpuMsOf(worker.pid) - before.main];
    const committed = (await countWritten(data.superuserUrl)).commits - commits;
    report(
      `  (of ${mails} mails each: ${(main / mails).toFixed(2)} ms of the main thread, ${((all - main) / mails).toFixed(2)} ms of others, ${(committed / mails).toFixed(2)} transactions)`,
    );
    return {
      name: drainName,
      scale: scale.name,
      concurrency: senders,
      p50Ms: null,
      p95Ms: null,
      maxMs: null,
      rps: done.perSecond,
      cpuMs: all / mails,
      postgresCpuMs: (cpuMsOfFamily(postgresPid) - postgresBefore) / mails,
      baselineRps,
      rssMb: rssMbOf(worker.pid),
      aim: { rps: 300 },
    };
  } finally {
    await worker.stop();
  }
}

/** Sends the mails to a server without a worker; returns how many it took per second. */
async function takeIn(data: Data, sink: MailSink, mails: MixedMail[]): Promise<number> {
  const receiver = await startServer(data.dataDir, sink.port, "smtp");
  const waiting = mails.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: senders }, async () => {
      const connection = await SmtpConnection.open(receiver.smtpPort);
      for (const { from, to, raw } of waiting) await connection.send(from, to, raw);
      connection.close();
    }),
  );
  const rate = (mails.length * 1_000) / (performance.now() - started);
  await receiver.stop();
  return rate;
}
