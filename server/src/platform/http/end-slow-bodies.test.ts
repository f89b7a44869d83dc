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

/** Sends a head that promises two bytes and one of them; the second when so many milliseconds are over. */
async function answerTo(path: string, ms: number): Promise<string> {
  const socket = connect((http.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  let response = "";
  socket.on("data", (text: string) => {
    response += text;
  });
  // Hung up on, what is still to be written cannot be: that shows in the response.
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

test("a body that does not come is hung up on, where no large file is expected", async () => {
  expect(await answerTo("/quick", 49)).toBe("HTTP/1.1 200 OK");
  expect(await answerTo("/quick", 50)).toBe("");
  expect(await answerTo("/large", 60_000)).toBe("HTTP/1.1 200 OK");
});
