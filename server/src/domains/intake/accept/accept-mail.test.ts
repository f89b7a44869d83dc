import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { acceptMail, NoRecipient } from "./accept-mail.ts";

let desk: Desk;
let store: TestTenant;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
});
afterAll(() => desk.stop());

function accept(via: "smtp" | "webhook") {
  const known = async (address: string) => (address === store.address ? store.id : null);
  const recipients = [store.address, "help+suspended@desk.example"];
  const stream = Readable.from([Buffer.from(mailOf({}))]);
  return acceptMail(desk.services, known, { via, envelopeFrom: "ann@customer.example", recipients, stream });
}

function countEntries(): Promise<number> {
  return desk.db.withTenant(store.id, async (tx) => (await tx.selectFrom("mail_log").select("id").execute()).length);
}

test("a recipient to whom SMTP said yes and who is gone by now leaves the mail with its sender", async () => {
  await expect(accept("smtp")).rejects.toBeInstanceOf(NoRecipient);
  expect(await countEntries()).toBe(0);
});

test("a webhook's mail is taken for those who are here, whoever else it was for", async () => {
  expect([...(await accept("webhook")).keys()]).toEqual([store.id]);
  expect(await countEntries()).toBe(1);
});
