import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { msFromNow } from "./testing/from-now.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { isLong } from "./testing/run/is-long.ts";
import { newOwner } from "./testing/test-people.ts";

// Sends every route, as nobody and as an admin, requests that no browser would send. None is an error of ours: each answer is
// below 500 and none is logged as an error (otherwise `desk.stop` fails). A refusal says what is wrong.

const keys = { rawKey: "raw key", mailgunKey: "mailgun key", postmarkKey: "postmark key", sendgridKey: "a token" };
const social = { client: { id: "client", secret: "secret" }, url: "http://127.0.0.1:9" };
let desk: Desk;
let cookie: string;
beforeAll(async () => {
  desk = await openDesk({ webhooks: keys, social: { google: social, twitter: social } });
  cookie = (await newOwner(desk)).cookieHeader();
});
afterAll(() => desk.stop());

type Asked = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer | undefined };
type Answer = { status: number; type: string; body: string };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const atOnce = pLimit(8);

async function ask({ method, path, headers = {}, body }: Asked): Promise<Answer> {
  // Node adds this header only for some methods.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const asked = request(new URL(desk.url), {
    agent,
    method,
    path,
    headers: { origin: "http://desk.test", ...length, ...headers },
  });
  asked.end(body);
  const [answer] = await once(asked, "response");
  let text = "";
  for await (const piece of answer) text += piece;
  return { status: answer.statusCode, type: answer.headers["content-type"] ?? "", body: text };
}

/** A refusal that says what is wrong. */
const refusal = z.object({ message: z.string().min(1) });

/** Returns the faults of an answer; empty if it is as expected. */
function faultOf({ method, path, headers, body }: Asked, answer: Answer): string[] {
  const isPage = answer.type.startsWith("text/") && answer.body !== "";
  const isSaid = answer.status < 400 || method === "HEAD" || isPage || refusal.safeParse(parsed(answer.body)).success;
  // A machine that is busy with all this may say so.
  if ((answer.status < 500 && isSaid) || (path.startsWith("/health") && answer.status === 503)) return [];
  const sent = `${JSON.stringify(headers ?? {}).slice(0, 150)} ${String(body ?? "").slice(0, 80)}`;
  return [`${method} ${path.slice(0, 150)} ${sent} → ${answer.status} ${answer.body.slice(0, 200)}`];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A refusal has to be JSON.
  }
}

async function faultsOf(asked: Asked[]): Promise<string[]> {
  return (await Promise.all(asked.map((each) => atOnce(async () => faultOf(each, await ask(each)))))).flat();
}

const id = "0196a0f0-0000-7000-8000-000000000000";
const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const oddSegments = [
  "%00",
  "%ff",
  "%",
  "%zz",
  "%c0%af",
  "..%2f..%2f..%2fetc%2fpasswd",
  "%0d%0aX:%20y",
  "__proto__",
  "'--",
  "x".repeat(3_000),
];
const oddTexts = ["%00", "%ff", "%", "", "%ed%a0%80", "x".repeat(5_000), "-1", "1e999", "NaN", "[]", "%0d%0a"];
const oddValues = [
  null,
  true,
  -1,
  1e308,
  "",
  "\u0000",
  "\ud800",
  "x".repeat(100_000),
  [],
  [[]],
  {},
  { a: { b: [null] } },
  ["\u0000"],
];

/** Each endpoint's input beside its path. */
const fields = new Map(
  endpointsOf(contract).map(({ method, path, procedure }) => {
    const schema = procedure["~orpc"].inputSchema;
    return [
      `${method} /api${path.replace(/\{(\w+)\}/g, ":$1")}`,
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
    ];
  }),
);
/** The query fields that routes outside the contract read. */
const otherFields =
  "token filename key from to v images q next customer state code error shop hmac timestamp host format userId kind until".split(
    " ",
  );

const fill = (path: string, value: string) => path.replace(/:\w+|\*/g, () => value);

