import { randomUUID } from "node:crypto";
import { durationBounds } from "@deskhand/contract/reports/duration-buckets";
import { writeFigureFilter } from "@deskhand/contract/reports/figure-filter";
import type { FigureName } from "@deskhand/contract/reports/figures";
import { type Report, type ReportInput, reportCsvUrl } from "@deskhand/contract/reports/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../../testing/from-now.ts";
import { importThread, importTicket } from "../../testing/import-history.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { untilCounted } from "../../testing/store/until-folded.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { importTickets } from "../tickets/index.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const hour = 3_600_000;
const day = (hours: number) => fromNow({ hours }).slice(0, 10);
const recent = { from: day(-240), to: day(240) };
const march = { from: "2026-03-01", to: "2026-03-31", compare: "none" as const };
const all: FigureName[] = [
  "created",
  "resolved",
  "reopened",
  "backlog",
  "firstReply",
  "nextReply",
  "replies",
  "customerMessages",
];

async function read(
  owner: Person,
  asked: Omit<ReportInput, "figures"> & { figures?: FigureName[] } = march,
): Promise<Report> {
  await untilCounted(app, owner.tenantId);
  return owner.api.reports.read({ figures: all, ...asked });
}
const counts = ({ figures }: Report) => Object.fromEntries(figures.map(({ figure, whole }) => [figure, whole.count]));

test("an empty store has a report of zeros", async () => {
  const report = await read(await newOwner(app), { ...march, by: "tag" });
  expect(Object.values(counts(report))).toEqual(all.map(() => 0));
  expect(report).toMatchObject({
    waiting: 0,
    step: "day",
    before: null,
    table: { rows: [], left: 0, others: null, differences: [] },
  });
  expect(report.steps).toHaveLength(31);
});

test("a ticket is counted by what its trail says, in its own time", async () => {
  const owner = await newOwner(app);
  const at = Date.UTC(2026, 2, 2, 8);
  const id = await importTicket(app, owner, {
    createdAt: at,
    status: "resolved",
    steps: [
      [at + 5 * hour, "open", "resolved"],
      [at + 50 * hour, "resolved", "open"],
      [at + 70 * hour, "open", "resolved"],
    ],
  });
  await importThread(app, owner, id, [
    ["customer", at],
    ["machine", at + hour / 2],
    ["note", at + hour],
    ["agent", at + 2 * hour],
    ["customer", at + 49 * hour],
    ["customer", at + 50 * hour],
    ["agent", at + 59 * hour],
    ["agent", at + 59.5 * hour],
  ]);
  const report = await read(owner, { ...march, week: "customerMessages" });
  // Monday at eight, and Wednesday at nine and ten.
  expect(report.week?.toSorted((one, other) => (one.value < other.value ? -1 : 1))).toEqual([
    { value: "1-08", count: 1 },
    { value: "3-09", count: 1 },
    { value: "3-10", count: 1 },
  ]);
  expect(counts(report)).toEqual({
    created: 1,
    resolved: 1,
    reopened: 1,
    backlog: 0,
    firstReply: 1,
    nextReply: 1,
    replies: 3,
    customerMessages: 3,
  });
  const of = (name: FigureName) => report.figures.find(({ figure }) => figure === name);
  const near = (hours: number) => expect.closeTo(hours * 3_600, -Math.log10(2 * 0.05 * hours * 3_600));
  expect(of("firstReply")?.whole).toMatchObject({ average: 7_200, median: near(2), ninetieth: near(2) });
  expect(of("nextReply")?.whole).toMatchObject({ average: 10 * 3_600, median: near(10) });
  expect(of("resolved")?.whole).toMatchObject({ average: 70 * 3_600 });
  expect(of("firstReply")?.spread).toEqual([{ from: 7_200, to: 14_400, count: 1 }]);
  // At the end of the 2nd it was resolved, of the 4th it was open again.
  expect(
    of("backlog")
      ?.series.slice(0, 5)
      .map(({ count }) => count),
  ).toEqual([0, 0, 0, 1, 0]);
});

