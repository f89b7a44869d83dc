import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { asTenantId } from "../db/tenant.ts";
import { apiDocs } from "./api-docs.ts";
import { createHttpServer } from "./http-server.ts";

const opened: { close(): PromiseLike<unknown> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((http) => http.close())));

/** Statuses of both pages, for nobody and for a signed-in person. */
async function answersOf(isProduction: boolean): Promise<number[]> {
  const http = await createHttpServer({
    log: pino({ level: "silent" }),
    isProduction,
    findActor: async () => ({
      kind: "person",
      userId: "sam",
      tenantId: asTenantId("00000000-0000-4000-8000-000000000001"),
      email: "",
      name: "",
      role: "agent",
      sessionDueAt: "",
      can: ["account:read"],
      step: null,
    }),
  });
  opened.push(http);
  apiDocs(http, { publicUrl: "https://desk.example.com", isProduction });
  const requests = ["/api/openapi.json", "/api/docs"].flatMap((url) => [
    { url },
    { url, headers: { cookie: "session" } },
  ]);
  const answers = await Promise.all(requests.map((request) => http.inject(request)));
  return answers.map(({ statusCode }) => statusCode);
}

test("shows the API's description only to signed-in people in production, and to everybody elsewhere", async () => {
  expect(await answersOf(true)).toEqual([401, 200, 401, 200]);
  expect(await answersOf(false)).toEqual([200, 200, 200, 200]);
});
