import { connect } from "node:net";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { foldOutages } from "./fold-outages.ts";

const quietMs = 30;

/** A log that folds, and the lines that came out of it. */
function open(databaseUrl: string | null = null) {
  const lines: Record<string, unknown>[] = [];
  const sink = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = pino({ hooks: { logMethod: foldOutages(databaseUrl, quietMs) } }, sink as never);
  return { log, messages: () => lines.map(({ msg }) => msg), lines };
}

const lost = (about: object, message = "lost") => Object.assign(new Error(message), about);
const atSocket = { code: "ENOENT", syscall: "connect", address: "/data/pg/.s.PGSQL.5432" };

test("an outage is one line, and one that says how long it was and what is left out", async () => {
  const { log, messages, lines } = open();
  const request = log.child({ requestId: "1" }, { level: "warn" });
  request.error({ err: lost({ code: "57P01" }) }, "first");
  for (let count = 0; count < 50; count += 1) log.warn({ err: lost(atSocket) }, "further");
  log.warn({ err: lost({}, "Connection terminated unexpectedly") }, "further");
  // As the job queue hands errors on.
  log.warn({ err: { code: "57P03", message: "the database system is starting up (Queue: mail.process)" } }, "further");
  log.info("something else");
  expect(messages()).toEqual(["first", "something else"]);
  await vi.waitFor(() => expect(messages()).toHaveLength(3));
  expect(lines[2]).toMatchObject({ folded: 52, seconds: 0, msg: expect.stringContaining("was not reachable") });
  // The next one is told again.
  log.warn({ err: lost(atSocket) }, "the next");
  await new Promise((resolve) => setTimeout(resolve, 2 * quietMs));
  expect(messages().slice(3)).toEqual(["the next"]);
});

test("a full disk is told once, whoever finds it, and beside a database that is lost", async () => {
  const { log, messages, lines } = open();
  log.error({ err: lost({ code: "53100" }, 'could not extend file "base/1": No space left on device') }, "disk");
  log.error({ err: lost({ code: "ENOSPC", syscall: "write" }) }, "folded");
  log.error({ err: lost({ code: "57P03" }) }, "database");
  log.error({ err: { message: "could not write init file: No space left on device (Queue: mail.process)" } }, "folded");
  expect(messages()).toEqual(["disk", "database"]);
  await vi.waitFor(() => expect(messages()).toHaveLength(3));
  expect(lines[2]).toMatchObject({ folded: 2, msg: expect.stringContaining("The disk was full") });
});

test("what fails elsewhere is told each time", async () => {
  const { log, messages } = open("postgres://owner@db.example.com/desk");
  const others = [
    lost({ code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.1", port: 25 }),
    lost({ code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "relay.example.com" }),
    lost({ code: "ECONNRESET", syscall: "read" }),
    lost({ code: "23505" }, "duplicate key"),
    lost({ code: "ENOENT", syscall: "open" }),
    "no error",
  ];
  for (const err of [...others, ...others]) log.warn({ err }, "told");
  log.warn({ err: lost({ code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.1", port: 5432 }) }, "first");
  log.warn({ err: new AggregateError([lost({ syscall: "connect", address: "::1", port: 5432 })]) }, "folded");
  log.warn({ err: lost({ code: "EAI_AGAIN", syscall: "getaddrinfo", hostname: "db.example.com" }) }, "folded");
  expect(messages()).toEqual([...others.map(() => "told"), ...others.map(() => "told"), "first"]);
});

test("a real refusal of a connection is recognised by its address", async () => {
  const { log, messages } = open("postgres://owner@127.0.0.1:1/desk");
  const err = await new Promise((resolve) => connect(1, "127.0.0.1").once("error", resolve));
  for (const message of ["first", "folded"]) log.warn({ err }, message);
  const socket = await new Promise((resolve) => connect("/nowhere/.s.PGSQL.5432").once("error", resolve));
  log.warn({ err: socket }, "folded");
  expect(messages()).toEqual(["first"]);
});
