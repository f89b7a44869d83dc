import { afterEach, expect, test, vi } from "vitest";
import { fetchResponse } from "./api.ts";
import { isPassing } from "./failure.ts";

afterEach(() => vi.unstubAllGlobals());

const answering = (body: string, status: number, type: string) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers: { "content-type": type } }));
const request = new Request("http://desk.example/api/tickets/1/replies", { method: "POST" });

test("treats a hotel's sign-in page as a lost connection", async () => {
  answering("<html>Welcome to the hotel", 200, "text/html; charset=utf-8");
  expect(isPassing(await fetchResponse(request).catch((error: unknown) => error))).toBe(true);
});

test("passes the server's own responses, refusals included", async () => {
  answering('{"id":"1"}', 200, "application/json");
  expect(await (await fetchResponse(request)).json()).toEqual({ id: "1" });
  answering("<html>Bad gateway", 502, "text/html");
  expect((await fetchResponse(request)).status).toBe(502);
});