test("a figure opens exactly its tickets, whatever view they are in", async () => {
  const owner = await newOwner(app);
  const at = Date.UTC(2026, 2, 10, 8);
  const past = (createdAt: number) => importTicket(app, owner, { createdAt });
  const [open, late] = [await past(at), await past(at + 48 * hour)];
  const resolved = await importTicket(app, owner, {
    createdAt: at,
    status: "resolved",
    steps: [[at + hour, "open", "resolved"]],
  });
  await untilCounted(app, owner.tenantId);
  const list = async (figure: FigureName, from: string, to: string) => {
    const asked = writeFigureFilter({ figure, from, to, traits: ["category:General"], took: null });
    const { items, total } = await owner.api.tickets.list({ figure: asked });
    expect(total).toBe(items.length);
    return items.map(({ id }) => id).sort();
  };
  const [from, to] = ["2026-03-10T00:00:00.000Z", "2026-03-11T00:00:00.000Z"];
  expect(await list("created", from, to)).toEqual([open, resolved].sort());
  expect(await list("resolved", from, to)).toEqual([resolved]);
  expect(await list("backlog", from, to)).toEqual([open]);
  expect(await list("created", to, "2026-03-31T00:00:00.000Z")).toEqual([late]);
  expect((await owner.api.tickets.list({ figure: "created~2026~2027" }).catch((error) => error)).code).toBe(
    "input_invalid",
  );
});

test("what people do is counted within moments, and what is undone is taken off", async () => {
  const owner = await newOwner(app);
  const today = { ...recent, compare: "none" as const };
  const first = await makeTicket(app, owner, { tags: ["VIP", "late"] });
  const second = await makeTicket(app, owner, { tags: ["vip"] });
  await reply(owner, first.id);
  await customerReplies(app, owner, first.id, "And now?");
  await owner.api.tickets.changeStatus({ id: second.id, status: "resolved" });
  const report = await read(owner, { ...today, by: "tag" });
  expect(counts(report)).toMatchObject({
    created: 2,
    resolved: 1,
    backlog: 1,
    firstReply: 1,
    replies: 1,
    customerMessages: 3,
  });
  expect(report.table?.rows.map(({ value, values }) => [value, values[0]?.count])).toEqual([
    ["vip", 2],
    ["late", 1],
  ]);
  expect(report.table?.differences.find(({ figure }) => figure === "created")).toMatchObject({ count: 1 });

  await owner.api.tickets.reopen({ id: second.id });
  await owner.api.tickets.delete({ id: first.id });
  const after = await read(owner, { ...today, by: "person" });
  expect(counts(after)).toMatchObject({
    created: 1,
    resolved: 0,
    reopened: 1,
    backlog: 1,
    firstReply: 0,
    replies: 0,
    customerMessages: 1,
  });
  expect(after.table?.rows.map(({ label }) => label)).toEqual(["No person"]);
});

test("agents see their own figures alone", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const ticket = await makeTicket(app, owner);
  await reply(owner, ticket.id);
  await reply(agent, ticket.id);
  await untilCounted(app, owner.tenantId);
  const asked: ReportInput = { ...recent, figures: ["replies"], by: "person" };
  const own = await agent.api.reports.own({ ...asked, where: [`person:${owner.userId}`] });
  expect(counts(own)).toEqual({ replies: 1 });
  expect(own.table?.rows.map(({ value }) => value)).toEqual([agent.userId]);
  expect((await agent.api.reports.read(asked).catch((error) => error)).code).toBe("not_allowed");
});

