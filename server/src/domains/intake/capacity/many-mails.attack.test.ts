import { once } from "node:events";
import { connect } from "node:net";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { untilMinutesLast } from "../../../testing/from-now.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { bringMails } from "../../../testing/strangers/bring-mails.ts";
import { startMailReceiver } from "../accept/start-mail-receiver.ts";
import { storedBytes } from "./allowances.ts";
import { rememberForwarder } from "./known-networks.queries.ts";

const { hostMailsLately, networkMailsLately, strangerMailsLately, hostMailsPerDay } = limits;
let desk: Desk;
let store: TestTenant;
let next: TestTenant;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  Object.assign(desk.services.settings, { intake: { hostBytesPerDay: 2e9, storeBytesPerDay: 5e9 } });
});
beforeEach(async () => {
  await untilMinutesLast(limits.mailMinutes);
  await desk.asOwner("delete from intake_hosts");
  [store, next] = [await desk.makeTenant(), await desk.makeTenant()];
});
afterAll(() => desk.stop());

const bring = (count: number, from: string, to: TestTenant | TestTenant[] = store, services = desk.services) =>
  bringMails(services, count, { from, to });
const asOwner = (sql: string, of = store) => desk.asOwner(sql, [], of.id);
/** Ends the current window of minutes. */
const laterOn = async () => {
  await desk.asOwner("update intake_hosts set lately_began = lately_began - interval '1 hour'");
  for (const one of [store, next])
    await asOwner("update intake_days set lately_began = lately_began - interval '1 hour'", one);
};
/** Another process of the same installation, which has cached nothing. */
const elsewhere = () => {
  const { db, ...services } = desk.services;
  return { ...services, db: { ...db, pool: Object.create(db.pool) } };
};

test("limits 500 small mails of one host in every process, and not the next host", async () => {
  const [here, there] = await Promise.all([bring(250, "20.1.2.3"), bring(250, "20.1.2.3", store, elsewhere())]);
  expect(here.taken + there.taken).toBe(hostMailsLately);
  expect(here.refusal).toMatch(/^Your host sent as much mail as it may for now, try again later$/);
  expect(await asOwner("select from mail_log")).toHaveLength(hostMailsLately);
  // At a door that has just cached the host's counts.
  const door = elsewhere();
  expect((await bring(1, "20.1.2.3", store, door)).taken).toBe(0);
  for (const other of ["20.1.2.4", "20.1.3.3"]) expect((await bring(5, other, store, door)).taken, other).toBe(5);
  expect(await asOwner("select action, subject_label as label from audit_log")).toEqual([
    { action: "mail.host-limit-reached", label: "20.1.2.3" },
  ]);
});

test("counts a host's mails for all stores together, and a mail to several stores once", async () => {
  expect((await bring(20, "20.1.2.3", [store, next])).taken).toBe(20);
  expect((await bring(30, "20.1.2.3", next)).taken).toBe(30);
  expect((await bring(30, "20.1.2.3")).taken).toBe(hostMailsLately - 50);
});

test("limits the hosts of a network together, and a host that changes its address within a /64", async () => {
  let accepted = 0;
  for (let n = 1; n <= 8; n += 1) accepted += (await bring(40, `20.1.2.${n}`)).taken;
  expect(accepted).toBe(networkMailsLately);
  let ofSix = 0;
  for (let n = 1; n <= 4; n += 1) ofSix += (await bring(25, `2600:1:2:3::${n}`)).taken;
  expect(ofSix).toBe(hostMailsLately);
});

test("limits strangers' mails to a store, but not known networks' or the next store's", async () => {
  await desk.db.withTenant(store.id, (tx) => rememberForwarder(tx, "20.200.1.1"));
  let accepted = 0;
  for (let n = 1; n <= 16; n += 1) accepted += (await bring(50, `20.2.${n}.1`)).taken;
  expect(accepted).toBe(strangerMailsLately);
  const { refusal } = await bring(1, "20.3.1.1");
  expect(refusal).toMatch(/^The recipient's store got as many mails as it may for now/);
  expect(await bring(100, "20.200.1.9")).toEqual({ taken: 100, refusal: null });
  expect(await bring(10, "20.3.1.2", next)).toEqual({ taken: 10, refusal: null });
  expect(await asOwner("select action from audit_log")).toEqual([{ action: "mail.stranger-limit-reached" }]);
});

test("accepts mails after a wait, until the daily limit", async () => {
  expect((await bring(70, "20.1.2.3")).taken).toBe(hostMailsLately);
  await laterOn();
  expect((await bring(70, "20.1.2.3", store, elsewhere())).taken).toBe(hostMailsLately);
  await desk.asOwner("update intake_hosts set mails = $1 where host = '20.1.2.3'", [hostMailsPerDay - 1]);
  await laterOn();
  expect((await bring(3, "20.1.2.3", store, elsewhere())).taken).toBe(1);
});

test("counts each mail by the bytes that it takes in the database", async () => {
  await bring(10, "20.1.2.3");
  const [day] = await asOwner("select bytes::int from intake_days where client_id = current_client_id()");
  const [raw] = await asOwner(
    "select sum(r.size)::int as bytes from raw_mails r join mail_log m on m.raw_mail_id = r.id where m.client_id = current_client_id()",
  );
  expect(day?.bytes).toBe(storedBytes(0) * 10 + 2 * Number(raw?.bytes));
});

test("refuses recipients over a limit before a byte of the mail is sent", async () => {
  const door = await startMailReceiver(elsewhere());
  await bring(1, "20.1.2.3");
  await asOwner(`update intake_days set mails = ${limits.storeMailsPerDay}`);
  const socket = connect(door.port, "127.0.0.1").setEncoding("latin1");
  const nextReply = async () => String((await once(socket, "data"))[0]);
  await nextReply();
  const replies: string[] = [];
  for (const line of [
    "HELO c.example",
    "MAIL FROM:<ann@customer.example>",
    `RCPT TO:<${store.address}>`,
    `RCPT TO:<${next.address}>`,
  ]) {
    socket.write(`${line}\r\n`);
    replies.push((await nextReply()).slice(0, 3));
  }
  socket.destroy();
  await door.close();
  expect(replies).toEqual(["250", "250", "452", "250"]);
});
