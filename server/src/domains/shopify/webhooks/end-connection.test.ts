import { afterAll, beforeAll, expect, test } from "vitest";
import { connectByOAuth } from "../../../testing/store/open-shopify.ts";
import { openToldDesk, type ToldDesk } from "../../../testing/store/told-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

let app: ToldDesk;
beforeAll(async () => {
  app = await openToldDesk();
});
afterAll(() => app.stop());

test("tells admins once that the store rejects the connection, until it is connected again", async () => {
  const { owner, store, domain } = await app.connectStore();
  const agent = await addColleague(app, owner, "agent");
  const toldOf = async (person: Pick<Person, "api">) =>
    (await person.api.notifications.list()).items
      .filter(({ type }) => type === "store_notice")
      .map(({ title, message }) => `${title}: ${message}`);
  const words = `Shopify Connection: ${domain} no longer accepts the connection: orders and customers stay as they are until an admin connects the store again`;
  const lose = async () => {
    store.uninstall();
    // By webhook and by refused token: both report the same.
    await until(async () => (await owner.api.shopify.status()).state === "reconnect");
    await app.shopify.courier.settled();
    await until(async () => {
      const open = await app.asOwner("select from shopify_requests where done_at is null", [], owner.tenantId);
      return open.length === 0;
    });
  };
  await lose();
  expect(await toldOf(owner)).toEqual([words]);
  expect(await toldOf(agent)).toEqual([]);
  await connectByOAuth(owner, domain);
  await lose();
  expect(await toldOf(owner)).toEqual([words, words]);
});
