import { expect, test } from "vitest";
import { OpenSessions } from "./watch-sessions.ts";

const limits = { sessions: 10, sessionsPerHost: 4, reserved: 4, sessionsPerHostOfReserve: 1 };

/** Returns the connections a host gets out of this many. */
function enterMany(open: OpenSessions, host: string, count: number): { destroyed: boolean }[] {
  const connections = Array.from({ length: count }, () => ({ destroyed: false }));
  return connections.filter((connection) => open.enter(connection, host) === null);
}

const refusalOf = (open: OpenSessions, host: string) => open.enter({ destroyed: false }, host);

test("limits a host's sessions, and replaces closed ones", () => {
  const open = new OpenSessions(limits);
  const entered = enterMany(open, "192.0.2.1", 9);
  expect(entered).toHaveLength(4);
  expect(refusalOf(open, "192.0.2.1")).toBe("Too many connections from your host");
  for (const connection of entered.slice(1, 3)) connection.destroyed = true;
  expect(enterMany(open, "192.0.2.1", 9)).toHaveLength(2);
  expect(refusalOf(open, "192.0.2.2")).toBeNull();
});

test("hosts with many sessions leave room for hosts with none", () => {
  const open = new OpenSessions(limits);
  const enter = (host: string) => enterMany(open, host, 9);
  const first = enter("192.0.2.1");
  expect([first, ...["192.0.2.2", "192.0.2.3"].map(enter)].map(({ length }) => length)).toEqual([4, 2, 1]);
  expect(["192.0.2.4", "192.0.2.5", "192.0.2.6"].map((host) => enter(host).length)).toEqual([1, 1, 1]);
  expect(refusalOf(open, "192.0.2.7")).toBe("Too many connections, try again in a moment");
  for (const connection of first.slice(0, 1)) connection.destroyed = true;
  expect(refusalOf(open, "192.0.2.7")).toBeNull();
});
