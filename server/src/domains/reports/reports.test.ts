import { writeFigureFilter } from "@deskhand/contract/reports/figure-filter";
import type { FigureName } from "@deskhand/contract/reports/figures";
import type { Report, ReportInput } from "@deskhand/contract/reports/reports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importThread, importTicket } from "../../testing/import-history.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { untilCounted } from "../../testing/store/until-counted.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const hour = 3_600_000;
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
  const report = await read(owner);
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
  const today = { from: "2026-01-01", to: "2030-01-01", compare: "none" as const };
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
  const asked: ReportInput = { from: "2026-01-01", to: "2030-01-01", figures: ["replies"], by: "person" };
  const own = await agent.api.reports.own({ ...asked, where: [`person:${owner.userId}`] });
  expect(counts(own)).toEqual({ replies: 1 });
  expect(own.table?.rows.map(({ value }) => value)).toEqual([agent.userId]);
  expect((await agent.api.reports.read(asked).catch((error) => error)).code).toBe("not_allowed");
});
