import { request } from "node:http";
import { errors } from "@deskhand/contract/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person, password } from "../../testing/test-people.ts";
import { fail } from "../fail.ts";
import { describeFault, toFailure } from "./failures.ts";

let app: Desk;
let owner: Person;
let path: string;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  path = `/api/tickets/${(await makeTicket(app, owner)).id}/replies`;
});
afterAll(() => app.stop());

const json = { "content-type": "application/json" };

async function post(body: string | undefined, headers: Record<string, string> = json) {
  const response = await owner.send(path, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, ...(await jsonOf(response)) };
}

test("every invalid field is reported at once, by its path", async () => {
  expect(await post(JSON.stringify({ content: " ", idempotencyKey: "1", sendAnyway: "maybe" }))).toEqual({
    defined: true,
    code: "input_invalid",
    status: 422,
    message: "Some fields are not valid",
    data: {
      fields: {
        content: ["Reply message cannot be empty"],
        idempotencyKey: [expect.any(String)],
        lastSeenMessageId: [expect.any(String)],
        sendAnyway: [expect.any(String)],
      },
    },
  });
});

test("reports faults in the URL like those in the body", async () => {
  const response = await owner.send(`/api/tickets?limit=0&view=all&status=open&status=done&search=${"x".repeat(201)}`);
  expect(await jsonOf(response)).toMatchObject({
    code: "input_invalid",
    data: { fields: { limit: [expect.any(String)], view: [expect.any(String)], search: [expect.any(String)] } },
  });
});

test.each([
  ["broken JSON", '{ "content": '],
  ["no object", "[1]"],
  ["text", "hello"],
  ["nothing", ""],
  ["null", "null"],
  ["a prototype", '{"__proto__": {"content": "x"}}'],
])("a body of %s is invalid input", async (_, body) => {
  const response = await post(body);
  expect([response.status, "code" in response && response.code]).toEqual([422, "input_invalid"]);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"])(
  "a body of type %s is invalid input",
  async (type) => {
    const response = await post("content=x", { "content-type": type });
    expect([response.status, "code" in response && response.code]).toEqual([422, "input_invalid"]);
  },
);

test("refuses a body over 100 kB by its length or while reading; a document may have 1 MB", async () => {
  const tooLarge = { status: 413, code: "request_too_large", message: "The request is too large" };
  const bodyOf = (length: number) => JSON.stringify({ content: "x".repeat(length) });
  expect(await post(bodyOf(101 * 1024))).toMatchObject(tooLarge);
  expect(await sendUnending()).toBe(413);
  const write = async (length: number) => {
    const response = await owner.send("/api/knowledge", { method: "POST", headers: json, body: bodyOf(length) });
    return { status: response.status, ...(await jsonOf(response)) };
  };
  expect(await write(1_100_000)).toMatchObject(tooLarge);
  expect(await write(1_000_000)).toMatchObject({
    status: 422,
    data: { fields: { content: ["Content is too long (maximum 100,000 characters)"] } },
  });
});

test("names at most a hundred invalid fields", async () => {
  const arranging = owner.api.views.arrange({ ids: Array.from({ length: 150 }, () => "1") });
  await expect(arranging).rejects.toSatisfy(
    ({ data }: { data: { fields: object } }) => Object.keys(data.fields).length === 100,
  );
});

/** Sends an endless body without a length; returns the status. */
function sendUnending(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...json, cookie: owner.cookieHeader() };
    const sending = request(new URL(path, app.url), { method: "POST", headers }, (response) => {
      clearInterval(timer);
      resolve(response.statusCode);
      sending.destroy();
    });
    sending.on("error", (error) => {
      clearInterval(timer);
      reject(error);
    });
    const timer = setInterval(() => sending.write("x".repeat(100_000)), 1);
  });
}

test("answers unknown /api addresses and wrong methods with not found in JSON", async () => {
  for (const [method, unknown] of [
    ["GET", "/api/nothing"],
    ["PUT", "/api/tickets"],
    ["DELETE", "/api/tickets"],
    ["GET", "/api/"],
    ["GET", "/api/tickets/1/2/3/4"],
  ]) {
    const response = await owner.send(unknown ?? "", method === "GET" ? {} : { method: method ?? "" });
    expect([response.status, (await jsonOf(response)).code], unknown).toEqual([404, "not_found"]);
  }
});

test("finds nothing at an undecodable address", async () => {
  const response = await owner.send("/api/tickets/%ff");
  expect([response.status, (await jsonOf(response)).code]).toEqual([404, "not_found"]);
  // Pages are for people, who should not get JSON.
  const pages = await owner.send("/%ff", { redirect: "manual" });
  expect([pages.status, pages.headers.get("location")]).toEqual([302, "/"]);
});

test("an unexpected error becomes one sentence with a request id, and is logged with it", async () => {
  await app.asOwner("alter table ticket_activities rename to gone");
  const response = await post(
    JSON.stringify({ content: "x", idempotencyKey: crypto.randomUUID(), lastSeenMessageId: null, sendAnyway: true }),
  );
  await app.asOwner("alter table gone rename to ticket_activities");
  expect(response).toEqual({
    defined: true,
    code: "unexpected",
    status: 500,
    message: "An unexpected error occurred",
    data: { requestId: expect.any(String) },
  });
  const { requestId } = "data" in response ? Object(response.data) : {};
  expect(app.takeErrors()).toMatchObject([{ requestId, err: { code: "42P01" } }]);
});

