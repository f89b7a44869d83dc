import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { authenticatorApp } from "../stand-ins/authenticator-app.ts";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { settingsOf } from "./settings-of.ts";
import { enterPassword } from "./sign-in.ts";
import { linkIn } from "./sign-up-store.ts";

const desk = await openDesk();
const look = openLook();
const another = "a drawer full of letters";
const security = "/dashboard/tickets?settings=security";
const wrongCode = "This code is not right, or was used before";

test("a reset password, an authenticator app, a recovery code and a passkey each sign in, and a store can require two factors", async () => {
  const { page: before, email, password } = await desk.newStore("paper-planes");
  await before.goto("/dashboard");
  await expect(before.getByText(email)).toBeVisible();

  const page = await desk.newPage();
  await chooseAnotherPassword(page, email);
  await expect(before).toHaveURL(/\/login/);
  expect((await desk.mailbox.next(email)).subject).toBe("Your Deskhand password was changed");
  await page.getByRole("link", { name: "Sign in with the new password" }).click();
  await enterPassword(page, email, password);
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await enterPassword(page, email, another);
  await expect(page).toHaveURL("/dashboard");

  const { key, recovery } = await setUpApp(page);
  const app = authenticatorApp(key);
  await signOut(page);
  await enterPassword(page, email, another);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await look(page, "two-factor-sign-in");
  await page.goto("/dashboard/tickets");
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await enterCode(page, "123456");
  await expect(page.getByText(wrongCode)).toBeVisible();
  await enterCode(page, app.code(1));
  await expect(page).toHaveURL("/dashboard/tickets");
  await signOut(page, "Sign out here only");
  await enterPassword(page, email, another);
  await enterCode(page, recovery);
  await expect(page).toHaveURL("/dashboard");

  await addPasskey(page);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/dashboard");

  await askEverybody(page);
});

/** Gets the link to reset a forgotten password, and uses it once. */
async function chooseAnotherPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  const sent = "If there is an account with this address, a link to choose another password is on its way.";
  await expect(page.getByRole("status")).toHaveText(sent);
  const mail = await desk.mailbox.next(email);
  expect(mail.subject).toBe("Choose a new Deskhand password");
  await page.goto(linkIn(mail.text));
  const field = page.getByPlaceholder("Enter a new password");
  await field.fill("12345678");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("This password is too weak.");
  await field.fill(another);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password was changed, and you are signed out everywhere.");

  // The link no longer works, even for somebody who finds it in the mailbox.
  const stranger = await desk.newPage();
  await stranger.goto(linkIn(mail.text));
  await expect(stranger.getByRole("alert")).toHaveText("This link has been used already");
  await stranger.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(stranger.getByRole("button", { name: "Send the link" })).toBeVisible();
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function signOut(page: Page, name = "Logout"): Promise<void> {
  await page.goto("/dashboard/tickets");
  await page.getByRole("button", { name }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Sets up an app in the settings; returns its key and one of the recovery codes. */
async function setUpApp(page: Page): Promise<{ key: string; recovery: string }> {
  await page.goto(security);
  const settings = settingsOf(page);
  await settings.getByRole("button", { name: "Set up", exact: true }).click();
  await settings.getByLabel("Your password").fill("not mine at all");
  await settings.getByRole("button", { name: "Continue" }).click();
  await expect(settings.getByText("This is not your password")).toBeVisible();
  await settings.getByLabel("Your password").fill(another);
  await settings.getByRole("button", { name: "Continue" }).click();
  await expect(settings.getByRole("img", { name: /QR code/ })).toBeVisible();
  await look(page, "two-factor-set-up");
  const key = await shownKey(settings);
  await settings.getByRole("textbox", { name: "Code" }).fill("000000");
  await settings.getByRole("button", { name: "Turn on" }).click();
  await expect(settings.getByText(wrongCode)).toBeVisible();
  await settings.getByRole("textbox", { name: "Code" }).fill(authenticatorApp(key).code());
  await settings.getByRole("button", { name: "Turn on" }).click();
  await expect(settings.getByText(/Keep these recovery codes/)).toBeVisible();
  await look(page, "two-factor-recovery-codes");
  const [recovery = ""] = await settings.getByRole("listitem").allTextContents();
  // They are shown only once, so another tab keeps them, and closing asks.
  await settings.getByRole("tab", { name: "Profile" }).click();
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without your recovery codes?" });
  await expect(question.getByRole("button", { name: "Back to the codes" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await settings.getByRole("tab", { name: "Security" }).click();
  await expect(settings.getByText(recovery, { exact: true })).toBeVisible();
  await settings.getByRole("button", { name: "Done" }).click();
  await expect(settings.getByText("On", { exact: true })).toBeVisible();
  return { key, recovery };
}

async function shownKey(within: Page | Locator): Promise<string> {
  return ((await within.locator("code").textContent()) ?? "").replaceAll(" ", "");
}

/** Adds a passkey of a device that agrees to everything. */
async function addPasskey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(security);
  const settings = settingsOf(page);
  await settings.getByRole("button", { name: "Add a passkey" }).click();
  await settings.getByRole("textbox", { name: "Name" }).fill("My laptop");
  await settings.getByLabel("Your password").fill(another);
  await settings.getByRole("button", { name: "Add passkey" }).click();
  await expect(settings.getByRole("list", { name: "Passkeys" })).toContainText("My laptop");
}

/** Makes the store require two factors: a colleague has to set them up at once, and can do nothing before. */
async function askEverybody(page: Page): Promise<void> {
  const headers = { origin: desk.url };
  const amy = { email: "amy@paper-planes.example", name: "Amy" };
  await page.request.post("/api/team/invitations", { headers, data: amy });
  const agent = await desk.newPage();
  await agent.goto(linkIn((await desk.mailbox.next(amy.email)).text));
  await agent.getByPlaceholder("Choose a password").fill(another);
  await agent.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(agent).toHaveURL("/dashboard");

  await page.goto("/dashboard/admin?view=security");
  const ask = page.getByRole("switch", { name: "Ask everybody for two-factor sign-in" });
  await ask.click();
  await page.getByRole("dialog").getByRole("button", { name: "Ask everybody" }).click();
  await expect(ask).toBeChecked();
  const setUp = agent.getByRole("heading", { name: "Set up two-factor sign-in" });
  await expect(setUp).toBeVisible();
  await agent.goto("/dashboard/tickets");
  await expect(setUp).toBeVisible();
  expect((await agent.request.get("/api/tickets")).status()).toBe(403);
  await look(agent, "two-factor-demanded");
  await agent.getByLabel("Your password").fill(another);
  await agent.getByRole("button", { name: "Continue" }).click();
  await agent.getByRole("textbox", { name: "Code" }).fill(authenticatorApp(await shownKey(agent)).code());
  await agent.getByRole("button", { name: "Turn on" }).click();
  await agent.getByRole("button", { name: "Go on" }).click();
  await expect(agent).toHaveURL(/\/dashboard/);
}
