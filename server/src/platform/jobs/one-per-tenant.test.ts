import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { asTenantId } from "../db/tenant.ts";
import { onePerTenant } from "./job.ts";

const [one, other] = [asTenantId(randomUUID()), asTenantId(randomUUID())];

test("a call during a tenant's hanging work does not wait, and other tenants go on", async () => {
  const done: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const work = onePerTenant(async (tenantId) => {
    if (tenantId === one && done.length < 3) await hanging.promise;
    done.push(tenantId);
  });
  const first = work(one);
  await work(one);
  await work(one);
  await work(other);
  expect(done).toEqual([other]);
  hanging.resolve();
  await first;
  // One more run for both calls meanwhile.
  expect(done).toEqual([other, one, one]);
});

test("failed work can run again", async () => {
  let tried = 0;
  const work = onePerTenant(async () => {
    tried += 1;
    if (tried === 1) throw new Error("no answer");
  });
  await expect(work(one)).rejects.toThrow("no answer");
  await work(one);
  expect(tried).toBe(2);
});
