import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createHttpServer, type Proxies } from "./http-server.ts";

const nearby = { addresses: ["127.0.0.0/8"], count: 1 };

async function addressSeen(
  isProduction: boolean,
  remoteAddress: string,
  forwardedFor: string,
  proxies: Proxies = nearby,
): Promise<string> {
  const log = pino({ level: "silent" });
  const http = await createHttpServer({ log, isProduction, proxies, findActor: async () => null });
  http.get("/ip", async ({ ip }) => ip);
  const headers = { "x-forwarded-for": forwardedFor };
  const { body } = await http.inject({ method: "GET", url: "/ip", remoteAddress, headers });
  await http.close();
  return body;
}

const two = { addresses: ["10.0.0.0/29"], count: 2 };
test.each<[string, string, string, string, Proxies?]>([
  ["what our proxy added, whatever the visitor said", "127.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  ["what our proxy added, though the visitor is near", "127.0.0.1", "198.51.100.7, 10.0.0.5", "10.0.0.5"],
  ["what our proxy added, though the visitor claims to be one", "127.0.0.1", "198.51.100.7, 127.0.0.1", "127.0.0.1"],
  ["the address before two proxies of ours", "10.0.0.2", "1.2.3.4, 198.51.100.7, 10.0.0.5", "198.51.100.7", two],
  ["no more than two back", "10.0.0.2", "198.51.100.7, 10.0.0.6, 10.0.0.5", "10.0.0.6", two],
  ["the first that is no proxy of ours", "10.0.0.2", "1.2.3.4, 10.0.0.9", "10.0.0.9", two],
  ["the other end's, where that is no proxy of ours", "203.0.113.1", "198.51.100.7", "203.0.113.1"],
  ["the other end's, where that is only near", "10.0.0.2", "198.51.100.7", "10.0.0.2"],
  ["the other end's, where there are no proxies", "127.0.0.1", "198.51.100.7", "127.0.0.1", { ...nearby, count: 0 }],
])("a visitor's address in production is %s", async (_, remoteAddress, forwardedFor, seen, proxies) => {
  expect(await addressSeen(true, remoteAddress, forwardedFor, proxies)).toBe(seen);
});

test("warns once of an unconfigured proxy", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const http = await createHttpServer({ log, isProduction: true, proxies: nearby, findActor: async () => null });
  http.get("/any", async () => "any");
  const headers = { "x-forwarded-for": "198.51.100.7" };
  for (const remoteAddress of ["203.0.113.1", "127.0.0.1", "10.0.0.2", "10.0.0.3"])
    await http.inject({ method: "GET", url: "/any", remoteAddress, headers });
  await http.close();
  expect(lines.filter((line) => line.includes("TRUSTED_PROXIES"))).toEqual([expect.stringContaining('"10.0.0.2"')]);
});

test("trusts no proxy outside production", async () => {
  expect(await addressSeen(false, "127.0.0.1", "198.51.100.7")).toBe("127.0.0.1");
});

