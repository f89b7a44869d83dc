import { createHmac } from "node:crypto";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { settingsOf } from "./settings-of.ts";
import { linkIn } from "./sign-up-store.ts";

const desk = await openDesk();
const lookAt = openLook();

/** The code of an authenticator app with this key, by RFC 6238, so many steps of 30 seconds from now. */
function codeOf(key: string, stepsAway = 0): string {
  const bits = [...key].map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"));
  const bytes = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + stepsAway, 4);
  const hash = createHmac("sha1", bytes).update(counter).digest();
  return String((hash.readUInt32BE((hash[19] ?? 0) % 16) % 2 ** 31) % 1_000_000).padStart(6, "0");
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/dashboard/tickets");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test("an authenticator app is set up, asked for at the next sign-in, and replaced by a recovery code", async () => {
  const { page, email, password } = await desk.newStore("two-factors");
  await page.goto("/dashboard/tickets?settings=security");
  const settings = settingsOf(page);
  await settings.getByRole("button", { name: "Set up", exact: true }).click();
  await settings.getByLabel("Your password").fill("not mine at all");
  await settings.getByRole("button", { name: "Continue" }).click();
  await expect(settings.getByText("This is not your password")).toBeVisible();
  await settings.getByLabel("Your password").fill(password);
  await settings.getByRole("button", { name: "Continue" }).click();
  await expect(settings.getByRole("img", { name: /QR code/ })).toBeVisible();
  await lookAt(page, "two-factor-set-up", [1440, 390]);
  const key = ((await settings.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await settings.getByRole("textbox", { name: "Code" }).fill("000000");
  await settings.getByRole("button", { name: "Turn on" }).click();
  await expect(settings.getByText("This code is not right, or was used before")).toBeVisible();
  await settings.getByRole("textbox", { name: "Code" }).fill(codeOf(key));
  await settings.getByRole("button", { name: "Turn on" }).click();
  await expect(settings.getByText(/Keep these recovery codes/)).toBeVisible();
  await lookAt(page, "two-factor-recovery-codes", [1440, 390]);
  const [recovery = ""] = await settings.getByRole("listitem").allTextContents();
  // They are shown this once: another tab keeps them, and closing asks.
  await settings.getByRole("tab", { name: "Profile" }).click();
  await page.keyboard.press("Escape");
  const asks = page.getByRole("dialog", { name: "Leave without your recovery codes?" });
  await expect(asks.getByRole("button", { name: "Back to the codes" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(asks).toBeHidden();
  await settings.getByRole("tab", { name: "Security" }).click();
  await expect(settings.getByText(recovery, { exact: true })).toBeVisible();
  await settings.getByRole("button", { name: "Done" }).click();
  await expect(settings.getByText("On", { exact: true })).toBeVisible();

  await signOut(page);
  await enterPassword(page, email, password);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await lookAt(page, "two-factor-sign-in", [1440, 390]);
  await page.goto("/dashboard/tickets");
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await page.getByLabel("Code").fill("123456");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByText("This code is not right, or was used before")).toBeVisible();
  await page.getByLabel("Code").fill(codeOf(key, 1));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/dashboard/tickets");

  await signOut(page);
  await enterPassword(page, email, password);
  await page.getByLabel("Code").fill(recovery);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a passkey is added, signs in alone, and is removed", async () => {
  const { page, browser } = await desk.newStore("passkeys");
  const devtools = await browser.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto("/dashboard/tickets?settings=security");
  const settings = settingsOf(page);
  await settings.getByRole("button", { name: "Add a passkey" }).click();
  await settings.getByRole("textbox", { name: "Name" }).fill("My laptop");
  await settings.getByLabel("Your password").fill("correct horse battery");
  await settings.getByRole("button", { name: "Add passkey" }).click();
  await expect(settings.getByRole("list", { name: "Passkeys" })).toContainText("My laptop");

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/dashboard");

  await page.goto("/dashboard/tickets?settings=security");
  await settings.getByRole("button", { name: "Remove My laptop" }).click();
  await settings.getByLabel("Your password").fill("correct horse battery");
  await settings.getByRole("button", { name: "Remove passkey" }).click();
  await expect(settings.getByRole("list", { name: "Passkeys" })).toBeHidden();
});

test("a store that asks for two factors has everybody set them up, at work and at the next sign-in, before anything else", async () => {
  const { page, browser, password } = await desk.newStore("asks-for-two");
  await page.goto("/dashboard/admin?view=users");
  const ask = page.getByRole("switch", { name: "Ask everybody for two-factor sign-in" });
  await ask.click();
  await expect(page.getByText("Set up two-factor sign-in for yourself first")).toBeVisible();
  await expect(ask).not.toBeChecked();
  await page.goto("/dashboard/tickets?settings=security");
  await expect(settingsOf(page).getByRole("button", { name: "Set up", exact: true })).toBeVisible();
  await lookAt(page, "settings-security", [1440, 390]);
  const headers = { origin: desk.url };
  const begun = await browser.request.post("/api/two-factor/begin", { headers, data: { password } });
  const key = new URL((await begun.json()).address).searchParams.get("secret") ?? "";
  await browser.request.post("/api/two-factor/confirm", { headers, data: { code: codeOf(key) } });
  const agent = await desk.newPage();
  await browser.request.post("/api/team/invitations", {
    headers,
    data: { email: "amy@asks-for-two.example", name: "Amy" },
  });
  await agent.goto(linkIn((await desk.mailbox.next("amy@asks-for-two.example")).text));
  await agent.getByPlaceholder("Choose a password").fill(password);
  await agent.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(agent).toHaveURL("/dashboard");

  // From one moment to the next, whatever they are at.
  await agent.goto("/dashboard/tickets");
  await expect(agent.getByText("No active tickets found")).toBeVisible();
  await page.goto("/dashboard/admin?view=users");
  await ask.click();
  await expect(ask).toBeChecked();
  const setUp = agent.getByRole("heading", { name: "Set up two-factor sign-in" });
  await expect(setUp).toBeVisible();
  for (const path of ["/dashboard", "/dashboard/tickets", "/login", "/login?mode=sign-up"]) {
    await agent.goto(path);
    await expect(setUp).toBeVisible();
    await expect(agent).toHaveURL(/\/login/);
  }
  expect((await agent.request.get("/api/tickets")).status()).toBe(403);
  await agent.getByRole("button", { name: "Sign in as somebody else" }).click();
  await enterPassword(agent, "amy@asks-for-two.example", password);
  await expect(setUp).toBeVisible();
  await lookAt(agent, "two-factor-demanded", [1440, 390]);
  await agent.getByLabel("Your password").fill(password);
  await agent.getByRole("button", { name: "Continue" }).click();
  const own = ((await agent.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await agent.getByRole("textbox", { name: "Code" }).fill(codeOf(own));
  await agent.getByRole("button", { name: "Turn on" }).click();
  await agent.getByRole("button", { name: "Go on" }).click();
  await expect(agent).toHaveURL(/\/dashboard/);
  await agent.goto("/dashboard/tickets?settings=security");
  await expect(settingsOf(agent).getByText("Your store asks everybody for it.")).toBeVisible();
  await expect(settingsOf(agent).getByRole("button", { name: "Turn off" })).toBeHidden();
});
