import { lookup, resolveMx } from "node:dns/promises";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";

test("connections to other machines are blocked, by address and by name", async () => {
  await expect(once(connect(80, "192.0.2.1"), "connect")).rejects.toThrow("blocked a connection to 192.0.2.1");
  await expect(fetch("http://shop.example/")).rejects.toMatchObject({ cause: { name: "NetworkBlocked" } });
  await expect(lookup("shop.example")).rejects.toThrow("blocked lookup of shop.example");
  await expect(resolveMx("shop.example")).rejects.toThrow("blocked resolveMx of shop.example");
});

test("connections to this machine stay open", async () => {
  const server = createServer((socket) => socket.end("hello")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  for (const host of ["127.0.0.1", "localhost"]) {
    const [data] = await once(connect(address.port, host), "data");
    expect(String(data)).toBe("hello");
  }
  server.close();
});
