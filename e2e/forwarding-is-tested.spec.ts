import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { passOnAsGmail } from "./pass-on-as-gmail.ts";
import { seesAfter } from "./sees-after.ts";
import { linkIn } from "./sign-up-store.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();
const lookAt = openLook();

test("a merchant sets up forwarding by the guide, sees a test come back, and proves an address of their own", async () => {
  const { browser, page, address } = await desk.newStore("forward-farm");
  await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/dashboard/admin?view=email");
  await page.getByRole("button", { name: "Setup Integration" }).click();
  const dialog = page.getByRole("dialog", { name: "Email Integration & Customization" });
  await expect(dialog.getByRole("heading", { name: "Your Deskhand Email Address" })).toBeVisible();
  await seesAfter(() => dialog.getByRole("button", { name: "Copy Email" }).click(), dialog, "Copied!");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(dialog.getByRole("button", { name: "Copy Email" })).toBeVisible();

  // One guide at a time, and a click on the open one closes it.
  const guide = (name: string) => dialog.getByRole("button", { name });
  const steps = (name: string) => dialog.getByRole("region", { name }).locator("ol > li");
  await guide("Proton Mail").click();
  await expect(steps("Proton Mail")).toHaveCount(7);
  await expect(dialog.getByText("Paid Plan Required")).toBeVisible();
  await guide("Outlook / Microsoft 365").click();
  await expect(steps("Outlook / Microsoft 365")).toHaveCount(7);
  await expect(steps("Proton Mail")).toHaveCount(0);
  await guide("Outlook / Microsoft 365").click();
  await expect(steps("Outlook / Microsoft 365")).toHaveCount(0);
  await guide("Gmail").click();
  await expect(steps("Gmail")).toHaveCount(7);
  await expect(dialog.getByText("appear here as soon as its mail arrives")).toBeVisible();

  const gmail = desk.newCustomer("Gmail Team", "forwarding-noreply@google.com");
  await gmail.writes({
    to: address,
    subject: "(#123456789) Gmail Forwarding Confirmation - Receive Mail from support@forward-farm.example",
    text: "Confirmation code: 123456789\n\nhttps://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abc\n",
  });
  await expect(dialog.getByText("Confirmation code: 123456789")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Confirm at Google" })).toHaveAttribute(
    "href",
    /mail-settings\.google\.com/,
  );
  await lookAt(page, "email-integration-guide");

  // The mailbox passes the test on as Gmail does.
  const support = "support@forward-farm.example";
  await dialog.getByLabel("Address your customers write to").fill(support);
  await dialog.getByRole("button", { name: "Send Test Email" }).click();
  const step = (id: string) => dialog.locator(`[data-step=${id}]`);
  await expect(step("sent")).toHaveAttribute("data-state", "done");
  await expect(step("returned")).toContainText("1–2 minutes");
  await passOnAsGmail(desk, support, address);
  await expect(step("ticket")).toHaveAttribute("data-state", "done");
  await expect(dialog.getByText("Your forwarding works.")).toBeVisible();
  await step("returned").scrollIntoViewIfNeeded();
  await lookAt(page, "email-integration-test-passed");

  await dialog.getByLabel("Your own support address").fill(support);
  await dialog.getByRole("button", { name: "Verify Address" }).click();
  await expect(dialog.getByText("Not confirmed yet")).toBeVisible();
  const asked = await desk.mailbox.next(support);
  await page.goto(linkIn(asked.text));
  await expect(dialog.getByText(`Confirm ${support}?`)).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm this address" }).click();
  await expect(dialog.getByText("Verified", { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/confirm=/);
  await dialog.getByText("Verified", { exact: true }).scrollIntoViewIfNeeded();
  await lookAt(page, "email-integration-own-address");

  await dialog.getByRole("tab", { name: "Email Customization" }).click();
  await dialog.getByLabel("Sender Name").fill("Forward Farm Care");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog", { name: "Discard changes?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByRole("tab", { name: "Integration Setup" }).click();
  await dialog.getByRole("tab", { name: "Email Customization" }).click();
  await expect(dialog.getByLabel("Sender Name")).toHaveValue("Forward Farm Care");
  await seesAfter(
    () => dialog.getByRole("button", { name: "Save Email Settings" }).click(),
    dialog,
    "Email settings saved successfully!",
  );

  // Of test and question no ticket was made; Gmail's mail is one.
  await dialog.getByRole("tab", { name: "Integration Setup" }).click();
  await dialog.getByRole("link", { name: "View My Tickets" }).click();
  await expect(page).toHaveURL(/\/dashboard\/tickets/);
  await expect(listedTickets(page, "Gmail Forwarding Confirmation")).toBeVisible();
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
});