function oddAddresses(route: string): Asked[] {
  const [method = "", path = ""] = route.split(" ");
  const names = fields.get(route) ?? otherFields;
  const query = (make: (name: string) => string) => `${fill(path, id)}?${names.map(make).join("&")}`;
  const all = [
    ...(/[:*]/.test(path) ? oddSegments.map((segment) => fill(path, segment)) : []),
    query((name) => `${name}=a&${name}=b`),
    query((name) => `${name}[a]=1&${name}[b][c]=2&${name}[]=3`),
    query((name) => `${name}[__proto__]=1&${name}[constructor][prototype]=2`),
    ...oddTexts.map((text) => query((name) => `${name}=${text.slice(0, 10_000 / names.length)}`)),
    `${fill(path, id)}?${"&".repeat(2_000)}`,
    `${fill(path, id)}?%`,
    `${fill(path, id)}?%00=%00&%ff=%ff&__proto__=1&constructor=2`,
    `${fill(path, id)}//`,
    `${fill(path, id)}%2f`,
  ];
  return all.map((each) => ({ method, path: each, headers: json, body: bodyOf(method, "{}") }));
}

const json = { "content-type": "application/json" };
const bodyOf = (method: string, body: string) => (["GET", "HEAD"].includes(method) ? undefined : body);

function oddBodies(route: string): Asked[] {
  const [method = "", path = ""] = route.split(" ");
  if (method === "GET") return [];
  const at = { method, path: fill(path, id) };
  const names = fields.get(route) ?? ["token", "email", "password", "name", "provider", "callbackURL", "response"];
  const texts = [
    "{ broken",
    "",
    "null",
    "[]",
    "1",
    '"text"',
    "1e999",
    '{"a":',
    deep,
    '{"__proto__":{"a":1},"constructor":1}',
    "\u0000",
    "\ufeff{}",
  ];
  const typed = (type: string, body: string | Buffer) => ({ ...at, headers: { "content-type": type }, body });
  return [
    ...texts.map((body) => typed("application/json", body)),
    ...oddValues.map((value) =>
      typed("application/json", JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))),
    ),
    typed("application/json; charset=utf-16", "{}"),
    typed("text/xml", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"),
    typed("multipart/form-data", "--xx\r\n\r\n--xx--"),
    typed("multipart/form-data; boundary=xx", '--xx\r\nContent-Disposition: form-data; name="token"\r\n\r\nhalf a pa'),
    typed("multipart/form-data; boundary=xx", "--xx\r\nContent-Disposition: form-data\r\n\r\n\r\n--xx--\r\n"),
    typed(`multipart/form-data; boundary=${"x".repeat(300)}`, "--x"),
    typed("application/x-www-form-urlencoded", "token=%ff&token=%&timestamp[]=1&signature=%00&a&&==="),
    typed("image/png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 1])),
    typed("not a type at all;;;=", "{}"),
    { ...at, body: "{}" },
    { ...at, headers: { ...json, "content-encoding": "gzip" }, body: "no gzip" },
    { ...at, headers: { ...json, "content-encoding": "br, gzip, deflate" }, body: Buffer.from([0x1f, 0x8b, 8, 0]) },
  ];
}

function oddHeads(route: string): Asked[] {
  const [method = "", path = ""] = route.split(" ");
  const heads: Record<string, string>[] = [
    { cookie: "x".repeat(12_000) },
    { cookie: "deskhand.session_token=%ff%00; __Secure-deskhand.session_token=%; =; ;;;" },
    { authorization: "Basic %%%", "x-webhook-signature": "%", "x-webhook-timestamp": "1e9" },
    {
      authorization: "Basic eA==",
      "x-twilio-email-event-webhook-signature": "!",
      "x-webhook-timestamp": String(Math.floor(msFromNow({}) / 1000)),
    },
    { range: "bytes=9-1,-,5-5,0-99999999999999999999", "if-none-match": '\u00ff"', "if-modified-since": "never" },
    { "accept-language": ",;q=x", accept: "\u00ff/*", "accept-encoding": "br;q=9, *;q=x" },
    { "x-forwarded-for": "999.1.1.1, \u00ff, ::::", "x-forwarded-proto": "gopher", "x-forwarded-host": "a b" },
    { host: "[::::", origin: "http://desk.test" },
    { "user-agent": "\u00ff\u0001".replace("\u0001", "\t"), referer: "http://[" },
    { upgrade: "h2c", connection: "Upgrade, HTTP2-Settings", "http2-settings": "AAMAAABkAAQAAP__" },
  ];
  return heads.map((headers) => ({
    method,
    path: fill(path, id),
    headers: { ...json, ...headers },
    body: bodyOf(method, "{}"),
  }));
}

