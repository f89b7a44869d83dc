import type { Metrics } from "@deskhand/contract/dashboard";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fillDemo } from "./demo/fill-demo.ts";
import { readMetrics } from "./domains/dashboard/index.ts";
import { urlForRole } from "./platform/db/roles.ts";
import { asTenantId, type Db, openDatabase, type TenantId } from "./platform/db/tenant.ts";
import { startOfDay } from "./testing/from-now.ts";
import { copyTestDatabase, type TestDatabase, testSecret } from "./testing/test-databases.ts";

const filledAt = Date.parse("2026-03-18T10:00:00Z");
const week = 7 * 24 * 3_600_000;

type Ticket = { id: string; status: string; created_at: Date; due_date: Date | null };
type Message = { ticket_id: string; is_from_customer: boolean; is_automatic: boolean; created_at: Date };
type Step = { ticket_id: string; kind: string; details: { from: string; to?: string }; created_at: Date };
type Rating = { score: number; rated_at: Date };
type Rows = { tickets: Ticket[]; messages: Message[]; steps: Step[]; ratings: Rating[] };

let database: TestDatabase;
let owner: pg.Client;
let db: Db;
let tenant: TenantId;
let rows: Rows;

beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
  await fillDemo(database.ownerUrl, { secret: testSecret, mailDomain: "desk.test" }, filledAt);
  db = openDatabase(urlForRole(database.ownerUrl, "app", testSecret), 1, () => undefined);
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  tenant = asTenantId((await owner.query("select client_id as id from inbound_addresses")).rows[0].id);
  await owner.query("select set_config('app.client_id', $1, false)", [tenant]);
  rows = {
    tickets: (await owner.query("select * from support_tickets")).rows,
    messages: (await owner.query("select * from ticket_messages where message_type = 'email'")).rows,
    steps: (await owner.query("select * from ticket_activities where kind in ('status_changed', 'reopened')")).rows,
    ratings: (await owner.query("select score, rated_at from ticket_ratings where score is not null")).rows,
  };
});
afterAll(async () => {
  await owner.end();
  await db.close();
  await database.drop();
});

test.each([
  ["UTC", 0],
  ["Europe/Berlin", 0],
  ["Pacific/Auckland", 2],
  ["America/New_York", 7],
  ["Asia/Kathmandu", 20],
  ["America/St_Johns", 45],
])("every figure of the demo store matches its rows, in %s, %i hours after it was made", async (zone, hours) => {
  await owner.query("update clients set time_zone = $1", [zone]);
  const now = new Date(filledAt + hours * 3_600_000);
  const told = await readMetrics((query) => db.read(tenant, query), now);
  expect(told).toEqual(computed(rows, now, zone));
  expect(told.totalTickets).toBe(80);
  for (const count of [told.openTickets, told.averageResponseTime, told.overdueTickets, told.earlier.openTickets]) {
    expect(count).toBeGreaterThan(0);
  }
});

/** Computes the same figures as defined in docs/decisions/0015, from tickets, messages and changes of status alone. */
function computed({ tickets, messages, steps, ratings }: Rows, now: Date, zone: string): Metrics {
  const today = startOfDay(now, zone);
  const yesterday = startOfDay(new Date(today.getTime() - 1), zone);
  const waits = tickets.flatMap(({ id }) => {
    const own = messages
      .filter((message) => message.ticket_id === id && !message.is_automatic)
      .sort((a, b) => +a.created_at - +b.created_at);
    const question = own.find((message) => message.is_from_customer);
    const answer =
      question && own.find((message) => !message.is_from_customer && message.created_at >= question.created_at);
    return answer ? [{ at: answer.created_at, ms: +answer.created_at - +question.created_at }] : [];
  });
  const average = (among: typeof waits) =>
    among.length === 0
      ? null
      : Math.round((among.reduce((sum, { ms }) => sum + ms, 0) / among.length / 3_600_000) * 10) / 10;
  const weekAgo = new Date(+now - week);
  const monthAgo = new Date(now);
  monthAgo.setUTCMonth(monthAgo.getUTCMonth() - 1);
  const rated = (among: typeof ratings) =>
    among.length === 0 ? null : Math.round((among.reduce((sum, { score }) => sum + score, 0) / among.length) * 10) / 10;

  /** Returns a ticket's status at a moment: what the first later change changed it from. */
  const statusAt = (ticket: Ticket, at: Date) =>
    steps
      .filter((step) => step.ticket_id === ticket.id && step.created_at >= at)
      .sort((a, b) => +a.created_at - +b.created_at)[0]?.details.from ?? ticket.status;
  const resolvedIn = (from: Date, to: Date) =>
    tickets.filter(
      (ticket) =>
        statusAt(ticket, to) === "resolved" &&
        steps.some(
          ({ ticket_id, details, created_at }) =>
            ticket_id === ticket.id && details.to === "resolved" && created_at >= from && created_at < to,
        ),
    ).length;

  return {
    totalTickets: tickets.length,
    openTickets: tickets.filter(({ status }) => status === "open").length,
    resolvedToday: resolvedIn(today, new Date(+now + 1)),
    averageResponseTime: average(waits) ?? 0,
    satisfaction: rated(ratings),
    today: new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(now),
    overdueTickets: tickets.filter(
      ({ status, due_date }) => due_date !== null && due_date < now && status !== "resolved" && status !== "closed",
    ).length,
    earlier: {
      totalTickets: tickets.filter(({ created_at }) => created_at < weekAgo).length,
      openTickets: tickets.filter((ticket) => ticket.created_at < today && statusAt(ticket, today) === "open").length,
      resolvedTickets: resolvedIn(yesterday, today),
      averageResponseTime: average(waits.filter(({ at }) => at < weekAgo)),
      satisfaction: rated(ratings.filter(({ rated_at }) => rated_at < monthAgo)),
    },
  };
}
