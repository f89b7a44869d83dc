import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { takeMail } from "../../testing/take-mail.ts";
import { newAddress, password, tokenIn } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test.each([
  ["Pacific/Auckland", "Pacific/Auckland"],
  ["europe/berlin", "Europe/Berlin"],
  ["Mars/Olympus_Mons", "UTC"],
  ["", "UTC"],
  [42, "UTC"],
  ["x".repeat(5000), "UTC"],
  ["UTC'; drop table clients; --", "UTC"],
  [undefined, "UTC"],
])("sets the time zone of a store that signs up from %j to %s", async (timeZone, lived) => {
  const email = newAddress();
  const browser = app.visit();
  const response = await browser.send("/api/auth/sign-up/email", { json: { email, password, name: "", timeZone } });
  expect(response.status).toBe(200);
  const token = tokenIn(await takeMail(app, email));
  expect((await browser.send("/api/auth/links/confirm", { json: { token, password } })).status).toBe(200);
  const [{ client_id: tenant } = { client_id: "" }] = await app.asOwner<{ client_id: string }>(
    "select client_id from identities where email = $1",
    [email],
  );
  expect(await app.asOwner("select time_zone from clients where id = $1", [tenant], tenant)).toEqual([
    { time_zone: lived },
  ]);
});

test("stores UTC for a zone only the browser knows, and changes nobody to a missing one", async () => {
  const id = newId();
  await app.asOwner(
    `insert into clients (id, client_code, store_name, support_email, time_zone)
     values ($1, 'zzzzzzzz', 'Far Away', 'far@away.test', 'Mars/Olympus_Mons')`,
    [id],
    id,
  );
  expect(await app.asOwner("select time_zone from clients where id = $1", [id], id)).toEqual([{ time_zone: "UTC" }]);
  await expect(
    app.asOwner("update clients set time_zone = 'Mars/Olympus_Mons' where id = $1", [id], id),
  ).rejects.toThrow("time zone");
});
