import {
  figureDimensionNames,
  figureDimensions,
  figureNames,
  figures,
  type Trait,
} from "@deskhand/contract/reports/figures";
import { reportLimits } from "@deskhand/contract/reports/report-limits";
import { reportInput } from "@deskhand/contract/reports/reports";
import { ticketCategories } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import type { Read } from "../../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { untilCounted } from "../../../testing/store/until-folded.ts";
import { addColleague, newOwner, type Person, untilRemoved } from "../../../testing/test-people.ts";
import { importMessages, importTickets } from "../../tickets/index.ts";
import { countWaiting, fillNext } from "../count/count-tickets.ts";
import { readReport } from "../read/read-report.ts";
import { checkFigures, readRaw } from "./check-figures.ts";
import { compareReport } from "./reference-report.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** The same year in each run (Lehmer's generator), so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed;
  const below = (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  return { below, anyOf: <T>(values: readonly T[]) => values[below(values.length)] as T };
}
type Random = ReturnType<typeof randomFrom>;

const minute = 60_000;
const year = { begins: Date.UTC(2025, 0, 1), minutes: 365 * 24 * 60 };
const iso = (at: number) => new Date(at).toISOString();
const tags = ["vip", "Late", "late", "gift", "a,b", ""];

type Made = { id: string; isOpen: boolean };

/** A year of tickets with their trails and threads, as an import brings them. */
async function importYear(
  owner: Person,
  people: readonly string[],
  count: number,
  { below, anyOf }: Random,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = newId();
    const began = year.begins + below(year.minutes) * minute;
    let at = began;
    let status = "open";
    const activities: Parameters<typeof importTickets>[1][number]["activities"] = [];
    for (let steps = below(6); steps > 0; steps -= 1) {
      at += below(4 * 24 * 60) * minute;
      const to = anyOf(["open", "pending", "resolved", "closed", "urgent"]);
      if (to === status) continue;
      const isRule = below(5) === 0;
      activities.push({
        kind: "status_changed",
        actorId: isRule ? null : anyOf([...people, null]),
        details: isRule ? { from: status, to, author: "Tidy up", actedBy: "rule" } : { from: status, to },
        createdAt: iso(at),
      });
      status = to;
    }
    const ticket = {
      id,
      subject: "Wo ist mein Paket?",
      description: anyOf(["Ich warte auf mein Paket und das ist nicht gut", "Lamp"]),
      preview: "Lamp",
      source: "email" as const,
      customerId: null,
      createdBy: null,
      dueDate: null,
      priority: "medium" as const,
      category: anyOf(ticketCategories),
      status: status as "open",
      tags: [...new Set([anyOf(tags), anyOf(tags)])].filter((tag) => tag !== ""),
      assignedTo: anyOf([...people, null]),
      createdAt: iso(began),
      updatedAt: iso(at),
      activities,
    };
    const thread = Array.from({ length: below(8) }, () => ({
      at: began + below(9 * 24 * 60) * minute,
      who: below(10),
    }));
    await app.services.db.withTenant(owner.tenantId, async (tx) => {
      await importTickets(tx, [ticket]);
      await importMessages(
        tx,
        thread.map(({ at: said, who }) => ({
          id: newId(),
          ticketId: id,
          type: who === 9 ? ("internal" as const) : ("email" as const),
          content: "Hello",
          fullContent: null,
          html: null,
          authorEmail: null,
          mailMessageId: null,
          threadingReason: null,
          isFromCustomer: who < 5,
          isAutomatic: who === 4,
          authorId: who < 5 ? null : anyOf([...people, null]),
          authorName: who < 5 ? "Cora" : "Somebody Before",
          createdAt: iso(said),
        })),
      );
    });
    made.push({ id, isOpen: status !== "resolved" && status !== "closed" });
  }
  return made;
}

