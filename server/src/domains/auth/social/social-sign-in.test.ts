import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  openSignInProvider,
  type ProviderFault,
  type SignInProvider,
} from "../../../../../stand-ins/sign-in-provider.ts";
import type { ProviderId } from "../../../platform/oauth/ask-provider.ts";
import type { Browser } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { askWhere, bothProviders, callbackOf, comeBack, signInAt } from "../../../testing/sign-in-elsewhere.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newAddress, signUp, turnOnTwoFactor } from "../../../testing/test-people.ts";

let app: Desk;
let elsewhere: SignInProvider;
beforeAll(async () => {
  elsewhere = await openSignInProvider({ id: "our-app", secret: "our-secret" }, bothProviders.map(callbackOf));
  const settings = { client: elsewhere.client, url: elsewhere.url };
  app = await openDesk({ social: { google: settings, twitter: settings } });
});
afterAll(async () => {
  await app.stop();
  await elsewhere.stop();
});
let nextId = 1;
beforeEach(() => {
  nextId += 1;
});

const signInThere = (provider: ProviderId, browser: Browser) => signInAt(elsewhere, provider, browser);
const idOf = () => `member-${nextId}`;
const isIn = async (browser: Browser) => (await browser.send("/api/me")).status === 200;

describe.each(bothProviders)("%s", (provider) => {
  test("gives a new person a store as its admin, with their name there, and opens the dashboard", async () => {
    const email = newAddress("mina");
    elsewhere.become({ id: idOf(), email, name: "Mina Castellanos" });
    const browser = app.visit();
    expect(await signInThere(provider, browser)).toBe("/dashboard");
    const { user, client: store } = await browser.api.account.me();
    expect(user).toMatchObject({ email, name: "Mina Castellanos", role: "admin" });
    expect(store).toMatchObject({ storeName: "Acme Shop", supportEmail: expect.stringMatching(/^help\+/) });
    expect((await browser.api.cannedResponses.list()).items.length).toBeGreaterThan(0);
    const again = app.visit();
    expect(await signInThere(provider, again)).toBe("/dashboard");
    expect((await again.api.account.me()).user.id).toBe(user.id);
  });

  test("asks with PKCE, offline access and consent, and returns to our own address", async () => {
    const { searchParams } = await askWhere(provider, app.visit(), {
      scopes: ["everything"],
      callbackURL: "https://evil.example",
    });
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "our-app",
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: callbackOf(provider),
    });
    expect(searchParams.get("scope")).not.toContain("everything");
  });

  test("signs in an existing account by its confirmed address in any case, tells it once, and stores no token", async () => {
    const owner = await signUp(app);
    await app.asOwner("update identities set created_at = created_at - interval '1 day' where id = $1", [owner.userId]);
    elsewhere.become({ id: idOf(), email: owner.email.toUpperCase(), name: "Somebody Else" });
    for (const browser of [app.visit(), app.visit()]) {
      expect(await signInThere(provider, browser)).toBe("/dashboard");
      expect((await browser.api.account.me()).user).toMatchObject({ id: owner.userId, name: owner.name });
    }
    const told = async () =>
      (await mailsTo(app, owner.email)).filter(({ subject }) => /You can sign in with/.test(subject));
    await until(async () => (await told()).length === 1);
    const stored = await app.asOwner(
      "select access_token, refresh_token, id_token from accounts where user_id = $1 and provider_id = $2",
      [owner.userId, provider],
    );
    expect(stored).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
    const audit =
      "select action, subject_label from audit_log where actor_id = $1 and action = 'account.provider-added'";
    expect(await app.asOwner(audit, [owner.userId], owner.tenantId)).toEqual([
      { action: "account.provider-added", subject_label: provider === "google" ? "Google" : "Twitter" },
    ]);
  });

  test.each([
    ["without an address", {}, "provider_email_missing"],
    ["with what is no address", { email: "nobody" }, "provider_email_missing"],
    [
      "with an address that lower case makes another's",
      { email: "mar\u212a@acme-shop.test" },
      "provider_email_missing",
    ],
    ["with an address and a line break", { email: "a@b.test\nc@d.test" }, "provider_email_missing"],
  ])("refuses a person who comes %s", async (_, member, code) => {
    elsewhere.become({ id: idOf(), ...member });
    const browser = app.visit();
    expect(await signInThere(provider, browser)).toBe(`/login?error=${code}`);
    expect(await isIn(browser)).toBe(false);
  });

  test("opens nothing by an unconfirmed address, known here or not", async () => {
    const owner = await signUp(app);
    for (const email of [owner.email, newAddress()]) {
      elsewhere.become({ id: `${idOf()}-${email}`, email, isConfirmed: false });
      const browser = app.visit();
      const code = provider === "google" ? "provider_email_unconfirmed" : "provider_email_missing";
      expect(await signInThere(provider, browser)).toBe(`/login?error=${code}`);
      expect(await isIn(browser)).toBe(false);
    }
    expect(
      await app.asOwner("select from accounts where provider_id = $1 and user_id = $2", [provider, owner.userId]),
    ).toEqual([]);
  });

  test("keeps a person whose address there became another's", async () => {
    const id = idOf();
    const [attackerEmail, victim] = [newAddress("mallory"), await signUp(app)];
    elsewhere.become({ id, email: attackerEmail });
    const first = app.visit();
    await signInThere(provider, first);
    const { user } = await first.api.account.me();
    elsewhere.become({ id, email: victim.email });
    const second = app.visit();
    expect(await signInThere(provider, second)).toBe("/dashboard");
    expect((await second.api.account.me()).user).toMatchObject({ id: user.id, email: attackerEmail });
  });

  test("refuses an inactive person with the sign-in's sentence", async () => {
    const owner = await signUp(app);
    const agent = await addColleague(app, owner, "agent");
    await app.asOwner("update users set is_active = false where id = $1", [agent.userId], owner.tenantId);
    elsewhere.become({ id: idOf(), email: agent.email });
    const browser = app.visit();
    expect(await signInThere(provider, browser)).toMatch(/^\/login\?error=INACTIVE/i);
    expect(await isIn(browser)).toBe(false);
  });

  test("asks for the second factor here too", async () => {
    const owner = await signUp(app);
    const { phone } = await turnOnTwoFactor(app, owner);
    elsewhere.become({ id: idOf(), email: owner.email });
    const browser = app.visit();
    expect(await signInThere(provider, browser)).toBe("/dashboard");
    expect(await isIn(browser)).toBe(false);
    expect((await browser.send("/dashboard")).headers.get("location")).toBe("/login");
    await browser.api.twoFactor.enter({ code: phone.code() });
    expect(await isIn(browser)).toBe(true);
  });

  test("refuses an answer for another browser: with another's state, without one, or twice", async () => {
    elsewhere.become({ id: idOf(), email: newAddress("mallory") });
    const [attacker, victim] = [app.visit(), app.visit()];
    const back = await elsewhere.visit((await askWhere(provider, attacker)).href);
    expect(await comeBack(back, victim)).toMatch(/^\/login\?error=state_mismatch/);
    // Nor when the victim is about to sign in too.
    await askWhere(provider, victim);
    expect(await comeBack(back, victim)).toMatch(/^\/login\?error=/);
    expect(await isIn(victim)).toBe(false);
    const bare = new URL(back);
    bare.searchParams.delete("state");
    expect(await comeBack(bare, victim)).toMatch(/^\/login\?error=/);
    const again = await elsewhere.visit((await askWhere(provider, attacker)).href);
    expect(await comeBack(again, attacker)).toBe("/dashboard");
    const replayed = app.visit();
    expect(await comeBack(again, replayed)).toMatch(/^\/login\?error=/);
    expect(await comeBack(again, attacker)).toMatch(/^\/login\?error=/);
    expect(await isIn(replayed)).toBe(false);
    app.takeErrors();
  });

  test("refuses a code of another sign-in, whose verifier does not fit", async () => {
    elsewhere.become({ id: idOf(), email: newAddress("mallory") });
    const [attacker, victim] = [app.visit(), app.visit()];
    const foreign = await elsewhere.visit((await askWhere(provider, attacker)).href);
    const own = await elsewhere.visit((await askWhere(provider, victim)).href);
    own.searchParams.set("code", foreign.searchParams.get("code") ?? "");
    expect(await comeBack(own, victim)).toMatch(/^\/login\?error=/);
    expect(await isIn(victim)).toBe(false);
    app.takeErrors();
  });

  const faults: [ProviderFault, RegExp][] = [
    ["denied", /^\/login\?error=access_denied/],
    ["code-expired", /^\/login\?error=oauth_code_verification_failed/],
    ["down", /^\/login\?error=oauth_code_verification_failed/],
    ["no-json", /^\/login\?error=oauth_code_verification_failed/],
  ];
  test.each(faults)("says on the sign-in screen when it is %s there", async (fault, where) => {
    elsewhere.become({ id: idOf(), email: newAddress() }, fault);
    const browser = app.visit();
    expect(await signInThere(provider, browser)).toMatch(where);
    expect(await isIn(browser)).toBe(false);
    app.takeErrors();
  });

  test.each<[string, string | null, ProviderFault?]>([
    ["/dashboard/tickets?q=a%20lamp&ticket=7", "/dashboard/tickets?q=a%20lamp&ticket=7", "denied"],
    ["/dashboard/tickets?q=a lamp;b", "/dashboard/tickets?q=a%20lamp%3Bb", "code-expired"],
    ["/dashboard/customers", "/dashboard/customers", "down"],
    ["/dashboard/customers", "/dashboard/customers"],
    ["/dashboard", null, "denied"],
    ["//evil.example/dashboard", null, "denied"],
    ["/dashboard.evil.example", null, "denied"],
  ])("leads a person on the way to %s there at the next attempt", async (callbackURL, next, fault) => {
    // Without a fault there, the fault is here: no store can be found for a person without an address.
    elsewhere.become({ id: idOf(), ...(fault && { email: newAddress() }) }, fault);
    const browser = app.visit();
    const back = await elsewhere.visit((await askWhere(provider, browser, { callbackURL })).href);
    const { pathname, searchParams } = new URL((await comeBack(back, browser)) ?? "", "http://desk.test");
    expect([pathname, searchParams.getAll("next")]).toEqual(["/login", next === null ? [] : [next]]);
    expect(searchParams.get("error")).toMatch(/^\w+$/);
    elsewhere.become({ id: idOf(), email: newAddress() });
    const again = await elsewhere.visit((await askWhere(provider, browser, { callbackURL: next ?? "" })).href);
    expect(await comeBack(again, browser)).toBe(next ?? "/dashboard");
    app.takeErrors();
  });

  test.each(["", "?code=made-up", "?code=a&state=b", "?error=%3Cscript%3E", "?code=a&code=b&state[]=c", "?state=%00"])(
    "leads an invented way back (%s) to the sign-in",
    async (search) => {
      const response = await app.visit().send(`/api/auth/oauth2/callback/${provider}${search}`);
      expect([response.status, response.headers.get("location")]).toEqual([
        302,
        expect.stringMatching(/^\/login\?error=/),
      ]);
      app.takeErrors();
    },
  );
});