test("a table is downloaded as CSV, in which a tag is no formula", async () => {
  const owner = await newOwner(app);
  await makeTicket(app, owner, { tags: ["=1+1", "a,b"] });
  await untilCounted(app, owner.tenantId);
  const asked = { ...recent, compare: "none" as const, figures: ["created" as const] };
  const send = async (url: string) => (await owner.send(url)).text();
  expect(await send(reportCsvUrl({ ...asked, by: "tag" }))).toBe(
    `${['"Tag","New tickets"', `"'=1+1","1"`, '"a,b","1"', '"All","1"'].join("\r\n")}\r\n${'"New tickets: 1 more in the lines than in all. A ticket with several tags counts at each of them."\r\n'}`,
  );
  expect(await send(reportCsvUrl({ ...asked, by: "category", where: ["tag:a,b"] }))).toContain('"General","1"');
  expect((await owner.send(`${reportCsvUrl(asked)}&step=minute`)).status).toBe(422);
});

test("targets are met or missed by the policy that held then", async () => {
  const owner = await newOwner(app);
  await owner.api.targets.create({
    name: "Fast",
    isOn: true,
    matches: "all",
    conditions: [],
    firstReplyMinutes: 60,
    nextReplyMinutes: null,
    resolutionMinutes: 120,
    calendarId: null,
    pausing: ["pending"],
    idempotencyKey: randomUUID(),
  });
  const at = Date.UTC(2026, 2, 2, 8);
  const resolvedAt = (hours: number, pending: number) =>
    importTicket(app, owner, {
      createdAt: at,
      status: "resolved",
      steps: [
        [at, "open", "pending"],
        [at + pending * hour, "pending", "open"],
        [at + hours * hour, "open", "resolved"],
      ],
    });
  const late = await resolvedAt(5, 1);
  await importThread(app, owner, late, [
    ["customer", at],
    ["agent", at + 0.5 * hour],
  ]);
  await resolvedAt(5, 4);
  const figures: FigureName[] = ["firstReplyMet", "firstReplyMissed", "resolutionMet", "resolutionMissed"];
  const report = await read(owner, { ...march, figures });
  expect(counts(report)).toEqual({ firstReplyMet: 1, firstReplyMissed: 0, resolutionMet: 1, resolutionMissed: 1 });

  // Whoever waits past a target counts when it is used up, answered afterwards, never, or not at all once it is resolved.
  const waits = async (answers: ["agent", number][], end?: number) => {
    const id = await importTicket(app, owner, {
      createdAt: at,
      ...(end !== undefined && { status: "resolved", steps: [[at + end * hour, "open", "resolved"]] }),
    });
    await importThread(app, owner, id, [["customer", at], ...answers]);
    return id;
  };
  const [never, afterwards] = [await waits([]), await waits([["agent", at + 3 * hour]])];
  await waits([["agent", at + 0.9 * hour]]);
  await waits([], 0.5);
  const breached = async (from: string, to: string) => {
    const asked = writeFigureFilter({ figure: "breachedUnanswered", from, to, traits: [], took: null });
    await untilCounted(app, owner.tenantId);
    return (await owner.api.tickets.list({ figure: asked })).items.map(({ id }) => id).sort();
  };
  expect(await breached("2026-03-02T09:00:00.000Z", "2026-03-02T09:00:01.000Z")).toEqual([never, afterwards].sort());
  expect(await breached("2026-03-02T09:00:01.000Z", "2026-03-31T00:00:00.000Z")).toEqual([]);
});

test("a target that is used up counts without a change of its ticket", async () => {
  const owner = await newOwner(app);
  const asked = { ...recent, figures: ["breachedUnanswered" as const], compare: "none" as const };
  await owner.api.targets.create({
    name: "Fast",
    isOn: true,
    matches: "all",
    conditions: [],
    firstReplyMinutes: 60,
    nextReplyMinutes: null,
    resolutionMinutes: null,
    calendarId: null,
    pausing: [],
    idempotencyKey: randomUUID(),
  });
  const { id } = await makeTicket(app, owner);
  expect(counts(await read(owner, asked))).toEqual({ breachedUnanswered: 0 });
  const longer = "created_at = created_at - interval '2 hours'";
  await app.asOwner(`update ticket_messages set ${longer} where ticket_id = $1`, [id], owner.tenantId);
  // As the minute does that finds the target used up.
  await app.asOwner("update ticket_clocks set told = 'breached' where ticket_id = $1", [id], owner.tenantId);
  expect(counts(await read(owner, asked))).toEqual({ breachedUnanswered: 1 });
});

