import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mostOnTheirWay } from "../../../platform/mailer/smtp-mailer.ts";
import { DeliverySlots, slotLimits } from "./delivery-slots.ts";

const limits = { ...slotLimits, slowAfterMs: 100, waitsMs: 8_000, stuckWaitsMs: 200 };
const hanging: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const end of hanging.splice(0)) end();
  vi.useRealTimers();
});

/** Advances time until the work ends, and returns its result. */
async function endOf<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) await vi.advanceTimersByTimeAsync(50);
  return work;
}

/** Sends mails that hang in their content until the test ends; returns the addresses that found a slot so far. */
function hang(slots: DeliverySlots, addresses: readonly string[]): string[] {
  const started: string[] = [];
  for (const address of addresses) {
    const end = Promise.withResolvers<void>();
    hanging.push(end.resolve);
    void slots.use(address, ({ signal, contentBegins }) => {
      started.push(address);
      contentBegins();
      signal.addEventListener("abort", () => end.reject(new Error(`${address} may have arrived`)));
      return end.promise;
    });
  }
  return started;
}

/** Sends mails that hang before their content, for good or for a while; returns which are being sent, and the results of the others. */
function hangBefore(slots: DeliverySlots, addresses: readonly string[], answersAfterMs = 60_000) {
  const found = { onTheirWay: 0, most: 0, sent: [] as string[], ended: [] as string[] };
  for (const address of addresses) {
    const used = slots.use(address, async ({ signal }) => {
      found.onTheirWay += 1;
      found.most = Math.max(found.most, found.onTheirWay);
      const answer = Promise.withResolvers<void>();
      hanging.push(answer.resolve);
      signal.addEventListener("abort", () => answer.reject(new Error(`${address} was ended`)));
      setTimeout(answer.resolve, answersAfterMs);
      try {
        await answer.promise;
        found.sent.push(address);
      } finally {
        found.onTheirWay -= 1;
        if (signal.aborted) found.ended.push(address);
      }
    });
    used.catch(() => undefined);
  }
  return found;
}

const oneEach = (count: number) => Array.from({ length: count }, (_, index) => `ann@d${index}.example`);

const many = (count: number, domain: string) => Array.from({ length: count }, (_, index) => `ann${index}@${domain}`);

const send = (slots: DeliverySlots, address: string) => endOf(slots.use(address, async () => undefined));

test("four hanging mails hold up no other, not even to their own destination", async () => {
  const slots = new DeliverySlots(limits);
  const started = hang(slots, many(4, "slow.example"));
  await expect.poll(() => started.length).toBe(3);
  expect(await send(slots, "jo@other.example")).toBe(true);
  expect(await send(slots, "jo@SLOW.example")).toBe(true);
  for (let index = 0; index < 20; index += 1) expect(await send(slots, `jo${index}@slow.example`)).toBe(true);
});

test("four mails hanging at four destinations make way within a moment", async () => {
  const slots = new DeliverySlots(limits);
  const started = hang(
    slots,
    ["a", "b", "c", "d"].map((name) => `ann@${name}.example`),
  );
  await expect.poll(() => started.length).toBe(4);
  expect(await send(slots, "jo@other.example")).toBe(true);
});

test("a destination where everything hangs holds only its share, and further mail to it is postponed soon", async () => {
  const slots = new DeliverySlots(limits);
  const most = limits.slowOf + limits.quickOf;
  const started = hang(slots, many(most, "dead.example"));
  await expect.poll(() => started.length).toBe(most);
  await expect.poll(() => send(slots, "jo@dead.example")).toBe(false);
  let isTooLate = false;
  setTimeout(() => {
    isTooLate = true;
  }, limits.waitsMs / 2);
  expect(hang(slots, many(5, "dead.example"))).toEqual([]);
  expect(await send(slots, "jo@dead.example")).toBe(false);
  // Its worker is free for other mails.
  expect(isTooLate).toBe(false);
  expect(await send(slots, "jo@other.example")).toBe(true);
  // A finished mail makes room again.
  for (const end of hanging.splice(0, most)) end();
  expect(await send(slots, "jo@dead.example")).toBe(true);
});

test("mails sent at once never exceed the relay's connections, whatever their destinations", async () => {
  const slots = new DeliverySlots(limits);
  const started = hang(slots, oneEach(40));
  await expect.poll(() => started.length).toBe(mostOnTheirWay);
  await vi.advanceTimersByTimeAsync(3 * limits.slowAfterMs);
  expect(started).toHaveLength(mostOnTheirWay);
});

test("a failed mail frees its slot", async () => {
  const slots = new DeliverySlots(limits);
  for (let index = 0; index < 10; index += 1) {
    const failing = slots.use("ann@fails.example", () => Promise.reject(new Error("451 Later")));
    await expect(failing).rejects.toThrow("451 Later");
  }
  expect(await send(slots, "jo@fails.example")).toBe(true);
});

