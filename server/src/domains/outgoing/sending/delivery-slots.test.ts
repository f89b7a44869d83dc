import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { mostOnTheirWay } from "../../../platform/mailer/smtp-mailer.ts";
import { DeliverySlots, slotLimits } from "./delivery-slots.ts";

/** Whoever is held at all waits in vain for longer than any machine is busy. */
const limits = { ...slotLimits, slowAfterMs: 100, waitsMs: 8_000, stuckWaitsMs: 200 };
const hanging: (() => void)[] = [];
afterEach(() => {
  for (const end of hanging.splice(0)) end();
});

/** Mails that the next server does not answer, until the test is over; gives which of them found a slot so far. */
function hang(slots: DeliverySlots, addresses: readonly string[]): string[] {
  const begun: string[] = [];
  for (const address of addresses) {
    const end = Promise.withResolvers<void>();
    hanging.push(end.resolve);
    void slots.use(address, () => {
      begun.push(address);
      return end.promise;
    });
  }
  return begun;
}

const many = (count: number, domain: string) => Array.from({ length: count }, (_, index) => `ann${index}@${domain}`);

const send = (slots: DeliverySlots, address: string) => slots.use(address, async () => undefined);

test("four mails that hang hold nobody: not even mail to where they go", async () => {
  const slots = new DeliverySlots(limits);
  const begun = hang(slots, many(4, "slow.example"));
  await expect.poll(() => begun.length).toBe(3);
  expect(await send(slots, "jo@other.example")).toBe(true);
  expect(await send(slots, "jo@SLOW.example")).toBe(true);
  for (let index = 0; index < 20; index += 1) expect(await send(slots, `jo${index}@slow.example`)).toBe(true);
});

test("four that hang at four destinations give way in a moment", async () => {
  const slots = new DeliverySlots(limits);
  const begun = hang(
    slots,
    ["a", "b", "c", "d"].map((name) => `ann@${name}.example`),
  );
  await expect.poll(() => begun.length).toBe(4);
  expect(await send(slots, "jo@other.example")).toBe(true);
});

test("a destination where everything hangs holds its share, and mail to it is put off without waiting for long", async () => {
  const slots = new DeliverySlots(limits);
  const most = limits.slowOf + limits.quickOf;
  const begun = hang(slots, many(most, "dead.example"));
  await expect.poll(() => begun.length).toBe(most);
  await expect.poll(() => send(slots, "jo@dead.example")).toBe(false);
  const began = performance.now();
  expect(hang(slots, many(5, "dead.example"))).toEqual([]);
  expect(await send(slots, "jo@dead.example")).toBe(false);
  // Its worker is needed for others.
  expect(performance.now() - began).toBeLessThan(limits.waitsMs / 2);
  expect(await send(slots, "jo@other.example")).toBe(true);
  // What ends makes room again.
  for (const end of hanging.splice(0, most)) end();
  expect(await send(slots, "jo@dead.example")).toBe(true);
});

test("no more are on their way than there are connections to the relay, wherever they go", async () => {
  const slots = new DeliverySlots(limits);
  const begun = hang(
    slots,
    Array.from({ length: 40 }, (_, index) => `ann@d${index}.example`),
  );
  await expect.poll(() => begun.length).toBe(mostOnTheirWay);
  await sleep(3 * limits.slowAfterMs);
  expect(begun).toHaveLength(mostOnTheirWay);
});

test("what fails gives its slot back", async () => {
  const slots = new DeliverySlots(limits);
  for (let index = 0; index < 10; index += 1) {
    const failing = slots.use("ann@fails.example", () => Promise.reject(new Error("451 Later")));
    await expect(failing).rejects.toThrow("451 Later");
  }
  expect(await send(slots, "jo@fails.example")).toBe(true);
});