test("the database has the same buckets of times as the contract", async () => {
  const seconds = durationBounds.flatMap((bound) => [bound - 1, bound]);
  const rows = await app.asOwner<{ bucket: number }>(
    "select duration_bucket(given)::int as bucket from unnest($1::int[]) with ordinality as one (given, place) order by place",
    [seconds],
  );
  expect(rows.map(({ bucket }) => bucket)).toEqual(durationBounds.flatMap((_, index) => [index - 1, index]));
});

test("a table of 5,000 tags has the largest ones, and the rest as one row", async () => {
  const owner = await newOwner(app);
  const texts = { subject: "Lamp", description: "Lamp", preview: "Lamp" };
  const kind = { priority: "medium", category: "General", source: "email", status: "open" } as const;
  const none = { customerId: null, createdBy: null, dueDate: null, assignedTo: null };
  const at = "2026-03-10T08:00:00.000Z";
  const tickets = Array.from({ length: 250 }, (_, number) => ({
    ...texts,
    ...kind,
    ...none,
    id: newId(),
    createdAt: at,
    updatedAt: at,
    activities: [],
    tags: Array.from({ length: 20 }, (_, place) => `tag ${number * 20 + place}`),
  }));
  await app.services.db.withTenant(owner.tenantId, (tx) => importTickets(tx, tickets));
  const report = await read(owner, { ...march, figures: ["created"], by: "tag" });
  expect(report.table?.rows).toHaveLength(200);
  expect(report.table).toMatchObject({ left: 4_800, others: [{ count: 4_800 }], differences: [{ count: 4_750 }] });
  const csv = await (await owner.send(reportCsvUrl({ ...march, figures: ["created"], by: "tag" }))).text();
  expect(csv.split("\r\n")).toHaveLength(5_000 + 4);
});

test("a range is refused by its field where it is too long, and read where it is not", async () => {
  const owner = await newOwner(app);
  const refused = async (asked: Omit<ReportInput, "figures">) => {
    const error = await owner.api.reports.read({ figures: ["backlog"], ...asked }).catch((fault) => fault);
    return Object.keys(error.data.fields);
  };
  expect(await refused({ from: "2016-01-01", to: "2026-12-31" })).toEqual(["to"]);
  expect(await refused({ from: "2026-02-01", to: "2026-01-01" })).toEqual(["to"]);
  expect(await refused({ from: "2026-02-30", to: "2026-05-01" })).toEqual(["from"]);
  expect(await refused({ from: "2025-01-01", to: "2026-12-31", step: "hour" })).toEqual(["step"]);
  expect(await refused({ from: "2026-01-01", to: "2026-01-31", by: "hour" })).toEqual(["by"]);
  expect(await refused({ from: "2026-01-01", to: "2026-01-31", week: "backlog" })).toEqual(["week"]);
  const ten = await read(owner, { from: "2017-01-01", to: "2026-12-31", compare: "before" });
  expect([ten.step, ten.steps.length, ten.stepsBefore?.length]).toEqual(["month", 120, 120]);
});

test("hours of a day whose clocks are changed are those that the clocks show", async () => {
  const owner = await newOwner(app);
  await app.asOwner("update clients set time_zone = 'Europe/Berlin' where id = $1", [owner.tenantId], owner.tenantId);
  const hoursOf = async (day: string) => {
    const { steps } = await read(owner, { from: day, to: day, compare: "none", step: "hour" });
    return steps.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / hour);
  };
  expect(await hoursOf("2026-03-29")).toEqual(Array.from({ length: 23 }, () => 1));
  const longest = await hoursOf("2026-10-25");
  expect(longest).toEqual(Array.from({ length: 24 }, (_, index) => (index === 2 ? 2 : 1)));
});
