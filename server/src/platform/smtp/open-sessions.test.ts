import { expect, test } from "vitest";
import { OpenSessions } from "./open-sessions.ts";

const limits = { sessions: 10, sessionsPerHost: 4, reserved: 4, sessionsPerHostOfReserve: 1 };

/** How many of so many sessions the host gets. */
function enterMany(open: OpenSessions, host: string, count: number): number {
  return Array.from({ length: count }, () => open.enter(host)).filter((refused) => refused === null).length;
}

test("a host gets its sessions, and those that it leaves again", () => {
  const open = new OpenSessions(limits);
  expect(enterMany(open, "192.0.2.1", 9)).toBe(4);
  expect(open.enter("192.0.2.1")).toBe("Too many connections from your host");
  open.leave("192.0.2.1");
  expect(enterMany(open, "192.0.2.1", 9)).toBe(1);
  expect(open.enter("192.0.2.2")).toBeNull();
});

test("hosts that hold many leave room for those that hold none", () => {
  const open = new OpenSessions(limits);
  expect(["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((host) => enterMany(open, host, 9))).toEqual([4, 2, 1]);
  expect(["192.0.2.4", "192.0.2.5", "192.0.2.6"].map((host) => enterMany(open, host, 9))).toEqual([1, 1, 1]);
  expect(open.enter("192.0.2.7")).toBe("Too many connections, try again in a moment");
  open.leave("192.0.2.1");
  expect(open.enter("192.0.2.7")).toBeNull();
});