test("every production response requires HTTPS for a year, and forbids sniffing, referrers and other origins", async () => {
  const log = pino({ level: "silent" });
  const http = await createHttpServer({ log, isProduction: true, proxies: nearby, findActor: async () => null });
  http.get("/any", async () => "any");
  for (const url of ["/any", "/api/nothing", "/%ff"]) {
    const { headers } = await http.inject({ method: "GET", url, headers: { origin: "https://evil.example" } });
    expect(headers).toMatchObject({
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
  await http.close();
});

test("no response may be framed, set a base or send a form, unless it allows that itself", async () => {
  const log = pino({ level: "silent" });
  const http = await createHttpServer({ log, isProduction: true, proxies: nearby, findActor: async () => null });
  const own = "default-src 'none'; frame-ancestors 'self'";
  http.get("/own", (_request, reply) => reply.header("content-security-policy", own).send("own"));
  http.get("/none", { helmet: { contentSecurityPolicy: false } }, async () => "none");
  http.get("/bytes", (_request, reply) => reply.type("image/png").send(Buffer.from("x")));
  const policyOf = async (url: string) =>
    String((await http.inject({ method: "GET", url })).headers["content-security-policy"]);
  expect(await policyOf("/own")).toBe(`${own}; base-uri 'none'; form-action 'none'`);
  expect(await policyOf("/none")).toBe("frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  for (const url of ["/bytes", "/api/nothing", "/%ff", "/nothing"]) {
    const policy = await policyOf(url);
    for (const name of ["frame-ancestors", "base-uri", "form-action"])
      expect(policy.split(name), `${url} ${name}`).toHaveLength(2);
  }
  await http.close();
});

test("finishes streams while the server closes, and keeps no connection open", async () => {
  const log = pino({ level: "silent" });
  const http = await createHttpServer({ log, isProduction: false, proxies: nearby, findActor: async () => null });
  const source = new PassThrough();
  http.get("/file", { compress: false }, (_request, reply) => reply.send(source));
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  source.write("one ");
  const response = await fetch(`${url}/file`);
  const closed = http.close();
  await setImmediate();
  source.end("two");
  expect(await response.text()).toBe("one two");
  // Otherwise kept alive for 72 seconds.
  await closed;
});

test("answers a request that arrives while the server closes", async () => {
  const log = pino({ level: "silent" });
  const http = await createHttpServer({ log, isProduction: false, proxies: nearby, findActor: async () => null });
  const source = new PassThrough();
  http.get("/file", { compress: false }, (_request, reply) => reply.send(source));
  http.get("/code", async () => "its code");
  const port = Number(new URL(await http.listen({ port: 0, host: "127.0.0.1" })).port);
  source.write("one ");
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const socket = connect(port, "127.0.0.1");
  socket.write(get("/file"));
  await once(socket, "readable");
  const closed = http.close();
  await setImmediate();
  // Over the connection that the first response still uses.
  socket.write(get("/code"));
  await once(http.server, "request");
  source.end("two");
  let received = "";
  for await (const part of socket) received += part;
  expect(received).toContain("its code");
  await closed;
});

test("a client that disconnects during its request is not our fault, for parsed and streamed bodies", async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const http = await createHttpServer({ log, isProduction: false, proxies: nearby, findActor: async () => null });
  http.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
  let isThere = () => {};
  http.addHook("onRequest", async () => isThere());
  http.post("/stream", async ({ raw }) => {
    for await (const _ of raw);
  });
  http.post("/json", async () => "never");
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  for (const [path, type] of [
    ["/stream", "application/octet-stream"],
    ["/json", "application/json"],
  ] as const) {
    const arrived = new Promise<void>((resolve) => {
      isThere = resolve;
    });
    const leaving = request(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": type, "content-length": 1_000 },
    });
    leaving.on("error", () => undefined);
    leaving.write("{");
    await arrived;
    leaving.destroy();
  }
  await expect
    .poll(() => lines.map(({ level, msg }) => ({ level, msg })))
    .toEqual(Array(2).fill({ level: 30, msg: "A client went away in the middle of a request" }));
  await http.close();
});

test.each([
  ["has said nothing yet", ""],
  ["is in the middle of its first head", "GET / HTTP/1.1\r\nho"],
])(
  "a connection that %s does not delay closing",
  async (_, said) => {
    const http = await createHttpServer({
      log: pino({ level: "silent" }),
      isProduction: false,
      findActor: async () => null,
    });
    const { port } = new URL(await http.listen({ port: 0, host: "127.0.0.1" }));
    const accepted = once(http.server, "connection");
    const waiting = connect(Number(port), "127.0.0.1");
    waiting.on("error", () => undefined);
    waiting.write(said);
    await accepted;
    await setImmediate();
    // Otherwise awaited for a minute.
    await http.close();
    waiting.destroy();
  },
  50_000,
);

test("treats garbage after a body as a disconnected client", async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const http = await createHttpServer({ log, isProduction: false, proxies: nearby, findActor: async () => null });
  http.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
  http.post<{ Body: AsyncIterable<Buffer> }>("/stream", async ({ body, raw }) => {
    const closed = new Promise((resolve) => raw.once("close", resolve));
    let read = 0;
    for await (const piece of body) {
      read += piece.length;
      // Data after the body is parsed before the body's end is read.
      if (read > 950_000) await closed;
    }
  });
  const { port } = new URL(await http.listen({ port: 0, host: "127.0.0.1" }));
  const sender = connect(Number(port), "127.0.0.1");
  sender.on("error", () => undefined);
  sender.write(
    "POST /stream HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n",
  );
  sender.write("a".repeat(1_005_000));
  await expect.poll(() => lines.map(({ level }) => level)).toEqual([30]);
  sender.destroy();
  await http.close();
});

test("no page may use camera, microphone or location", async () => {
  const log = pino({ level: "silent" });
  const http = await createHttpServer({ log, isProduction: true, proxies: nearby, findActor: async () => null });
  http.get("/page", (_request, reply) => reply.type("text/html; charset=utf-8").send("<p>page"));
  const policy = String((await http.inject("/page")).headers["permissions-policy"]).split(", ");
  expect(policy).toEqual(expect.arrayContaining(["camera=()", "microphone=()", "geolocation=()", "payment=()"]));
  await http.close();
});
