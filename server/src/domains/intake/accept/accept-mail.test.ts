import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { chunkSize } from "../../../platform/storage/files.ts";
import { scratchPath } from "../../../platform/storage/scratch.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { intakeLimits } from "../intake-limits.ts";
import { acceptMail, collectMail, UnknownRecipient } from "./accept-mail.ts";

let desk: Desk;
let store: TestTenant;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
});
afterAll(() => desk.stop());
afterEach(() => {
  vi.useRealTimers();
});

function accept(via: "smtp" | "webhook") {
  const known = async (address: string) => (address === store.address ? store.id : null);
  const recipients = [store.address, "help+suspended@desk.example"];
  const stream = Readable.from([Buffer.from(mailOf({}))]);
  return acceptMail(desk.services, known, { via, envelopeFrom: "ann@customer.example", recipients, stream });
}

function countEntries(): Promise<number> {
  return desk.db.withTenant(store.id, async (tx) => (await tx.selectFrom("mail_log").select("id").execute()).length);
}

test("refuses the whole mail if a recipient that SMTP accepted is gone", async () => {
  await expect(accept("smtp")).rejects.toBeInstanceOf(UnknownRecipient);
  expect(await countEntries()).toBe(0);
});

test("takes a webhook's mail for known recipients and ignores the others", async () => {
  expect([...(await accept("webhook")).keys()]).toEqual([store.id]);
  expect(await countEntries()).toBe(1);
});

test("takes up other stores' mail before most mail of a store that gets hundreds", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const [busy, quiet] = [await desk.makeTenant(), await desk.makeTenant()];
  const take = async ({ address, id }: TestTenant) => {
    const stream = Readable.from([Buffer.from(mailOf({}))]);
    const mail = { via: "webhook" as const, envelopeFrom: "ann@customer.example", recipients: [address], stream };
    await acceptMail(desk.services, async (asked) => (asked === address ? id : null), mail);
  };
  const { burst, perSecond } = intakeLimits.promptBudget;
  for (let sent = 0; sent < burst + 20; sent += 1) await take(busy);
  await take(quiet);
  vi.advanceTimersByTime(1_000);
  for (let sent = 0; sent < perSecond + 1; sent += 1) await take(busy);
  const jobs = await desk.asOwner<{ tenant: string }>(
    `select data->>'tenantId' as tenant from pgboss.job where name = 'mail.process' and data->>'tenantId' = any($1)
      order by priority desc, created_on`,
    [[busy.id, quiet.id]],
  );
  const order = jobs.map(({ tenant }) => (tenant === quiet.id ? "quiet" : "busy"));
  expect(order.indexOf("quiet")).toBe(burst);
  expect(order.length).toBe(burst + 20 + 1 + perSecond + 1);
});

async function* pieces(count: number) {
  for (let piece = 0; piece < count; piece += 1) yield Buffer.alloc(chunkSize / 2, "x");
}

test("spools a large mail to the scratch folder and leaves nothing there", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-collect-"));
  const ours = dirname(scratchPath(dataDir));
  const small = await collectMail(pieces(1), dataDir);
  expect(small.small?.length).toBe(chunkSize / 2);
  const large = await collectMail(pieces(5), dataDir);
  expect(large).toMatchObject({ small: null, size: (chunkSize / 2) * 5 });
  expect(await readdir(ours)).toHaveLength(1);
  await large.discard();
  expect(await readdir(ours)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

test("keeps a mail that comes byte by byte whole", async () => {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
  async function* single() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  const { small } = await collectMail(single(), tmpdir());
  expect(small).toEqual(bytes);
});
