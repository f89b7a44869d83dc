import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromNow, untilMinutesLast } from "../../../testing/from-now.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { bringMails } from "../../../testing/strangers/bring-mails.ts";
import { learnWhoBringsMail } from "../intake.jobs.ts";
import { rememberForwarder } from "./known-networks.queries.ts";

let desk: Desk;
let store: TestTenant;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  Object.assign(desk.services.settings, { intake: { hostBytesPerDay: 2e9, storeBytesPerDay: 5e9 } });
});
beforeEach(async () => {
  await untilMinutesLast(limits.mailMinutes);
  await desk.asOwner("delete from intake_hosts");
  store = await desk.makeTenant();
});
afterAll(() => desk.stop());

const bring = (count: number, from: string, to = store, via: "smtp" | "webhook" = "smtp") =>
  bringMails(desk.services, count, { from, to, via });
const all = (taken: number) => ({ taken, refusal: null });
const knownNetworks = (of = store) =>
  desk.asOwner(
    "select network, known_by as by from intake_networks where client_id = current_client_id() order by 1",
    [],
    of.id,
  );
const learn = () => learnWhoBringsMail.work(desk.services);

/** Logs mails of a host on these days, `perDay` each, that answered a ticket or only began one. */
async function logMails(
  from: string,
  days: number[],
  perDay: number,
  state = "reply_added",
  of = store,
): Promise<void> {
  for (const day of days) {
    await desk.asOwner(
      `insert into mail_log (client_id, id, via, envelope_from, envelope_to, remote_host, state, raw_removed, raw_size, received_at, finished_at)
       select $1, gen_random_uuid(), 'smtp', 'a@b.test', 'c@d.test', $2, $3, 'expired', 1, $4, $4 from generate_series(1, $5::int)`,
      [of.id, from, state, fromNow({ days: -day }), perDay],
      of.id,
    );
  }
}

test("accepts 300 mails a minute from the network that the store's forwarding test came through", async () => {
  await desk.db.withTenant(store.id, (tx) => rememberForwarder(tx, "::ffff:20.40.1.1"));
  expect(await knownNetworks()).toEqual([{ network: "20.40.1.0/24", by: "test" }]);
  const [one, other] = await Promise.all([bring(150, "20.40.1.1"), bring(150, "20.40.1.200")]);
  expect([one, other]).toEqual([all(150), all(150)]);
});

test("learns a network from answers on several days, and not from one that only began conversations", async () => {
  await logMails("20.41.1.1", [1, 2], 3);
  await logMails("20.41.1.7", [3], 4);
  await logMails("20.42.1.1", [1, 2, 3], 50, "ticket_created");
  await logMails("20.43.1.1", [1], 50);
  await logMails("20.44.1.1", [1, 2, 3], 3);
  await logMails("2600:1:2:3::1", [1, 5, 9], 9);
  await learn();
  expect(await knownNetworks()).toEqual([
    { network: "20.41.1.0/24", by: "history" },
    { network: "2600:1:2:3::/64", by: "history" },
  ]);
  expect(await bring(300, "20.41.1.99")).toEqual(all(300));
  expect((await bring(300, "20.42.1.1")).taken).toBe(limits.hostMailsLately);
});

test("forgets a network that brought nothing for a month, and keeps one that does", async () => {
  await logMails("20.41.1.1", [1, 2, 3], 4);
  await desk.db.withTenant(store.id, async (tx) => {
    for (const host of ["20.41.1.1", "20.45.1.1"]) await rememberForwarder(tx, host);
  });
  await desk.asOwner(
    "update intake_networks set known_at = $1 where client_id = current_client_id()",
    [fromNow({ days: -31 })],
    store.id,
  );
  await learn();
  expect(await knownNetworks()).toEqual([{ network: "20.41.1.0/24", by: "history" }]);
});

test("lets a provider that five stores know bring a sixth store's mail beyond the limit of strangers", async () => {
  for (let n = 0; n < 5; n += 1) await logMails("20.46.1.1", [1, 2, 3], 5, "reply_added", await desk.makeTenant());
  await learn();
  expect(await bring(200, "20.46.1.1")).toEqual(all(200));
});

test("lets a provider bring the mail of many stores that know it from one address", async () => {
  const stores = await Promise.all(Array.from({ length: 10 }, () => desk.makeTenant()));
  for (const { id } of stores) await desk.db.withTenant(id, (tx) => rememberForwarder(tx, "20.47.1.1"));
  expect(await Promise.all(stores.map((to) => bring(30, "20.47.1.1", to)))).toEqual(stores.map(() => all(30)));
});

test("does not limit the operator's relays, local hosts and webhooks", async () => {
  for (const from of ["10.0.0.5", "127.0.0.1", "::1", "fd00::1"]) expect(await bring(100, from)).toEqual(all(100));
  expect(await bring(200, "20.48.1.1", store, "webhook")).toEqual(all(200));
});

test("has no limits of mails without limits of bytes", async () => {
  const { settings } = desk.services;
  const { intake } = settings;
  Object.assign(settings, { intake: { hostBytesPerDay: 0, storeBytesPerDay: 0 } });
  expect(await bring(200, "20.49.1.1")).toEqual(all(200));
  Object.assign(settings, { intake });
});