function oddMethods(route: string): Asked[] {
  const path = fill(route.split(" ")[1] ?? "", id);
  return ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "REPORT"].map((method) => ({
    method,
    path,
  }));
}

/** The short run tries a third of the requests on each route, and each of them on some route. */
const everyNth = 3;

/** Routes that end the session of the requests after them, or require more of it. */
const endsSession = new Set(["POST /api/auth/sign-out", "POST /api/two-factor/require"]);

test.each(["nobody", "an admin"])(
  "%s breaks nothing by any request",
  async (who) => {
    const as = (asked: Asked[]) =>
      who === "nobody" ? asked : asked.map((each) => ({ ...each, headers: { cookie, ...each.headers } }));
    const faults: string[] = [];
    const routes = desk.routes.filter((each) => who === "nobody" || !endsSession.has(each));
    for (const [at, route] of routes.entries()) {
      const asked = [...oddAddresses(route), ...oddBodies(route), ...oddHeads(route), ...oddMethods(route)];
      faults.push(...(await faultsOf(as(asked.filter((_, kind) => isLong || (at + kind) % everyNth === 0)))));
    }
    expect(faults).toEqual([]);
    const me = await ask({ method: "GET", path: "/api/me", headers: { cookie } });
    if (who !== "nobody") expect(me.status).toBe(200);
  },
  // There are some ten thousand requests.
  500_000,
);

// An unknown page leads to the landing page, like any other.
test.each([
  ["/%ff", 302],
  ["/%00", 302],
  ["/assets/%00", 302],
  ["/assets/..%2fx", 404],
  ["/knowledge/%00", 404],
  ["/api/%ff", 404],
  ["/api/tickets/%ff", 404],
  ["/dashboard/%ff?next[]=1", 302],
])("GET %s is answered by %i", async (path, status) => {
  expect((await ask({ method: "GET", path })).status).toBe(status);
});

test.each([
  ["/api/email-to-ticket/postmark?token=a&token=b", "webhook_signature_invalid"],
  ["/api/email-to-ticket/sendgrid?token=a&token=b", "webhook_signature_invalid"],
  ["/api/email-to-ticket/sendgrid?token[a]=b", "webhook_signature_invalid"],
])("POST %s is refused as %s", async (path, code) => {
  const answer = await ask({ method: "POST", path, headers: json, body: "{}" });
  expect([answer.status, parsed(answer.body)]).toMatchObject([401, { code }]);
});

// No HTTP client would send these.
test.each([
  ["a path with NUL", "GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a path with spaces", "GET / a b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a path with bytes that are no text", "GET /\u00ff\u00fe?\u00ff HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a whole address", "GET http://evil.test/api/account/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["two slashes", "GET //evil.test/%2e%2e HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["no host", "GET /api/account/me HTTP/1.1\r\nConnection: close\r\n\r\n"],
  [
    "two lengths",
    "POST /api/auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  ],
  [
    "length and chunks",
    "POST /api/auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["broken chunks", "POST /api/auth/sign-in/email HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ["a length that is none", "POST /api/auth/sign-in/email HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"],
  ["a huge header", `GET /login HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(100_000)}\r\n\r\n`],
  ["a huge address", `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
])("%s is answered below 500 or not at all", async (_, text) => {
  const socket = connect(Number(new URL(desk.url).port), "127.0.0.1");
  let said = "";
  socket.on("data", (piece) => {
    said += piece.toString("latin1");
  });
  socket.on("error", () => undefined); // The server may hang up.
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write(Buffer.from(text, "latin1"));
  await Promise.race([ended, expect.poll(() => said, { interval: 20 }).not.toBe("")]);
  socket.destroy();
  expect(said).toMatch(/^(?:HTTP\/1\.1 [234]\d\d |$)/);
});
