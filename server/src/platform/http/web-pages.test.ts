import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

async function leadsTo(path: string, browser = app.visit()): Promise<[number, string | null]> {
  const response = await browser.send(path);
  return [response.status, response.headers.get("location")];
}

test("the dashboard redirects anonymous visitors to sign-in and back", async () => {
  expect(await leadsTo("/dashboard")).toEqual([302, "/login"]);
  const deep = "/dashboard/tickets?q=a%26b";
  expect(await leadsTo(deep)).toEqual([302, `/login?next=${encodeURIComponent(deep)}`]);
  const [, back = null] = await leadsTo(deep);
  expect(await leadsTo(back ?? "", owner)).toEqual([302, deep]);
});

test("sign-in redirects signed-in people to the dashboard, and never elsewhere", async () => {
  expect(await leadsTo("/login", owner)).toEqual([302, "/dashboard"]);
  for (const next of ["https://evil.example", "//evil.example", "/dashboardx", "javascript:alert(1)"]) {
    expect(await leadsTo(`/login?next=${encodeURIComponent(next)}`, owner)).toEqual([302, "/dashboard"]);
  }
});

test("ignores an expired session", async () => {
  const other = await newOwner(app);
  await app.asOwner("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [other.userId]);
  await until(async () => (await leadsTo("/dashboard", other))[1] === "/login");
});

test("other paths redirect to the landing page; below /api they are not found", async () => {
  expect(await leadsTo("/wp-admin")).toEqual([302, "/"]);
  const response = await app.visit().send("/api/nothing/here");
  expect([response.status, (await jsonOf(response)).code]).toEqual([404, "not_found"]);
  expect((await app.visit().send("/wp-admin", { method: "POST" })).status).toBe(404);
});

test("an order's customer link opens the list filtered to that customer", async () => {
  expect(await leadsTo("/tickets?customer=a%2Bb%40x.example")).toEqual([
    302,
    "/dashboard/tickets?customer=a%2Bb%40x.example",
  ]);
  expect(await leadsTo("/tickets")).toEqual([302, "/dashboard/tickets"]);
});
