import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSignInProvider, type SignInProvider } from "../../../../../stand-ins/sign-in-provider.ts";
import type { Settings } from "../../../platform/settings.ts";
import type { Browser } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { askWhere, bothProviders, callbackOf, comeBack } from "../../../testing/sign-in-elsewhere.ts";
import { newAddress, signUp } from "../../../testing/test-people.ts";

let elsewhere: SignInProvider;
let app: Desk;
beforeAll(async () => {
  elsewhere = await openSignInProvider({ id: "our-app", secret: "our-secret" }, bothProviders.map(callbackOf));
});
afterAll(() => elsewhere.stop());
afterEach(() => app.stop());

async function open(changes: Partial<Settings> = {}): Promise<void> {
  const settings = { client: elsewhere.client, url: elsewhere.url };
  app = await openDesk({ social: { google: settings, twitter: settings }, ...changes });
}

type Member = Parameters<SignInProvider["become"]>[0];

/** Each member signs in there, and all return at the same moment; gives where each is sent, and the browsers. */
async function comeAtOnce(provider: (typeof bothProviders)[number], members: Member[]) {
  const backs: [URL, Browser][] = [];
  for (const member of members) {
    elsewhere.become(member);
    const browser = app.visit();
    backs.push([await elsewhere.visit((await askWhere(provider, browser)).href), browser]);
  }
  const where = await Promise.all(backs.map(([back, browser]) => comeBack(back, browser)));
  return { where, browsers: backs.map(([, browser]) => browser) };
}

test.each(bothProviders)(
  "makes one store for a person who arrives from %s with three browsers at once",
  async (provider) => {
    await open();
    for (const round of [1, 2, 3]) {
      const member = { id: `${provider}-${round}`, email: newAddress("mina") };
      const { where, browsers } = await comeAtOnce(provider, [member, member, member]);
      expect(where).toEqual(["/dashboard", "/dashboard", "/dashboard"]);
      const seen = await Promise.all(browsers.map(async ({ api }) => (await api.account.me()).client.id));
      expect(new Set(seen).size).toBe(1);
      expect(await app.asOwner("select from identities where email = $1", [member.email])).toHaveLength(1);
    }
    expect(await app.asOwner("select from clients")).toHaveLength(3);
  },
);

test("connects an existing account once, however often its owner arrives at once", async () => {
  await open();
  const owner = await signUp(app);
  const member = { id: "known", email: owner.email };
  const { where } = await comeAtOnce("google", [member, member, member]);
  expect(where).toEqual(["/dashboard", "/dashboard", "/dashboard"]);
  const accounts = "select from accounts where user_id = $1 and provider_id = 'google'";
  expect(await app.asOwner(accounts, [owner.userId])).toHaveLength(1);
});

test("lets in more arrivals of one address than there are connections, tells the owner, and delays nobody else", async () => {
  await open({ databasePoolSize: 6 });
  const owner = await signUp(app);
  const neighbour = await signUp(app);
  await app.asOwner("update identities set created_at = created_at - interval '1 day'");
  const members = Array.from({ length: 8 }, () => ({ id: "known", email: owner.email }));
  const { where } = await comeAtOnce("google", members);
  expect(where).toEqual(members.map(() => "/dashboard"));
  expect((await neighbour.send("/api/me")).status).toBe(200);
  const added = "select from audit_log where action = 'account.provider-added'";
  expect(await app.asOwner(added, [], owner.tenantId)).toHaveLength(1);
});

test("lets one of several newcomers at once make the first store in production", async () => {
  await open({ isProduction: true });
  const members = ["ann", "bob", "cleo"].map((name) => ({ id: name, email: newAddress(name) }));
  const { where } = await comeAtOnce("google", members);
  expect(where.sort()).toEqual(["/dashboard", "/login?error=sign_up_closed", "/login?error=sign_up_closed"]);
  expect(await app.asOwner("select from identities")).toHaveLength(1);
  app.takeErrors();
});
