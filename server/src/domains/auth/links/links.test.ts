import { getCurrentAdapter, runWithTransaction } from "@better-auth/core/context";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { urlForRole } from "../../../platform/db/roles.ts";
import { noTenant } from "../../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { createSignIn, type SignIn } from "../create-sign-in.ts";
import { countTry, endOtherLinks, lookAtLink, makeLink, useLink } from "./use-link.ts";

let app: Desk;
let signIn: SignIn;
let adapter: Awaited<SignIn["auth"]["$context"]>["adapter"];
beforeAll(async () => {
  app = await openDesk({ roles: [] });
  signIn = await createSignIn(app.services, urlForRole(app.ownerUrl, "auth", app.services.settings.secret));
  ({ adapter } = await signIn.auth.$context);
});
afterAll(async () => {
  await signIn.close();
  await app.stop();
});

const about = () => ({ subjectId: newId(), email: "Ann@Shop.example" });
const make = (subject = about(), purpose: Parameters<typeof makeLink>[1] = "reset") =>
  app.db.withTenant(noTenant, (tx) => makeLink(tx, purpose, subject));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code }: { code: string }) => code,
  );

test("finds a link by its token and purpose, and looking at it changes nothing", async () => {
  const subject = about();
  const { page, token } = await make(subject);
  expect([page, token]).toEqual(["/reset-password", expect.stringMatching(/^[\w-]{43}$/)]);
  for (let times = 0; times < 3; times += 1) {
    expect(await lookAtLink(adapter, "reset", token)).toMatchObject({ ...subject, email: "ann@shop.example" });
  }
});

test("stores only a link's hash", async () => {
  const { token } = await make();
  const rows = await app.asOwner("select * from account_links");
  expect(JSON.stringify(rows)).not.toContain(token);
});

test.each(["confirm", "invite", "change-email"] as const)("does not accept a reset link for %s", async (purpose) => {
  const { token } = await make();
  expect(await codeOf(lookAtLink(adapter, purpose, token))).toBe("link_not_valid");
});

test.each(["", "x", "a".repeat(43), "'; drop table account_links; --", "\0"])(
  "rejects an invented link: %j",
  async (token) => expect(await codeOf(lookAtLink(adapter, "reset", token))).toBe("link_not_valid"),
);

test("uses a link once, even at once", async () => {
  const { token } = await make();
  const link = await lookAtLink(adapter, "reset", token);
  const uses = await Promise.all(Array.from({ length: 8 }, () => codeOf(useLink(adapter, link))));
  expect(uses.filter((code) => code === null)).toHaveLength(1);
  expect(uses.filter((code) => code === "link_used")).toHaveLength(7);
  expect(await codeOf(lookAtLink(adapter, "reset", token))).toBe("link_used");
});

test("keeps the link when its purpose fails", async () => {
  const { token } = await make();
  const link = await lookAtLink(adapter, "reset", token);
  const failed = runWithTransaction(adapter, async () => {
    await useLink(await getCurrentAdapter(adapter), link);
    throw new Error("It could not be done");
  });
  await expect(failed).rejects.toThrow("It could not be done");
  await useLink(adapter, await lookAtLink(adapter, "reset", token));
});

test.each([
  ["confirm", 24],
  ["reset", 1],
  ["invite", 168],
  ["change-email", 24],
] as const)("expires a link for %s after %i hours, and says so", async (purpose, hours) => {
  const subject = about();
  const { token } = await make(subject, purpose);
  const age = (minutes: number) =>
    app.asOwner("update account_links set expires_at = expires_at - make_interval(mins => $2) where subject_id = $1", [
      subject.subjectId,
      minutes,
    ]);
  await age(hours * 60 - 1);
  expect(await codeOf(lookAtLink(adapter, purpose, token))).toBe(null);
  await age(1);
  expect(await codeOf(lookAtLink(adapter, purpose, token))).toBe("link_expired");
});

test("ends a link after ten passwords tried at it, even at once", async () => {
  const { token } = await make();
  const link = await lookAtLink(adapter, "reset", token);
  const tries = await Promise.all(Array.from({ length: 14 }, () => codeOf(countTry(adapter, link))));
  expect(tries.filter((code) => code === null)).toHaveLength(10);
  expect(await codeOf(lookAtLink(adapter, "reset", token))).toBe("link_guessed");
});

test("ends the other links about the same subject when one is used, and nobody else's", async () => {
  const subject = about();
  const [first, second, foreign] = [await make(subject), await make(subject), await make()];
  const link = await lookAtLink(adapter, "reset", first.token);
  await useLink(adapter, link);
  await endOtherLinks(adapter, "reset", link);
  expect(await codeOf(lookAtLink(adapter, "reset", second.token))).toBe("link_outdated");
  expect(await codeOf(lookAtLink(adapter, "reset", foreign.token))).toBe(null);
});