/** What people do afterwards: all that changes what was counted. */
async function rework(
  owner: Person,
  colleague: Person,
  made: readonly Made[],
  { below, anyOf }: Random,
): Promise<void> {
  const left = [...made];
  const take = (isOpen: boolean) =>
    left.splice(
      left.findIndex((ticket) => ticket.isOpen === isOpen),
      1,
    )[0]?.id ?? "";
  for (let times = 0; times < 8; times += 1) {
    const [into, one, another] = [take(true), take(true), take(false)];
    await owner.api.tickets.merge({ id: one, into, customers: "keep" });
    await owner.api.tickets.merge({ id: another, into, customers: "keep" });
    if (below(2) === 0) await owner.api.tickets.unmerge({ id: one });
    await owner.api.tickets.update({ id: into, addTags: [anyOf(["vip", "new"])], category: anyOf(ticketCategories) });
    await owner.api.tickets.reopen({ id: take(false) });
    await owner.api.tickets.changeStatus({ id: take(true), status: "resolved" });
    await owner.api.tickets.delete({ id: take(below(2) === 0) });
    await owner.api.tickets.update({ id: take(true), assignedTo: colleague.userId });
  }
}

/** A report that somebody may ask for. */
function anyCut({ below, anyOf }: Random, owner: Person, known: readonly Trait[]) {
  const from = year.begins + below(380) * 24 * 60 * minute;
  const step = anyOf(["hour", "day", "week", "month"] as const);
  const days = below({ hour: 9, day: 60, week: 300, month: 700 }[step]);
  const by = anyOf([undefined, ...figureDimensionNames]);
  const names = figureNames.filter((name) => below(3) === 0 && !(by === "hour" && figures[name].isLevel));
  return reportInput.parse({
    from: iso(from).slice(0, 10),
    to: iso(from + days * 24 * 60 * minute).slice(0, 10),
    compare: "none",
    step,
    figures: names.length > 0 ? names : ["created"],
    ...(by && { by }),
    where: Array.from({ length: anyOf([0, 0, 1, 1, 2, 3]) }, () =>
      anyOf([...known, `person:${owner.userId}`, "hour:3-10"]),
    ),
  });
}

test.each([
  ["Australia/Lord_Howe", 1],
  ["Europe/Berlin", 2],
  ["Asia/Kathmandu", 3],
])("a generated year in %s is counted as the raw rows have it, in every cut", async (timeZone, seed) => {
  const owner = await newOwner(app);
  const read: Read = (query) => app.services.db.read(owner.tenantId, query);
  const random = randomFrom(seed);
  await app.asOwner("update clients set time_zone = $1 where id = $2", [timeZone, owner.tenantId], owner.tenantId);
  const [stays, leaves] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
  const made = await importYear(owner, [owner.userId, stays.userId, leaves.userId], 120, random);
  await rework(owner, stays, made, random);
  await untilCounted(app, owner.tenantId);
  await owner.api.team.delete({ id: leaves.userId });
  await untilRemoved(app, leaves);
  await untilCounted(app, owner.tenantId);
  expect(await checkFigures(read)).toMatchObject({ waiting: 0, faults: [] });

  const raw = await readRaw(read);
  const known = [...new Set([...raw.traits.values()].flat())] as Trait[];
  for (let cuts = 0; cuts < 35; cuts += 1) {
    const asked = anyCut(random, owner, known);
    const report = await readReport(read, asked, reportLimits.reportCsvRows);
    expect(compareReport(raw, report, asked.where), JSON.stringify(asked)).toEqual([]);
    if (!report.table || figureDimensions[report.table.by].several !== null) continue;
    expect(report.table.differences).toEqual([]);
    for (const [index, { whole }] of report.figures.entries()) {
      const sum = report.table.rows.reduce((all, { values }) => all + (values[index]?.count ?? 0), 0);
      expect(sum).toBe(whole.count);
    }
  }

  // Counted again, and in another zone, it is the same.
  const sums = () =>
    app.asOwner(
      "select kind, trait, span, since::text, count, seconds, buckets, counts from figure_spans order by 1, 2, 3, 4",
      [],
      owner.tenantId,
    );
  const before = await sums();
  const count = async (work: typeof countWaiting) => {
    while (await app.services.db.withTenant(owner.tenantId, work));
  };
  await app.asOwner("insert into facts_waiting (ticket_id) select id from support_tickets", [], owner.tenantId);
  await count(countWaiting);
  expect(await sums()).toEqual(before);
  await app.asOwner("update clients set time_zone = 'Pacific/Apia' where id = $1", [owner.tenantId], owner.tenantId);
  await count(fillNext);
  expect(await checkFigures(read)).toMatchObject({ waiting: 0, faults: [] });
});
