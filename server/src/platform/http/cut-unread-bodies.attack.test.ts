import { type AddressInfo, connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutUnreadBodies } from "./request-bodies.ts";

let http: FastifyInstance;
let sockets: Socket[];
beforeAll(async () => {
  http = fastify();
  cutUnreadBodies(http, 100);
  http.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  http.post("/closed", { onRequest: async (_request, reply) => reply.code(401).send("Sign in") }, async () => "done");
  http.post("/open", async ({ body }) => {
    let size = 0;
    for await (const piece of body as AsyncIterable<Buffer>) size += piece.length;
    return String(size);
  });
  sockets = [];
  http.server.on("connection", (socket) => sockets.push(socket));
  await http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => http.close());

/** Sends headers and then `megabytes`; returns the response and how much the server read. */
async function send(path: string, head: string, megabytes: number): Promise<{ response: string; bytesRead: number }> {
  sockets.length = 0;
  const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  let response = "";
  socket.on("data", (text: string) => {
    response += text;
  });
  socket.on("error", () => undefined); // Disconnected while sending.
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/octet-stream\r\n${head}\r\n\r\n`);
  const piece = Buffer.alloc(1024 * 1024, "x");
  for (let sent = 0; sent < megabytes && !socket.destroyed; sent += 1) {
    const chunk = head.startsWith("transfer")
      ? Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")])
      : piece;
    if (!socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), ended]);
  }
  if (path === "/open") socket.end();
  await ended;
  return { response, bytesRead: sockets[0]?.bytesRead ?? 0 };
}

test.each([
  ["announced", `content-length: ${500 * 1024 * 1024}`],
  ["in chunks without end", "transfer-encoding: chunked"],
])("does not read an unwanted large body, %s, but answers and disconnects", async (_, head) => {
  const { response, bytesRead } = await send("/closed", head, 500);
  expect(response).toMatch(/^HTTP\/1\.1 401 .*\r\n(?:.*\r\n)*connection: close\r\n/i);
  expect(response).toContain("Sign in");
  expect(bytesRead).toBeLessThan(20 * 1024 * 1024);
});

test("reads a wanted body completely", async () => {
  expect((await send("/open", `content-length: ${5 * 1024 * 1024}`, 5)).response).toMatch(/\r\n5242880$/);
});

test("a small unwanted body keeps the connection", async () => {
  const answer = await fetch(`http://127.0.0.1:${(http.server.address() as AddressInfo).port}/closed`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: "x".repeat(1_000),
  });
  expect([answer.status, answer.headers.get("connection")]).toEqual([401, "keep-alive"]);
});
