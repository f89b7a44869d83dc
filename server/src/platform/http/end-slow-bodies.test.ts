import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endSlowBodies } from "./request-bodies.ts";

let http: FastifyInstance;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  http = fastify();
  endSlowBodies(http, 50);
  http.post("/quick", async () => "done");
  http.post("/large", { config: { mayTakeLong: true } }, async () => "done");
  await http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await http.close();
  vi.useRealTimers();
});

/** Announces two bytes, sends one, and the second after some milliseconds. */
async function answerTo(path: string, ms: number): Promise<string> {
  const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  let response = "";
  socket.on("data", (text: string) => {
    response += text;
  });
  // After a disconnect the rest cannot be written, which the response shows.
  socket.on("error", () => undefined);
  const arrived = once(http.server, "request");
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\na`,
  );
  await arrived;
  await vi.advanceTimersByTimeAsync(ms);
  socket.write("b");
  await once(socket, "close");
  return response.split("\r\n")[0] ?? "";
}

test("disconnects a stalled body, except where large files are expected", async () => {
  expect(await answerTo("/quick", 49)).toBe("HTTP/1.1 200 OK");
  expect(await answerTo("/quick", 50)).toBe("");
  expect(await answerTo("/large", 60_000)).toBe("HTTP/1.1 200 OK");
});