test("thirty mails that hang before their content at thirty destinations hold up nobody for long", async () => {
  const slots = new DeliverySlots(limits);
  const found = hangBefore(slots, oneEach(30));
  expect(await send(slots, "jo@other.example")).toBe(true);
  await expect.poll(() => found.onTheirWay + found.ended.length).toBe(30);
  // Nobody waits any more, so nothing is aborted.
  await vi.advanceTimersByTimeAsync(3 * limits.slowAfterMs);
  expect(found).toMatchObject({ onTheirWay: mostOnTheirWay - 1, most: mostOnTheirWay, sent: [] });
  // An aborted mail freed its slot once.
  const started = hang(slots, oneEach(20));
  await expect.poll(() => started.length).toBe(mostOnTheirWay);
  await vi.advanceTimersByTimeAsync(3 * limits.slowAfterMs);
  expect(started).toHaveLength(mostOnTheirWay);
});

test("nothing is aborted while nobody waits", async () => {
  const slots = new DeliverySlots(limits);
  const found = hangBefore(slots, oneEach(mostOnTheirWay));
  await vi.advanceTimersByTimeAsync(6 * limits.slowAfterMs);
  expect(found).toMatchObject({ onTheirWay: mostOnTheirWay, ended: [] });
});

test("a mail that may have arrived is never aborted, and hanging ones beside it make way", async () => {
  const slots = new DeliverySlots({ ...limits, waitsMs: 1_000 });
  const started = hang(slots, oneEach(limits.slow));
  await expect.poll(() => started.length).toBe(limits.slow);
  const found = hangBefore(slots, many(1, "a.example").concat(many(2, "b.example")).concat(many(1, "c.example")));
  await expect.poll(() => found.onTheirWay).toBe(limits.quick);
  for (let index = 0; index < 3; index += 1) expect(await send(slots, `jo${index}@other.example`)).toBe(true);
  const rest = hang(slots, oneEach(limits.quick));
  await expect.poll(() => rest.length).toBe(limits.quick);
  expect(found).toMatchObject({ onTheirWay: 0 });
  expect(await send(slots, "jo@other.example")).toBe(false);
});

test("mail to a destination where everything hangs before its content is still sent", async () => {
  const slots = new DeliverySlots(limits);
  const most = limits.slowOf + limits.quickOf;
  const found = hangBefore(slots, many(most, "dead.example"));
  await expect.poll(() => found.onTheirWay).toBe(most);
  expect(await send(slots, "jo@dead.example")).toBe(true);
  expect(found.ended).toHaveLength(1);
});

test("a waiting mail gets a slot before its time is up, even behind twelve that hang one after the other", async () => {
  // A fifth of its throughput in the end.
  const { slowAfterMs, waitsMs, stuckWaitsMs } = slotLimits;
  const slots = new DeliverySlots({
    ...slotLimits,
    slowAfterMs: slowAfterMs / 5,
    waitsMs: waitsMs / 5,
    stuckWaitsMs: stuckWaitsMs / 5,
  });
  hangBefore(slots, oneEach(mostOnTheirWay));
  const others = ["w", "x", "y", "z"].map((name) => send(slots, `jo@${name}.example`));
  expect(await Promise.all(others)).toEqual([true, true, true, true]);
});

test("the older half of the hanging mails keeps its slots, however many wait", async () => {
  const slots = new DeliverySlots({ ...limits, waitsMs: 30_000 });
  const found = hangBefore(slots, oneEach(40));
  await expect.poll(() => found.ended.length).toBe(40 - mostOnTheirWay);
  const older = oneEach(mostOnTheirWay / 2);
  expect(found.ended).not.toEqual(expect.arrayContaining([expect.toBeOneOf(older)]));
  const ofOne = new DeliverySlots({ ...limits, waitsMs: 30_000 });
  const places = limits.slowOf + limits.quickOf;
  const atOne = hangBefore(ofOne, many(20, "gmail.example"));
  await expect.poll(() => atOne.ended.length).toBe(20 - places);
  const olderThere = many(Math.floor(places / 2), "gmail.example");
  expect(atOne.ended).not.toEqual(expect.arrayContaining([expect.toBeOneOf(olderThere)]));
});

test("a server that is always slow still gets some mail", async () => {
  const slots = new DeliverySlots({ ...limits, waitsMs: 30_000 });
  const found = hangBefore(slots, oneEach(60), 8 * limits.slowAfterMs);
  await expect.poll(() => found.sent.length + found.ended.length).toBe(60);
  expect(found.sent.length).toBeGreaterThan(mostOnTheirWay);
});
