import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { seesAfter } from "./sees-after.ts";
import { settingsOf } from "./settings-of.ts";
import { signIn } from "./sign-in.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

/** Takes a picture of the page, to have a real one. */
const somePicture = async (page: Page) => ({ name: "me.png", mimeType: "image/png", buffer: await page.screenshot() });

test("a new name and picture are mine at once, and colleagues see the name on the next reply", async () => {
  const [mina, ruben] = [await signInAtDemoStore(desk, "agent"), await signInAtDemoStore(desk, "supervisor")];
  await mina.goto("/dashboard/tickets?q=Two+left+slippers");
  await ruben.goto("/dashboard/tickets?q=Two+left+slippers");
  const ilse = desk.newCustomer("Ilse Brand", "ilse@brand.example");
  await ilse.writes({ to: await supportAddress(mina), subject: "Two left slippers", text: "Both are left ones." });
  const rubens = await openTicket(ruben, "Two left slippers");

  // By the keyboard alone: the button, the name, Enter, Escape.
  await mina.getByRole("button", { name: "Settings" }).focus();
  await mina.keyboard.press("Enter");
  const settings = settingsOf(mina);
  const name = settings.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Mina Castellanos");
  await name.fill("   ");
  await mina.keyboard.press("Enter");
  await expect(settings.getByText("Name cannot be empty")).toBeVisible();
  await name.fill("Mina C. Brandt");
  await mina.context().setOffline(true);
  await mina.keyboard.press("Enter");
  await expect(settings.getByRole("alert")).toContainText("Deskhand could not be reached");
  await expect(name).toHaveValue("Mina C. Brandt");
  await mina.context().setOffline(false);
  await seesAfter(() => mina.keyboard.press("Enter"), settings.getByRole("tabpanel"), "Name saved");

  await settings
    .getByLabel("Picture")
    .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("no") });
  await expect(settings.getByRole("alert")).toContainText("This file is no PNG, JPEG, WebP or GIF picture");
  await settings.getByLabel("Picture").setInputFiles(await somePicture(mina));
  await expect(settings.getByRole("button", { name: /^Position/ })).toBeFocused();
  await mina.keyboard.press("ArrowLeft");
  expect(await findAccessFaults(mina)).toEqual([]);
  await seesAfter(
    () => settings.getByRole("button", { name: "Use picture" }).click(),
    settings.getByRole("tabpanel"),
    "Picture saved",
  );
  await mina.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(mina.getByRole("button", { name: "Settings" })).toBeFocused();
  const picture = mina.locator("header img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);

  const minas = await openTicket(mina, "Two left slippers");
  await minas.reply("A right one is on its way.");
  await expect(rubens.message("A right one is on its way.")).toContainText("From: Mina C. Brandt");
  expect((await desk.mailbox.next(ilse.email)).text).toMatch(/^A right one is on its way\.$/m);
  await minas.close();

  await mina.getByRole("button", { name: "Settings" }).click();
  await seesAfter(
    () => settings.getByRole("button", { name: "Remove" }).click(),
    settings.getByRole("tabpanel"),
    "Picture removed",
  );
  await expect(picture).toBeHidden();
  await name.fill("Mina Castellanos");
  await seesAfter(
    () => settings.getByRole("button", { name: "Save name" }).click(),
    settings.getByRole("tabpanel"),
    "Name saved",
  );
});

test("a new password signs my other browser out, and I see and end where I am signed in", async () => {
  const { page, email, password } = await desk.newStore("mine-alone");
  const [phone, library] = [await desk.newPage(), await desk.newPage()];
  for (const other of [phone, library]) {
    await signIn(desk, other.context(), email, password);
    await other.goto("/dashboard/tickets");
    await expect(other.getByText("No active tickets found")).toBeVisible();
  }
  await page.goto("/dashboard/tickets?settings=sessions");
  const settings = settingsOf(page);
  const sessions = settings.getByRole("table", { name: "Sessions" }).locator("tbody").getByRole("row");
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText("This device");
  await settings.getByRole("button", { name: "Last used" }).click();
  await expect(settings.getByRole("columnheader", { name: "Last used" })).toHaveAttribute("aria-sort", "ascending");
  await expect(sessions.last()).toContainText("This device");
  await settings.getByRole("button", { name: "Last used" }).click();
  await expect(sessions.first()).toContainText("This device");
  expect(await findAccessFaults(page)).toEqual([]);
  // The latest used comes first among the others.
  await sessions
    .nth(1)
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await expect(sessions).toHaveCount(2);
  const atLogin = () => [phone, library].filter((other) => other.url().includes("/login")).length;
  await expect.poll(atLogin).toBe(1);

  await settings.getByRole("tab", { name: "Sessions" }).press("ArrowLeft");
  await settings.getByRole("tab", { name: "Security" }).press("ArrowLeft");
  const current = settings.getByLabel("Current password");
  await current.fill("not my password");
  await settings.getByLabel("New password", { exact: true }).fill("mine-alone1");
  await settings.getByLabel("New password again").fill("mine-alone1");
  await page.keyboard.press("Enter");
  await expect(settings.getByText("It is your e-mail address, your name or your store's name.")).toBeVisible();

  // Leaving asks first, and what was typed is still there.
  await page.keyboard.press("Escape");
  const asked = page.getByRole("dialog", { name: "Discard changes?" });
  expect(await findAccessFaults(page)).toEqual([]);
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await expect(current).toHaveValue("not my password");

  await settings.getByLabel("New password", { exact: true }).fill("three green kettles");
  await settings.getByLabel("New password again").fill("three green kettles");
  await page.keyboard.press("Enter");
  await expect(settings.getByText("This is not your current password")).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);
  await current.fill(password);
  await page.keyboard.press("Enter");
  await expect(settings.getByText("Password changed. You were signed out on one other device.")).toBeVisible();
  await expect(current).toHaveValue("");
  await expect.poll(atLogin).toBe(2);
  await expect(phone.getByText("Your session has ended. Sign in to go on where you were")).toBeVisible();
  expect((await desk.mailbox.next(email)).subject).toBe("Your Deskhand password was changed");
  await page.reload();
  await expect(settings).toBeVisible();

  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Password", { exact: true }).fill("three green kettles");
  await phone.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(phone.getByRole("button", { name: "Settings" })).toBeVisible();
});

test("nothing of mine is left on the screen once somebody else signs in in my browser", async () => {
  const [mine, theirs] = [await desk.newStore("mine-before"), await desk.newStore("theirs-now")];
  const { page, browser, address, ticketsPath } = mine;
  await desk
    .newCustomer("Nora Lind", "nora@before.example")
    .writes({ to: address, subject: "Between us", text: "Shh." });
  await page.goto(ticketsPath);
  await expect(listedTickets(page, "Between us")).toHaveCount(1);
  const { email, password } = theirs;
  await signIn(desk, browser, email, password);
  const other = await browser.newPage();
  await other.goto(ticketsPath);
  await expect(other.getByText("No active tickets found")).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("No active tickets found")).toBeVisible();

  // Kept by the browser when it was left, and brought back.
  const loaded = page.waitForEvent("load");
  await page.evaluate(() => setTimeout(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))));
  await loaded;
});
