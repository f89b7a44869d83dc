import { connect } from "node:net";
import { pino } from "pino";
import { expect, test } from "vitest";
import { ofDatabase } from "../db/lost-database.ts";
import { logContext } from "./create-log.ts";
import { foldOutages } from "./fold-outages.ts";

const quietMs = 30;

/** A log with folding, and its lines. */
function open(databaseUrl: string | null = null) {
  const lines: Record<string, unknown>[] = [];
  const sink = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = pino({ hooks: { logMethod: foldOutages(databaseUrl, quietMs) } }, sink as never);
  return { log, messages: () => lines.map(({ msg }) => msg), lines };
}

const lost = (about: object, message = "lost") => Object.assign(new Error(message), about);
const atSocket = { code: "ENOENT", syscall: "connect", address: "/data/pg/.s.PGSQL.5432" };

const begins = /^The database does not answer; what fails by that is not in the log/;

test("logs an outage as one line, and its end with duration and number of omitted lines", async () => {
  const { log, messages, lines } = open();
  const first = log.child({}, { level: "warn" });
  first.error({ err: lost({ code: "57P01" }), requestId: "1" }, "first");
  for (let count = 0; count < 50; count += 1) log.warn({ err: lost(atSocket) }, "further");
  log.warn({ err: lost({}, "Connection terminated unexpectedly") }, "further");
  // As the job queue passes errors on.
  log.warn({ err: { code: "57P03", message: "the database system is starting up (Queue: mail.process)" } }, "further");
  for (let count = 0; count < 50; count += 1) {
    const requestId = `r${count}`;
    const request = { requestId, method: "GET", route: "/api/tickets", status: 503 };
    // Some lines name their request; for others the current one is known.
    if (count % 2 === 0) log.error({ err: lost(atSocket), requestId }, "the database is not reachable");
    else logContext.run({ requestId }, () => log.error({ err: lost(atSocket) }, "sign-in"));
    log.info(request, "A request was answered");
    // Answered like this for another reason.
    if (count === 0) log.info({ ...request, requestId: "other" }, "told");
    if (count === 1) log.info(request, "told");
  }
  log.info({ status: 200, route: "/api/tickets" }, "something else");
  expect(messages()).toEqual([expect.stringMatching(begins), "told", "told", "something else"]);
  expect(lines[0]).toMatchObject({ level: 50, requestId: "1", first: "first", err: { code: "57P01" } });
  await expect.poll(() => messages()).toHaveLength(5);
  expect(lines[4]).toMatchObject({ folded: 152, seconds: 0, msg: "Nothing fails by the database any more" });
  // The next outage is logged again, and so are responses outside one.
  log.info({ status: 503 }, "A request was answered");
  log.warn({ err: lost(atSocket) }, "the next");
  await expect.poll(() => messages()).toHaveLength(8);
  expect(messages().slice(5, 7)).toEqual(["A request was answered", expect.stringMatching(begins)]);
});

test("recognises errors of database-only code whatever the database URL", async () => {
  const { log, messages } = open("postgres://owner@db.example.com/desk");
  const cut = [
    lost({ code: "ECONNRESET", syscall: "read" }),
    lost({ code: "EPIPE", syscall: "write" }),
    lost({ code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.9", port: 6000 }),
    lost({}, "timeout expired"),
    lost({}, "LISTEN/NOTIFY heartbeat timed out"),
    new AggregateError([lost({ code: "ECONNREFUSED", syscall: "connect", address: "::1", port: 6000 })]),
    { code: "ECONNRESET", syscall: "read", message: "read ECONNRESET (Queue: mail.process)" },
  ];
  for (const error of [...cut, ...cut]) log.warn(ofDatabase(error), "job queue");
  for (const error of [lost({ code: "23505" }), lost({ code: "ENOENT", syscall: "open" })])
    log.warn(ofDatabase(error), "told");
  expect(messages()).toEqual([expect.stringMatching(begins), "told", "told"]);
});

test("logs a full disk once, whoever finds it, and apart from a lost database", async () => {
  const { log, messages, lines } = open();
  log.error({ err: lost({ code: "53100" }, 'could not extend file "base/1": No space left on device') }, "disk");
  log.error({ err: lost({ code: "ENOSPC", syscall: "write" }) }, "folded");
  log.error({ err: lost({ code: "57P03" }) }, "database");
  log.error({ err: { message: "could not write init file: No space left on device (Queue: mail.process)" } }, "folded");
  expect(lines.map(({ first }) => first)).toEqual(["disk", "database"]);
  await expect.poll(() => messages()).toHaveLength(4);
  expect(lines.slice(2).map(({ msg, folded }) => [msg, folded])).toEqual(
    expect.arrayContaining([
      ["Nothing fails by a full disk any more", 2],
      ["Nothing fails by the database any more", 0],
    ]),
  );
});

test("logs other errors each time", async () => {
  const { log, messages } = open("postgres://owner@db.example.com/desk");
  const others = [
    lost({ code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.1", port: 25 }),
    lost({ code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "relay.example.com" }),
    lost({ code: "ECONNRESET", syscall: "read" }),
    lost({ code: "23505" }, "duplicate key"),
    lost({}, "socks: timeout expired"),
    lost({ code: "ENOENT", syscall: "open" }),
    "no error",
  ];
  for (const err of [...others, ...others]) log.warn({ err }, "told");
  log.warn({ err: lost({ code: "ECONNREFUSED", syscall: "connect", address: "192.0.2.1", port: 5432 }) }, "first");
  log.warn({ err: new AggregateError([lost({ syscall: "connect", address: "::1", port: 5432 })]) }, "folded");
  log.warn({ err: lost({ code: "EAI_AGAIN", syscall: "getaddrinfo", hostname: "db.example.com" }) }, "folded");
  expect(messages()).toEqual([...others, ...others].map(() => "told").concat(expect.stringMatching(begins)));
});

test("recognises a real refused connection by its address", async () => {
  const { log, messages } = open("postgres://owner@127.0.0.1:1/desk");
  const err = await new Promise((resolve) => connect(1, "127.0.0.1").once("error", resolve));
  for (const message of ["first", "folded"]) log.warn({ err }, message);
  const socket = await new Promise((resolve) => connect("/nowhere/.s.PGSQL.5432").once("error", resolve));
  log.warn({ err: socket }, "folded");
  expect(messages()).toEqual([expect.stringMatching(begins)]);
});
