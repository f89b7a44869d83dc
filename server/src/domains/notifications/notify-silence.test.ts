import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { notifyOfSilence } from "./notify-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk({ roles: ["web", "worker", "smtp"] });
  const seen = "select part from server_parts where part in ('worker', 'receiver')";
  await until(async () => (await app.asOwner(seen)).length === 2);
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

/** Logs one mail at each of these numbers of hours ago. */
async function mailCame(
  { tenantId, supportEmail }: Person,
  hoursAgo: number[],
  { state = "ticket_created", to = supportEmail, wasForwarded = false } = {},
): Promise<void> {
  await app.asOwner(
    `insert into mail_log (id, raw_removed, via, envelope_from, envelope_to, state, was_forwarded, received_at, finished_at)
     select gen_random_uuid(), 'deleted', 'smtp', 'a@b.test', $1, $2, $3, now() - make_interval(hours => ago), now() from unnest($4::int[]) as ago`,
    [to, state, wasForwarded, hoursAgo],
    tenantId,
  );
}
const look = ({ tenantId }: Person) => app.db.withTenant(tenantId, (tx) => notifyOfSilence(tx, new Date(fromNow({}))));
const noticesOf = async ({ api }: Person) =>
  (await api.notifications.list()).items
    .filter(({ type }) => type === "mail_notice")
    .map(({ title, message }) => `${title}: ${message}`);
const mailInOf = async ({ api }: Person) => (await api.setup.status()).parts.find(({ id }) => id === "mail-in");
const silentFor = (hours: number) =>
  `Incoming Mail: Your store has got no mail for ${hours} hours, which is unusual for it. Please check that your mail is still forwarded to your support address`;
/** Mail in each hour of three weeks, until so many hours ago. */
const dayAndNight = (until: number) => Array.from({ length: 21 * 24 }, (_, hours) => hours + until);

test("notifies the admins of a silent store once, and shows it in the status until mail comes", async () => {
  await mailCame(owner, dayAndNight(7));
  await look(owner);
  await look(owner);
  expect(await noticesOf(owner)).toEqual([silentFor(7)]);
  expect(await noticesOf(agent)).toEqual([]);
  const sentence = "No mail has come for 7 hours, which is unusual for your store: check that it is still forwarded";
  expect(await mailInOf(agent)).toMatchObject({ state: "silent", faults: [sentence] });
  // Our own forwarding test does not end a silence; a mail does.
  await mailCame(owner, [0], { state: "forwarding_test" });
  expect((await mailInOf(owner))?.state).toBe("silent");
  await mailCame(owner, [0]);
  await look(owner);
  expect(await mailInOf(owner)).toMatchObject({ state: "working", faults: [] });
  expect(await noticesOf(owner)).toHaveLength(1);
});

test("notifies of the next silence anew", async () => {
  await app.asOwner("update mail_log set received_at = received_at - interval '8 hours'", [], owner.tenantId);
  // The pause before is now the longest of those weeks, so another one has to be three times as long.
  await look(owner);
  expect(await noticesOf(owner)).toHaveLength(1);
  await app.asOwner("update mail_log set received_at = received_at - interval '15 hours'", [], owner.tenantId);
  await look(owner);
  expect(await noticesOf(owner)).toEqual([silentFor(23), silentFor(7)]);
});

test("notifies no store with little mail, without any so far, or abandoned", async () => {
  const [few, none, left] = [await newOwner(app), await newOwner(app), await newOwner(app)];
  await mailCame(few, [30, 31, 80, 200, 201, 202, 500]);
  await mailCame(left, dayAndNight(29 * 24));
  for (const store of [few, none, left]) {
    await look(store);
    expect(await noticesOf(store)).toEqual([]);
    expect(await mailInOf(store)).toMatchObject({ state: "working", faults: [] });
  }
});

test("does not end a silence by mail that needs no forwarding, was stopped, or took another way", async () => {
  const store = await newOwner(app);
  await mailCame(store, dayAndNight(7), { wasForwarded: true });
  const stopped = ["quarantined", "failed", "loop_stopped", "bounce"];
  for (const state of stopped) await mailCame(store, [0], { state, wasForwarded: true });
  const reply = store.supportEmail.replace("@", ".0196a0f000007000.c2lnbmF0dXJl@");
  await mailCame(store, [0], { state: "reply_added", to: reply, wasForwarded: true });
  await mailCame(store, [0]);
  expect((await mailInOf(store))?.state).toBe("silent");
  await mailCame(store, [0], { wasForwarded: true });
  expect((await mailInOf(store))?.state).toBe("working");
});

test("says since when mail has been waiting, before it is late", async () => {
  const store = await newOwner(app);
  const since = fromNow({ minutes: -3 });
  await app.db.withTenant(store.tenantId, async (tx) => {
    const raw = { id: newId(), size: 1 };
    await tx.insertInto("raw_mails").values(raw).execute();
    const mail = {
      raw_mail_id: raw.id,
      via: "smtp" as const,
      envelope_from: "a@b.test",
      envelope_to: store.supportEmail,
    };
    const twelve = Array.from({ length: 12 }, () => ({ id: newId(), ...mail, queued_at: since }));
    await tx.insertInto("mail_log").values(twelve).execute();
  });
  const { behind, faults } = (await mailInOf(store)) ?? {};
  expect([behind, faults]).toEqual(["12 mails waiting since 3 minutes", []]);
});