const forged: ProviderFault[] = ["for-another-app", "of-another-issuer", "signed-by-another", "statement-expired"];
test.each(forged)("believes no statement that is %s", async (fault) => {
  const owner = await signUp(app);
  elsewhere.become({ id: idOf(), email: owner.email }, fault);
  const browser = app.visit();
  expect(await signInThere("google", browser)).toBe("/login?error=provider_failed");
  expect(await isIn(browser)).toBe(false);
});

test("does not take over a name that customers must not read", async () => {
  for (const name of ["Support <a@b.test>", "\u202e", "x".repeat(300), ""]) {
    const email = newAddress("mina");
    elsewhere.become({ id: `${idOf()}-${name.length}`, email, name });
    const browser = app.visit();
    await signInThere("google", browser);
    expect((await browser.api.account.me()).user.name).toBe(email.slice(0, email.indexOf("@")));
  }
});

test.each([
  ["invite", "sign_up_by_invitation"],
  ["closed", "sign_up_closed"],
] as const)("gives a stranger no store where sign-up is %s, but signs in existing accounts", async (signUp, code) => {
  const settings = { client: elsewhere.client, url: elsewhere.url };
  const closed = await openDesk({ signUp, social: { google: settings, twitter: settings } });
  elsewhere.become({ id: idOf(), email: newAddress() });
  const [stranger, known] = [closed.visit(), closed.visit()];
  expect(await signInThere("google", stranger)).toBe(`/login?error=${code}`);
  expect(await isIn(stranger)).toBe(false);
  expect(await closed.asOwner("select from identities")).toEqual([]);
  const store = await closed.makeTenant();
  const owner = await addColleague(closed, { tenantId: store.id }, "admin");
  elsewhere.become({ id: idOf(), email: owner.email });
  expect(await signInThere("google", known)).toBe("/dashboard");
  closed.takeErrors();
  await closed.stop();
});

test("refuses a provider without credentials, and an unknown one", async () => {
  const bare = await openDesk();
  for (const provider of [...bothProviders, "github", "__proto__", 7, null]) {
    const response = await bare.visit().send("/api/auth/sign-in/social", { json: { provider } });
    expect([provider, response.status]).toEqual([provider, 404]);
  }
  bare.takeErrors();
  await bare.stop();
});

test.each(bothProviders)(
  "lets nobody new in by %s where sign-up is closed, but existing accounts",
  async (provider) => {
    const existing = await signUp(app);
    Object.assign(app.services.settings, { signUp: "closed" });
    const stranger = newAddress("stranger");
    elsewhere.become({ id: idOf(), email: stranger });
    expect(await signInThere(provider, app.visit())).toContain("/login?error=sign_up_closed");
    elsewhere.become({ id: `${idOf()}-known`, email: existing.email });
    expect(await signInThere(provider, app.visit())).toBe("/dashboard");
    Object.assign(app.services.settings, { signUp: null });
    expect(await app.asOwner("select from identities where email = $1", [stranger])).toEqual([]);
    app.takeErrors();
  },
);
