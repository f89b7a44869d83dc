import { once } from "node:events";
import { connect } from "node:net";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromNow, untilDayLasts } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";
import { forgetOldIntakeDays } from "../intake.jobs.ts";
import { intakeLimits } from "../intake-limits.ts";
import { recipientResolver } from "./recipient-resolver.ts";
import { DoorRefusals } from "./start-mail-receiver.ts";

let app: Desk;
let owner: Person;
let domain: string;
beforeAll(async () => {
  app = await openDesk({ roles: ["web", "smtp"] });
});
beforeEach(async () => {
  await untilDayLasts();
  owner = await newOwner(app);
  domain = `${owner.tenantId}.example`;
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    [`care@${domain}`, owner.tenantId],
    owner.tenantId,
  );
});
afterAll(() => app.stop());

/** Sends all commands at once, as most servers do, and returns the reply codes. */
async function says(...lines: string[]): Promise<string[]> {
  const socket = connect(app.smtpPort ?? 0, "127.0.0.1").setEncoding("latin1");
  await once(socket, "data");
  socket.write(["EHLO client.example", ...lines, "QUIT", ""].join("\r\n"));
  let said = "";
  for await (const piece of socket) said += piece;
  return (said.match(/^\d{3}(?= )/gm) ?? []).slice(1, -1);
}
const refused = async (by = owner) =>
  Object.fromEntries((await by.api.heldMail.refused()).items.map(({ reason, today }) => [reason, today]));
const comesTo = (figures: Record<string, number>, by = owner) => expect.poll(() => refused(by)).toEqual(figures);

const from = "MAIL FROM:<ann@customer.example>";
const to = () => `RCPT TO:<${owner.supportEmail}>`;

test("counts an unreadable sender address for the recipient's store, once per mail", async () => {
  const bad = "MAIL FROM:<a b@customer.example>";
  expect(await says(bad, to(), to(), "DATA")).toEqual(["501", "503", "503", "503"]);
  expect(await says(bad, "RSET", bad, `RCPT TO:<CARE@${domain}>`)).toEqual(["501", "250", "501", "503"]);
  await comesTo({ sender_address: 2 });
  // An invalid command says nothing about a mail.
  expect(await says(to(), `${from} SIZE=x`, to())).toEqual(["503", "501", "503"]);
  expect(await says(bad, from, to())).toEqual(["501", "250", "250"]);
  expect(await says(bad, to())).toEqual(["501", "503"]);
  await comesTo({ sender_address: 3 });
});

test("counts a mail whose announced size is too large", async () => {
  expect(await says(`${from} SIZE=99999999`, to(), "DATA")).toEqual(["552", "503", "503"]);
  await comesTo({ too_large: 1 });
});

test("counts an unknown recipient for its domain's only store, and for none at a shared domain, a webmail provider or ours", async () => {
  const next = await newOwner(app);
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $3, true), ($2, $3, true)",
    [`hello@${domain.replace("example", "both.example")}`, `${owner.tenantId}@gmail.com`, owner.tenantId],
    owner.tenantId,
  );
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    [`hi@${domain.replace("example", "both.example")}`, next.tenantId],
    next.tenantId,
  );
  const { mailDomain } = app.services.settings;
  const nobodys = [domain, domain, domain.replace("example", "both.example"), "gmail.com", "else.example", mailDomain];
  const codes = await says(from, ...nobodys.map((at) => `RCPT TO:<nobody@${at}>`));
  expect(codes).toEqual(["250", ...nobodys.map(() => "550")]);
  await comesTo({ unknown_recipient: 2 });
  expect(await refused(next)).toEqual({});
});

test("counts an unreadable recipient by the domain or the code in it", async () => {
  const broken = owner.supportEmail.replace("@", " x@");
  expect(await says(from, `RCPT TO:<ca re@${domain}>`, `RCPT TO:<${broken}>`, "RCPT TO:<>")).toEqual([
    ...["250", "501", "501", "501"],
  ]);
  await comesTo({ recipient_address: 2 });
});

test("counts what a limit refuses for the store concerned", async () => {
  Object.assign(app.services.settings, { intake: { hostBytesPerDay: 2e9, storeBytesPerDay: 5e9 } });
  await app.asOwner(
    "insert into intake_days (day, mails) values ((now() at time zone 'UTC')::date, $1)",
    [limits.storeMailsPerDay],
    owner.tenantId,
  );
  expect(await says(from, to(), to())).toEqual(["250", "452", "452"]);
  await comesTo({ limit: 2 });
});

test("sums the days that are shown and deletes older counts", async () => {
  const day = (days: number) => fromNow({ days: -days }).slice(0, 10);
  for (const [days, times] of [
    [1, 5],
    [limits.doorDaysShown, 7],
    [intakeLimits.refusalDays + 1, 9],
  ] as const) {
    const row = "insert into door_refusals (day, reason, times) values ($1, 'unknown_recipient', $2)";
    await app.asOwner(row, [day(days), times], owner.tenantId);
  }
  await says(from, `RCPT TO:<nobody@${domain}>`);
  await comesTo({ unknown_recipient: 1 });
  expect((await owner.api.heldMail.refused()).items).toEqual([{ reason: "unknown_recipient", today: 1, lately: 6 }]);
  await forgetOldIntakeDays.work(app.services);
  expect(await app.asOwner("select from door_refusals", [], owner.tenantId)).toHaveLength(3);
});

test("writes one row per day and reason and bounds memory, however many strangers knock", async () => {
  const door = new DoorRefusals(app.services, recipientResolver(app.services));
  for (let n = 0; n < 3 * intakeLimits.refusedAddresses; n += 1) {
    door.note({ reason: "unknown_recipient", addresses: [`x${n}@${domain}`] });
    door.note({ reason: "sender_address", addresses: [`x${n}@n${n}.example`, "y".repeat(10_000)] });
  }
  await door.flush();
  expect(await app.asOwner("select reason, times::int from door_refusals", [], owner.tenantId)).toEqual([
    { reason: "unknown_recipient", times: 3 * intakeLimits.refusedAddresses },
  ]);
});
