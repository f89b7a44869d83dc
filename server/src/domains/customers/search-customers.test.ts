import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  for (const from of ["jane@smith.test", "john@smith.test", "100%_off@shop.test"])
    await makeTicket(app, owner, { from });
  await app.asOwner("update customers set name = 'Ärne Søn' where email = 'jane@smith.test'", [], owner.tenantId);
  const ordered = "update customers set last_order_date = now() where email = 'john@smith.test'";
  await app.asOwner(ordered, [], owner.tenantId);
});
afterAll(() => app.stop());

const found = async (q: string, limit?: number) =>
  (await owner.api.customers.search({ q, ...(limit && { limit }) })).items.map(({ email }) => email);

test.each([
  ["smith", ["john@smith.test", "jane@smith.test"]],
  [" SMITH ", ["john@smith.test", "jane@smith.test"]],
  ["ärne", ["jane@smith.test"]],
  ["SØN", ["jane@smith.test"]],
  ["son arne", ["jane@smith.test"]],
  ["smith ae", ["jane@smith.test"]],
  ["soen", ["jane@smith.test"]],
  ["ｊａｎｅ", ["jane@smith.test"]],
  ["on", []],
  ["%", ["100%_off@shop.test"]],
  ["0%_", ["100%_off@shop.test"]],
  ["\\", []],
  ["nobody", []],
])("finds %j with %j", async (q, emails) => {
  expect(await found(q)).toEqual(emails);
});

test("lists the newest of this store up to the limit when nothing is typed", async () => {
  expect(await found("")).toHaveLength(3);
  expect(await found("", 2)).toEqual(["john@smith.test", "100%_off@shop.test"]);
  const stranger = await newOwner(app);
  expect((await stranger.api.customers.search({ q: "smith" })).items).toEqual([]);
});
