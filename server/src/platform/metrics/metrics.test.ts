import { afterEach, expect, test } from "vitest";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { customerWrites, reply } from "../../testing/test-desk.ts";
import { newOwner } from "../../testing/test-people.ts";
import { newId } from "../db/ids.ts";

const local = { host: "127.0.0.1", port: 0 };

let app: Desk;
afterEach(() => app.stop());

const scrape = async () => {
  const response = await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return response.text();
};
/** Returns the value of a series, `name{label="value"}`; 0 if missing. */
const figureOf = (text: string, series: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")
      .at(-1) ?? 0,
  );
const seriesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

test("a day's work shows in the metrics, without personal text", async () => {
  app = await openDesk({ roles: ["web", "worker", "smtp"], metrics: local });
  const before = await scrape();
  const owner = await newOwner(app);
  const mail = { from: "marker@word.test", subject: "Marker", text: "Marker" };
  const { ticket_id } = await customerWrites(app, owner, mail);
  await reply(owner, ticket_id, { content: "Marker" });
  await fetch(`${app.url}/api/tickets?search=Marker`);
  await until(
    async () =>
      (
        await app.asOwner(
          "select from outgoing_mails where state = 'sent' and message_id is not null",
          [],
          owner.tenantId,
        )
      )[0],
  );
  await until(async () => figureOf(await scrape(), 'deskhand_jobs_total{queue="mail.send",outcome="done"}') > 0);
  const after = await scrape();
  const grew = (series: string) => figureOf(after, series) - figureOf(before, series);
  expect(grew('deskhand_mails_taken_total{via="smtp"}')).toBe(1);
  expect(grew('deskhand_mails_finished_total{state="ticket_created"}')).toBe(1);
  expect(grew('deskhand_mail_reading_seconds_count{size="small"}')).toBeGreaterThanOrEqual(1);
  expect(grew('deskhand_deliveries_total{outcome="sent"}')).toBeGreaterThanOrEqual(1);
  expect(grew('deskhand_http_requests_total{method="POST",route="/api/tickets/:ticketId/replies",status="200"}')).toBe(
    1,
  );
  expect(grew('deskhand_http_requests_total{method="GET",route="/api/tickets",status="401"}')).toBe(1);
  expect(grew('deskhand_http_request_duration_seconds_count{method="GET",route="/api/tickets"}')).toBe(1);
  expect(figureOf(after, 'deskhand_queue_jobs{queue="mail.deliver",state="waiting"}')).toBe(0);
  expect(figureOf(after, "deskhand_database_up")).toBe(1);
  expect(figureOf(after, "deskhand_database_connections_max")).toBe(10);
  for (const series of [
    "deskhand_live_connections 0",
    "deskhand_smtp_sessions 0",
    "deskhand_database_connection_waiters 0",
  ])
    expect(seriesOf(after)).toContain(series);
  expect(after).toContain("nodejs_eventloop_lag_max_seconds");
  for (const words of ["marker", owner.tenantId, owner.supportEmail.split("@")[0] ?? "", "desk.test"])
    expect(after.toLowerCase()).not.toContain(words);
});

test("reports waiting mails and jobs with the age of the oldest", async () => {
  app = await openDesk({ roles: ["web"], metrics: local });
  const store = await app.makeTenant();
  const ago = (minutes: number) => fromNow({ minutes: -minutes });
  await app.db.withTenant(store.id, async (tx) => {
    const raw_mail_id = newId();
    await tx.insertInto("raw_mails").values({ id: raw_mail_id, size: 1 }).execute();
    const mail = { raw_mail_id, via: "smtp" as const, envelope_from: "a@b.test", envelope_to: store.address };
    await tx
      .insertInto("mail_log")
      .values([
        { id: newId(), ...mail, queued_at: ago(3) },
        { id: newId(), ...mail },
      ])
      .execute();
    const out = { kind: "confirmation" as const, to_email: "a@b.test" };
    await tx
      .insertInto("outgoing_mails")
      .values([
        { id: newId(), ...out, mail_message_id: "1@b.test", queued_at: ago(2) },
        { id: newId(), ...out, mail_message_id: "2@b.test", queued_at: ago(9), held_until: ago(-60) },
      ])
      .execute();
    const kind = { name: "mail.deliver", retryLimit: 0, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 60 };
    await app.services.jobs.enqueue(tx, kind, {});
    await app.services.jobs.enqueue(tx, kind, {}, { startAfterSeconds: 60 });
  });
  const text = await scrape();
  const mails = (labels: string) => [
    figureOf(text, `deskhand_mails_waiting{${labels}}`),
    Math.floor(figureOf(text, `deskhand_mails_oldest_seconds{${labels}}`) / 60),
  ];
  expect(mails('direction="in",state="received"')).toEqual([2, 3]);
  expect(mails('direction="out",state="queued"')).toEqual([1, 2]);
  expect(mails('direction="out",state="held"')).toEqual([1, 9]);
  const jobs = (state: string) => figureOf(text, `deskhand_queue_jobs{queue="mail.deliver",state="${state}"}`);
  expect(["waiting", "deferred", "active"].map(jobs)).toEqual([1, 1, 0]);
  expect(figureOf(text, 'deskhand_queue_oldest_seconds{queue="mail.deliver"}')).toBeLessThan(180);
  expect(text).not.toContain("deskhand_smtp_sessions");
});

test("strangers' requests add at most one series", async () => {
  app = await openDesk({ roles: ["web"], metrics: local });
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await fetch(`${app.url}/api/${crypto.randomUUID()}`);
      await fetch(`${app.url}/${crypto.randomUUID()}`, { method: "PROPFIND", redirect: "manual" });
      await fetch(`${app.url}/api/tickets/${crypto.randomUUID()}?${crypto.randomUUID()}`);
    }
    return seriesOf(await scrape()).filter((line) => line.startsWith("deskhand_http")).length;
  };
  const some = await ask(2);
  expect(await ask(20)).toBe(some);
});

test("the website serves no metrics, and the metrics port nothing else", async () => {
  app = await openDesk({ roles: ["web"], metrics: local });
  expect(await (await fetch(`${app.url}/metrics`)).text()).not.toContain("deskhand_");
  const at = `http://127.0.0.1:${app.metricsPort}`;
  for (const [path, method] of [
    ["/", "GET"],
    ["/api/tickets", "GET"],
    ["/metrics", "POST"],
    ["/metrics/x", "GET"],
  ])
    expect((await fetch(`${at}${path}`, { method: method ?? "GET" })).status, `${method} ${path}`).toBe(404);
  expect(seriesOf(await scrape()).length).toBeGreaterThan(50);
});

test("listens only if configured", async () => {
  app = await openDesk({ roles: ["web"] });
  expect(app.metricsPort).toBeNull();
});
