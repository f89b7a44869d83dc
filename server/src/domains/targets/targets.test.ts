import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { tellOfTargets } from "./run-targets.ts";

let app: Desk;
let admin: Person;
let dana: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  dana = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const { id } of (await admin.api.targets.list()).items) await admin.api.targets.remove({ id });
  await refreshed();
});

const HOUR_MS = 3_600_000;
type NewPolicy = Parameters<Person["api"]["targets"]["create"]>[0];
/** Makes a policy, and resolves once all tickets have their clocks by it. */
async function make(changes: Partial<NewPolicy> = {}) {
  const policy = await admin.api.targets.create({
    name: "Everybody",
    matches: "all",
    conditions: [],
    firstReplyMinutes: 60,
    nextReplyMinutes: null,
    resolutionMinutes: null,
    calendarId: null,
    pausing: ["pending"],
    isOn: true,
    idempotencyKey: randomUUID(),
    ...changes,
  });
  await refreshed();
  return policy;
}
/** Resolves once no clock is computed anew. */
const refreshed = () =>
  until(async () => {
    const [row] = await app.asOwner("select count(*)::int as count from target_refreshes", [], admin.tenantId);
    return row?.count === 0;
  });
const get = (id: string) => dana.api.tickets.get({ id });
const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

describe("a target for the first reply", () => {
  test("is due on the ticket from its first message on, and no longer once it is answered", async () => {
    const policy = await make();
    const { id } = await makeTicket(app, admin);
    const { due, waitingSince } = await get(id);
    expect(due).toEqual({
      clock: "first_reply",
      dueAt: after(waitingSince ?? "", HOUR_MS),
      riskAt: after(waitingSince ?? "", 0.75 * HOUR_MS),
      leftMs: null,
      policyId: policy.id,
    });
    await reply(dana, id);
    expect((await get(id)).due).toBeNull();
    // Without a target for it, a further answer has no time.
    await customerReplies(app, admin, id, "Thanks, but where is it?");
    expect((await get(id)).due).toBeNull();
  });

  test("stands still while the ticket is pending, and goes on with the time that was left", async () => {
    await make();
    const { id } = await makeTicket(app, admin);
    const { waitingSince } = await get(id);
    await dana.api.tickets.changeStatus({ id, status: "pending" });
    const { clocks } = await dana.api.targets.ofTicket({ ticketId: id });
    const [pause] = clocks[0]?.pauses ?? [];
    const used = Date.parse(pause?.from ?? "") - Date.parse(waitingSince ?? "");
    expect((await get(id)).due).toMatchObject({ dueAt: null, riskAt: null, leftMs: HOUR_MS - used });
    await dana.api.tickets.changeStatus({ id, status: "open" });
    const resumed = await dana.api.targets.ofTicket({ ticketId: id });
    const { from = "", to } = resumed.clocks[0]?.pauses[0] ?? {};
    const paused = Date.parse(to ?? "") - Date.parse(from);
    expect((await get(id)).due).toMatchObject({ dueAt: after(waitingSince ?? "", HOUR_MS + paused), leftMs: null });
  });
});

/** Lets a ticket's customer have waited so long. */
async function waited(id: string, minutes: number): Promise<void> {
  await app.asOwner(
    `update support_tickets set waiting_since = now() - make_interval(mins => ${minutes}) where id = $1`,
    [id],
    admin.tenantId,
  );
  // Any change has the clocks computed anew.
  const { category } = await get(id);
  await dana.api.tickets.update({ id, category: category === "Billing" ? "Account" : "Billing" });
}
const told = async ({ api }: Person, ticketId: string | null) =>
  (await api.notifications.list({ limit: 20 })).items
    .filter(({ type, ticketId: about }) => type.startsWith("target_") && about === ticketId)
    .map(({ message }) => message);

test("the list is sorted by what is due next, and finds what is at risk and breached", async () => {
  await make();
  const make3 = ["Late", "Soon", "Later"].map((subject) => makeTicket(app, admin, { subject }));
  const [late, soon, later] = (await Promise.all(make3)).map(({ id }) => id);
  await waited(late ?? "", 90);
  await waited(soon ?? "", 50);
  await waited(later ?? "", 1);
  const listed = async (input: Parameters<Person["api"]["tickets"]["list"]>[0]) =>
    (await dana.api.tickets.list(input)).items.map(({ subject }) => subject);
  expect((await listed({ sort: "due" })).slice(0, 3)).toEqual(["Late", "Soon", "Later"]);
  expect(await listed({ atRisk: true })).toEqual(["Soon"]);
  expect(await listed({ breached: true })).toEqual(["Late"]);
});

describe("who is told", () => {
  test("the assignee hears once that a target is at risk and once that it is breached, however often the clock is looked at", async () => {
    await make();
    const { id, ticketNumber } = await makeTicket(app, admin, { subject: "Parcel" });
    await dana.api.tickets.update({ id, assignedTo: dana.userId });
    await tellOfTargets.work(app.services);
    expect(await told(dana, id)).toEqual([]);
    await waited(id, 50);
    for (let times = 0; times < 2; times += 1) await tellOfTargets.work(app.services);
    const label = `Ticket: ${String(ticketNumber).padStart(4, "0")}`;
    const soon = `${label} is close to breaching its target (first reply): Parcel`;
    expect(await told(dana, id)).toEqual([soon]);
    await waited(id, 61);
    for (let times = 0; times < 2; times += 1) await tellOfTargets.work(app.services);
    expect(await told(dana, id)).toEqual([`${label} has breached its target (first reply): Parcel`, soon]);
    expect(await told(admin, id)).toEqual([]);
  });

  test("supervisors and admins hear of a ticket that is nobody's, and a machine that slept past both tells the breach alone", async () => {
    await make();
    const { id } = await makeTicket(app, admin, { subject: "Lamp" });
    await waited(id, 500);
    await tellOfTargets.work(app.services);
    expect(await told(admin, id)).toEqual([expect.stringMatching(/has breached its target \(first reply\): Lamp$/)]);
    expect(await told(dana, id)).toEqual([]);
  });

  test("a policy that makes old tickets late tells nobody of those", async () => {
    const { id } = await makeTicket(app, admin, { subject: "Old" });
    await waited(id, 500);
    await make();
    expect((await dana.api.tickets.list({ breached: true, search: "Old" })).items).toHaveLength(1);
    await tellOfTargets.work(app.services);
    expect(await told(admin, id)).toEqual([]);
  });
});
