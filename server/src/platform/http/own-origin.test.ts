import { contract } from "@deskhand/contract";
import { endpointsOf } from "@deskhand/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { ownOrigins } from "./own-origin.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const changes = endpointsOf(contract).filter(({ method }) => method !== "GET");

async function send(path: string, method: string, origin: string | undefined): Promise<[number, unknown]> {
  const headers = { cookie: owner.cookieHeader(), ...(origin === undefined ? {} : { origin }) };
  const response = await fetch(`${app.url}/api${path}`, { method, headers });
  return [response.status, (await jsonOf(response)).code];
}

test.each(changes)(
  "$name is refused where a page of another origin asks, with a visitor's cookie",
  async (endpoint) => {
    for (const origin of ["http://evil.desk.test", "http://desk.test:8080", app.url, "null", "not an origin"]) {
      expect(await send(endpoint.path, endpoint.method, origin)).toEqual([403, "origin_not_allowed"]);
    }
  },
);

test("accepts our own pages, and programs, which send no origin", async () => {
  for (const origin of [app.services.settings.publicUrl, undefined]) {
    expect((await send("/notifications/seen", "POST", origin))[1]).not.toBe("origin_not_allowed");
  }
});

test("allows reads by any page, which cannot see the response, and webhooks, which are signed", async () => {
  expect((await send("/me", "GET", "http://evil.desk.test"))[0]).toBe(200);
  expect(await send("/email-to-ticket", "POST", "http://evil.desk.test")).toEqual([404, "webhook_disabled"]);
});

test.each([
  ["https://desk.example", ["https://desk.example"]],
  ["https://localhost.example:8443", ["https://localhost.example:8443"]],
  ["http://10.0.0.7:3000", ["http://10.0.0.7:3000"]],
  ["http://localhost:3000", ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]],
  ["http://127.0.0.1", ["http://localhost", "http://127.0.0.1", "http://[::1]"]],
  ["https://[::1]:8443/", ["https://localhost:8443", "https://127.0.0.1:8443", "https://[::1]:8443"]],
])("a website at %s has pages of %j", (publicUrl, origins) => {
  expect(ownOrigins(publicUrl)).toEqual(origins);
});
