import type { ServerToClient, TenantEvent } from "@deskhand/contract/events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce, connectLive, type LiveSocket } from "./live.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function fakeServer() {
  const opened: {
    after: number | null;
    handlers: Partial<ServerToClient>;
    lose: (isSignedOut: boolean) => void;
  }[] = [];
  let refuses = false;
  const open = async (after: number | null): Promise<LiveSocket> => {
    const connection = {
      after,
      handlers: {} as Partial<ServerToClient>,
      lose: (_isSignedOut: boolean) => {},
    };
    opened.push(connection);
    if (refuses) throw new TypeError("Failed to fetch");
    return {
      on: (name, handler) => {
        connection.handlers[name] = handler;
      },
      onLost: (handler) => {
        connection.lose = handler;
      },
      claim: () => {},
      close: () => {},
    };
  };
  return { opened, open, refuse: (value: boolean) => (refuses = value), latest: () => opened.at(-1) };
}

const event = (number: number): TenantEvent => ({
  number,
  type: "ticket.updated",
  payload: { ticketId: `t${number}` },
});

async function connected() {
  const server = fakeServer();
  const handlers = {
    onEvent: vi.fn(),
    onReset: vi.fn(),
    onConnectedChange: vi.fn(),
    onSignedOut: vi.fn(),
    onSocket: vi.fn(),
  };
  const stop = connectLive(handlers, server.open);
  await vi.advanceTimersByTimeAsync(0);
  server.latest()?.handlers.ready?.({ number: 7 });
  return { server, handlers, stop };
}

test("gives up a connection that is never served, and makes another", async () => {
  const server = fakeServer();
  const handlers = { onEvent: vi.fn(), onReset: vi.fn(), onConnectedChange: vi.fn(), onSignedOut: vi.fn() };
  const stop = connectLive(handlers, server.open);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(server.opened).toHaveLength(1);
  expect(handlers.onConnectedChange).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_001);
  expect(server.opened).toHaveLength(2);
  expect(handlers.onConnectedChange.mock.calls).toEqual([[false]]);
  server.latest()?.handlers.ready?.({ number: 7 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.opened).toHaveLength(2);
  // After a loss it waits for the next try and for nothing else.
  server.latest()?.lose(false);
  await vi.advanceTimersByTimeAsync(1_000);
  server.latest()?.lose(false);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.opened).toHaveLength(3);
});

test("fetches once after the first connection, then follows each event once", async () => {
  const { server, handlers } = await connected();
  expect(handlers.onReset).toHaveBeenCalledTimes(1);
  for (const number of [8, 8, 9]) server.latest()?.handlers.event?.(event(number));
  expect(handlers.onEvent.mock.calls.map(([event]) => event.number)).toEqual([8, 9]);
});

test("reports events during the page's load once, as known, without fetching twice", async () => {
  const server = fakeServer();
  const handlers = { onEvent: vi.fn(), onReset: vi.fn(), onConnectedChange: vi.fn(), onSignedOut: vi.fn() };
  connectLive(handlers, server.open);
  await vi.advanceTimersByTimeAsync(0);
  server.latest()?.handlers.ready?.({ number: 7, since: 5 });
  for (const number of [6, 7, 8, 7]) server.latest()?.handlers.event?.(event(number));
  expect(handlers.onReset).not.toHaveBeenCalled();
  expect(handlers.onEvent.mock.calls.map(([event, isKnown]) => [event.number, isKnown])).toEqual([
    [6, true],
    [7, true],
    [8, false],
  ]);
  // Too many to send one by one, and a skipped number, cause a refetch as ever.
  server.latest()?.handlers.reset?.({ number: 9 });
  server.latest()?.handlers.event?.(event(11));
  expect(handlers.onReset).toHaveBeenCalledTimes(2);
});

