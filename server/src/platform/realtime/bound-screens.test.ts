import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asTenantId } from "../db/tenant.ts";
import { BoundScreens } from "./live-sockets.ts";

const endless = { perSecond: 1_000_000, burst: 1_000_000 };
const [acme, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"].map(asTenantId);
const sam = { userId: "sam", tenantId: acme ?? asTenantId("") };
const kim = { ...sam, userId: "kim" };
const lee = { userId: "lee", tenantId: other ?? asTenantId("") };

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("limits a person's connections, and frees a place when one closes", async () => {
  const screens = new BoundScreens({ open: 2, pace: { person: endless, store: endless }, patienceMs: 0 });
  const first = new Socket();
  expect(await screens.admit(sam, first)).toBe(true);
  expect(await screens.admit(sam, new Socket())).toBe(true);
  expect(await screens.admit(sam, new Socket())).toBe(false);
  expect(await screens.admit(kim, new Socket())).toBe(true);
  const closed = new Promise((resolve) => first.once("close", resolve));
  first.destroy();
  await closed;
  expect(await screens.admit(sam, new Socket())).toBe(true);
  expect(await screens.admit(sam, first)).toBe(false);
});

test.each([
  ["a person", { person: { perSecond: 1, burst: 3 }, store: endless }, [true, true]],
  ["all of a store", { person: endless, store: { perSecond: 1, burst: 3 } }, [false, true]],
])("limits how often %s may connect, until after a pause", async (_, pace, others) => {
  const screens = new BoundScreens({ open: 1_000, pace, patienceMs: 0 });
  const admitted = [];
  for (let time = 0; time < 4; time += 1) admitted.push(await screens.admit(sam, new Socket()));
  expect(admitted).toEqual([true, true, true, false]);
  expect([await screens.admit(kim, new Socket()), await screens.admit(lee, new Socket())]).toEqual(others);
  vi.advanceTimersByTime(1_000);
  expect(await screens.admit(sam, new Socket())).toBe(true);
});