test("asks to retry after a database conflict, and logs it once", async () => {
  const { id } = await makeTicket(app, owner);
  for (const code of ["40P01", "40001", "55P03"]) {
    await app.asOwner(`create function collide() returns trigger language plpgsql as
      $$ begin raise exception 'collided' using errcode = '${code}'; end $$`);
    await app.asOwner(`create trigger collide before delete on support_tickets
      for each row execute function collide()`);
    await expect(owner.api.tickets.delete({ id })).rejects.toMatchObject({
      code: "try_again",
      status: 503,
      message: "Others were changing the same things at this moment. Please try again",
    });
    await app.asOwner("drop function collide cascade");
    expect(app.takeErrors()).toMatchObject([{ requestId: expect.any(String), err: { code } }]);
  }
  expect(await owner.api.tickets.delete({ id })).toEqual({ id });
});

test("a lost database means the service is unavailable", () => {
  const { log } = app.services;
  for (const code of ["ECONNREFUSED", "57P01", "53300"]) {
    const lostConnection = Object.assign(new Error("connection lost"), { code });
    expect(toFailure(lostConnection, "1", log)).toMatchObject({ code: "service_unavailable", status: 503 });
  }
  // Node's errors for our own connections, for a disconnected client and for a missing file.
  const ownError = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  expect(toFailure(ownError, "1", log).code).toBe("service_unavailable");
  for (const fault of [{ code: "ECONNRESET" }, { code: "ENOENT", syscall: "open" }]) {
    expect(toFailure(Object.assign(new Error("aborted"), fault), "1", log).code).toBe("unexpected");
  }
  expect(toFailure("a text was thrown", "1", log)).toMatchObject({ code: "unexpected", data: { requestId: "1" } });
  expect(toFailure(fail("ticket_archived"), "1", log).message).toBe(errors.ticket_archived.message);
  app.takeErrors();
});

test("no response reveals the server's software, and every page has security headers", async () => {
  const response = await owner.send("/api/me");
  expect(response.headers.get("x-powered-by")).toBeNull();
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("reports a full disk on every path, and stores nothing partial", async () => {
  const sentence = "There is no room left to store this. Please tell whoever runs this desk";
  const { log } = app.services;
  for (const code of ["53100", "ENOSPC", "EDQUOT"]) {
    const full = Object.assign(new Error("No space left on device"), { code });
    expect(toFailure(full, "1", log)).toMatchObject({ code: "no_room", status: 503, message: sentence });
  }
  await app.asOwner(`create function fill_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  for (const table of ["ticket_messages", "sessions"]) {
    await app.asOwner(`create trigger fill_disk before insert on ${table} for each row execute function fill_disk()`);
  }
  const answers = [
    await post(
      JSON.stringify({ content: "x", idempotencyKey: crypto.randomUUID(), lastSeenMessageId: null, sendAnyway: true }),
    ),
    await jsonOf(await app.visit().send("/api/auth/sign-in/email", { json: { email: owner.email, password } })),
  ];
  await app.asOwner("drop function fill_disk cascade");
  for (const answer of answers) expect(answer).toMatchObject({ code: "no_room", status: 503, message: sentence });
  app.takeErrors();
});

const schema = z.object({
  name: z.string().min(2).max(5),
  storeName: z.string().optional(),
  ticketId: z.uuid().optional(),
  logoUrl: z.url().optional(),
  email: z.email().optional(),
  from: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.number().int().min(0).optional(),
  share: z.number().max(1).optional(),
  count: z.number().optional(),
  plan: z.enum(["monthly", "lifetime", "basic"]).optional(),
  isOn: z.boolean().optional(),
  tags: z.array(z.string()).max(2).optional(),
  expected: z.object({ senderName: z.string() }).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  literal: z.literal("yes").optional(),
  own: z.string("Say which one").optional(),
});

test.each([
  [{ name: undefined }, "Name is required"],
  [{ name: null }, "Name must be text"],
  [{ name: 5 }, "Name must be text"],
  [{ name: "a" }, "Name must be text of at least 2 characters"],
  [{ name: "abcdef" }, "Name must be text of at most 5 characters"],
  [{ storeName: [] }, "Store name must be text"],
  [{ ticketId: "7" }, "Ticket ID is not valid"],
  [{ ticketId: 7 }, "Ticket ID must be text"],
  [{ logoUrl: "x" }, "Logo URL must be the address of a page"],
  [{ email: "x" }, "Please enter a valid email address"],
  [{ from: "yesterday" }, "From must be a date and time, as 2026-11-22T09:30:00Z"],
  [{ limit: "many" }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 0 }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 1000 }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 1.5 }, "Limit must be a whole number from 1 to 100"],
  [{ offset: -1 }, "Offset must be a whole number of 0 or more"],
  [{ share: 2 }, "Share must be a number of 1 or less"],
  [{ count: "1" }, "Count must be a number"],
  [{ plan: "gold" }, "Plan must be monthly, lifetime or basic"],
  [{ isOn: "yes" }, "Is on must be true or false"],
  [{ tags: "a" }, "Tags must be a list"],
  [{ tags: [1] }, "Tags must be text"],
  [{ tags: ["a", "b", "c"] }, "Tags must be a list of at most 2 entries"],
  [{ expected: 1 }, "Expected must be an object"],
  [{ expected: {} }, "Sender name is required"],
  [{ either: true }, "Either is not valid"],
  [{ literal: "no" }, "Literal must be yes"],
  [{ own: 1 }, "Say which one"],
])("%j: %s", (part, sentence) => {
  const { error } = schema.safeParse({ name: "abc", ...part }, { error: describeFault });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test.each([
  [undefined, "The request is required"],
  [[1], "The request must be an object"],
])("%j: %s", (given, sentence) => {
  expect(schema.safeParse(given, { error: describeFault }).error?.issues[0]?.message).toBe(sentence);
});