test("holds events that come before the server has told its position until the missed ones have come", async () => {
  const server = fakeServer();
  const handlers = { onEvent: vi.fn(), onReset: vi.fn(), onConnectedChange: vi.fn(), onSignedOut: vi.fn() };
  connectLive(handlers, server.open);
  await vi.advanceTimersByTimeAsync(0);
  for (const number of [7, 8, 9]) server.latest()?.handlers.event?.(event(number));
  expect(handlers.onEvent).not.toHaveBeenCalled();
  server.latest()?.handlers.ready?.({ number: 7, since: 5 });
  for (const number of [6, 7, 10]) server.latest()?.handlers.event?.(event(number));
  expect(handlers.onEvent.mock.calls.map(([event]) => event.number)).toEqual([6, 7, 8, 9, 10]);
  expect(handlers.onReset).not.toHaveBeenCalled();
});

test("resumes from the last event it saw", async () => {
  const { server, handlers } = await connected();
  server.latest()?.handlers.event?.(event(8));
  server.latest()?.lose(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.latest()?.after).toBe(8);
  server.latest()?.handlers.ready?.({ number: 12 });
  expect(handlers.onReset).toHaveBeenCalledTimes(1);
});

test("passes on each socket once ready, and none after a loss or stop", async () => {
  const { server, handlers, stop } = await connected();
  const handed = () => handlers.onSocket.mock.calls.map(([socket]) => socket !== null);
  expect(handed()).toEqual([true]);
  server.latest()?.lose(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(handed()).toEqual([true, false]);
  server.latest()?.handlers.ready?.({ number: 7 });
  stop();
  expect(handed()).toEqual([true, false, true, false]);
});

test("refetches everything when numbers are missing or the server says so", async () => {
  const { server, handlers } = await connected();
  server.latest()?.handlers.event?.(event(20));
  expect(handlers.onReset).toHaveBeenCalledTimes(2);
  server.latest()?.handlers.reset?.({ number: 90 });
  server.latest()?.handlers.event?.(event(91));
  expect(handlers.onReset).toHaveBeenCalledTimes(3);
  expect(handlers.onEvent.mock.calls.map(([event]) => event.number)).toEqual([91]);
});

test("retries after 1, 2, 5, then every 10 seconds, and from 1 after a success", async () => {
  const { server } = await connected();
  server.refuse(true);
  const from = server.opened.length;
  server.latest()?.lose(false);
  const seconds = new Map<number, number>();
  for (let second = 1; second <= 38; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (server.opened.length > from + seconds.size) seconds.set(server.opened.length, second);
  }
  expect([...seconds.values()]).toEqual([1, 3, 8, 18, 28, 38]);
  server.refuse(false);
  await vi.advanceTimersByTimeAsync(10_000);
  server.latest()?.handlers.ready?.({ number: 7 });
  server.latest()?.lose(false);
  const count = server.opened.length;
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.opened.length).toBe(count + 1);
});

test("stays closed after a stop", async () => {
  const { server, stop } = await connected();
  stop();
  server.latest()?.lose(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.opened).toHaveLength(1);
});

test("stops when the server no longer knows the session", async () => {
  const { server, handlers } = await connected();
  server.latest()?.lose(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(handlers.onSignedOut).not.toHaveBeenCalled();
  server.latest()?.lose(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(handlers.onSignedOut).toHaveBeenCalledTimes(1);
  expect(server.opened).toHaveLength(2);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("runs the first call of each item at once, and the rest of a burst together", async () => {
  const runs: string[] = [];
  const ask = coalesce<string>(async (item) => runs.push(item), 500);
  for (const item of ["a", "b", "b", "a", "b"]) ask(item);
  expect(runs).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toEqual(["a", "b", "a", "b"]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(4);
});

test("is immediate again after a pause, even after a failed run", async () => {
  const runs: string[] = [];
  const ask = coalesce<string>(async (item) => {
    runs.push(item);
    throw new Error("lost");
  }, 500);
  ask("a");
  await vi.advanceTimersByTimeAsync(500);
  ask("a");
  expect(runs).toEqual(["a", "a"]);
});

test("waits for a slow run to end, and loses no call meanwhile", async () => {
  let running = 0;
  let runs = 0;
  const end = Promise.withResolvers<void>();
  const ask = coalesce<string>(async () => {
    runs++;
    expect(++running).toBe(1);
    await end.promise;
    running--;
  }, 500);
  for (let n = 0; n < 25; n++) {
    ask("a");
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(runs).toBe(1);
  end.resolve();
  await vi.advanceTimersByTimeAsync(600);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});
