import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { testSecret } from "../../testing/test-databases.ts";
import { urlForRole } from "../db/roles.ts";
import { openListening } from "../realtime/listen.ts";
import type { JobKind } from "./job.ts";
import { openJobQueue } from "./job-queue.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk({ roles: [] });
});
afterAll(() => app.stop());

const kind: JobKind<{ name: string }> = {
  name: "mail.deliver-claim",
  retryLimit: 1,
  retryDelay: 1,
  retryDelayMax: 1,
  expireInSeconds: 60,
};
/** Longer than any test, so that workers never poll. */
const patient = { patience: { statementMs: 60_000, lockMs: 0, idleMs: 0 }, asksEverySeconds: 3_600 };

test("takes due and failed jobs, though no notification is sent for them", async () => {
  const { id } = await app.makeTenant();
  const url = urlForRole(app.ownerUrl, "app", testSecret);
  const listening = await openListening(url, () => undefined, { everyMs: 10_000, withinMs: 60_000 });
  const queue = await openJobQueue(url, listening, () => undefined, patient);
  const tried: string[] = [];
  await queue.work({
    kind,
    concurrency: 2,
    batch: 1,
    work: async ({ name }) => {
      tried.push(name);
      if (name === "fails" && tried.filter((other) => other === name).length === 1) throw new Error("Not yet");
    },
  });
  await app.db.withTenant(id, async (tx) => {
    await queue.enqueue(tx, kind, { name: "fails" });
    await queue.enqueue(tx, kind, { name: "later" }, { startAfterSeconds: 1 });
  });
  await expect.poll(() => [...tried].sort()).toEqual(["fails", "fails", "later"]);
  await queue.stop();
  await listening.stop();
});

test("stops once heard work of many portions has ended the one that it is at", async () => {
  const { id } = await app.makeTenant();
  const url = urlForRole(app.ownerUrl, "app", testSecret);
  const listening = await openListening(url, () => undefined, { everyMs: 10_000, withinMs: 60_000 });
  const queue = await openJobQueue(url, listening, () => undefined, patient);
  let portions = 0;
  await queue.hear("deskhand_portions", async () => {
    while (!queue.isStopping()) {
      await app.db.withTenant(id, async () => undefined);
      portions += 1;
    }
  });
  await app.asOwner("select pg_notify('deskhand_portions', $1)", [id]);
  await expect.poll(() => portions).toBeGreaterThan(1);
  await queue.stop();
  const ended = portions;
  await app.db.withTenant(id, async () => undefined);
  expect(portions).toBe(ended);
  await listening.stop();
});
