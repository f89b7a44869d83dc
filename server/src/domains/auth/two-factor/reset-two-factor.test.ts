import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, turnOnTwoFactor } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** Signs in with the password, in this browser or a new one. */
async function enterPassword({ email, password }: Person, browser = app.visit()) {
  const response = await browser.send("/api/auth/sign-in/email", { json: { email, password } });
  expect(response.status).toBe(200);
  return browser;
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "ok",
    (error: { code: string }) => error.code,
  );
const subject = "Your two-factor sign-in was reset";

test("lets an admin remove a colleague's lost second factor with the admin's password, ends their sessions and tells them by whom", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const { phone } = await turnOnTwoFactor(app, agent);
  const laptop = await enterPassword(agent);
  await laptop.api.twoFactor.enter({ code: phone.code(), trustsBrowser: true });
  const reset = (person: Person, id = agent.userId, password = person.password) =>
    codeOf(person.api.team.resetTwoFactor({ id, password }));
  expect(await reset(owner, agent.userId, "not my password")).toBe("input_invalid");
  expect(await reset(owner, owner.userId)).toBe("user_is_self");
  expect(await reset(await newOwner(app))).toBe("user_not_found");
  expect(await reset(await addColleague(app, owner, "supervisor"))).toBe("not_allowed");
  expect((await agent.api.account.me()).user.id).toBe(agent.userId);

  expect(await reset(owner)).toBe("ok");
  for (const browser of [agent, laptop]) expect(await codeOf(browser.api.account.me())).toBe("not_signed_in");
  const [entry] = (await owner.api.audit.list({ kind: "team" })).items;
  expect(entry).toMatchObject({ action: "team.two-factor-reset", actorId: owner.userId });
  const mail = await until(async () =>
    (await mailsTo(app, agent.email)).find((candidate) => candidate.subject === subject),
  );
  // A name that looks like a domain does not become a link.
  expect(mail.text.replaceAll("\u2060", "")).toContain(`${owner.name}, an administrator, reset the two-factor sign-in`);
  // The admin's network is not told.
  expect(mail.text).not.toMatch(/from the address/);
  expect(await reset(owner)).toBe("two_factor_off");
  await enterPassword(agent, laptop);
  expect((await laptop.api.account.me()).user.id).toBe(agent.userId);
  // A browser trusted for the old factor is not trusted for the new one.
  await turnOnTwoFactor(app, { ...agent, ...laptop });
  expect(await codeOf((await enterPassword(agent, laptop)).api.account.me())).toBe("not_signed_in");
});

test("lets an admin without a password reset a colleague's second factor with a code", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await turnOnTwoFactor(app, agent);
  const { phone } = await turnOnTwoFactor(app, owner);
  await app.asOwner("delete from accounts where user_id = $1", [owner.userId]);
  const reset = (code: string) => codeOf(owner.api.team.resetTwoFactor({ id: agent.userId, code }));
  expect(await reset("123456")).toBe("input_invalid");
  expect(await reset(phone.code())).toBe("ok");
});
