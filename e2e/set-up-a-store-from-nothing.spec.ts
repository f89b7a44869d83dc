import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { passOnAsGmail } from "./pass-on-as-gmail.ts";
import { seesAfter } from "./sees-after.ts";
import { sendAtOnce } from "./send-at-once.ts";
import { enterPassword } from "./sign-in.ts";
import { linkIn } from "./sign-up-store.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();
const email = "mara@north-lamps.example";
const password = "a lamp for every desk";
const support = "support@north-lamps.example";

test("a new store goes from the landing page to its first ticket, which a colleague answers in the store's look; then out and in again", async () => {
  const page = await desk.newPage();
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Get Started", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(page.getByText("Join Deskhand today")).toBeVisible();

  await page.getByPlaceholder("Enter your email").fill(email);
  const secret = page.getByPlaceholder("Enter your password");
  await secret.fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(secret).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Create Account", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");

  const confirmation = await desk.mailbox.next(email);
  expect(confirmation.text).toContain("Somebody signed up on");
  const link = linkIn(confirmation.text);
  // A mail scanner that opens the link, without a browser or with one, does not confirm it.
  await page.request.get(link);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your e-mail address" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  expect((await page.request.get("/api/me")).status()).toBe(401);
  await page.getByPlaceholder("Enter your password").fill("not that password");
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page.getByRole("alert")).toHaveText("This is not the password that you chose when you signed up");
  await page.getByPlaceholder("Enter your password").fill(password);
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("admin", { exact: true })).toBeVisible();

  await nameStore(page);
  await brand(page);
  await testForwarding(page);
  const colleague = await inviteColleague(page);

  await page.getByRole("link", { name: "Tickets" }).click();
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
  const customer = desk.newCustomer("Jo Reader", "jo@reader.example");
  await customer.writes({ to: await supportAddress(page), subject: "My lamp flickers", text: "It flickers at night." });
  await expect(page.getByRole("link", { name: "My lamp flickers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Active Tickets (2)" })).toBeVisible();

  // The colleague answers, and the customer sees the store's look.
  await sendAtOnce(colleague.request);
  await colleague.goto("/dashboard/tickets");
  await (await openTicket(colleague, "My lamp flickers")).reply("A new cable is on its way to you.");
  const answer = await desk.mailbox.next(customer.email);
  expect([answer.subject, answer.from?.value[0]?.name]).toEqual([
    "Re: My lamp flickers [Ticket: 0002]",
    "North Lamps Care",
  ]);
  expect(answer.html).toContain("linear-gradient(135deg, #0f766e 0%, #764ba2 100%)");
  expect(answer.text).toMatch(/^A new cable is on its way to you\.\n\n-- \nWarmly,\nthe lamp people\nTicket: 0002\n/);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(firstSteps(page).getByText("5 of 7 done")).toBeVisible();
  await expect(firstSteps(page).getByRole("link")).toHaveText(["Tell your own name", "Connect your Shopify store"]);
  await firstSteps(page).getByRole("button", { name: "Dismiss the first steps" }).click();
  await expect(firstSteps(page)).toHaveCount(0);
  await goOutAndIn(page);
});

const firstSteps = (page: Page) => page.getByRole("region", { name: "First steps" });

/** Confirms the name that was made from the address. */
async function nameStore(page: Page): Promise<void> {
  await firstSteps(page).getByRole("link", { name: "Name your store" }).click();
  await page.getByRole("button", { name: "Edit store name" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Edit store name" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(firstSteps(page).getByRole("link", { name: "Name your store" })).toHaveCount(0);
}

async function brand(page: Page): Promise<void> {
  await firstSteps(page).getByRole("link", { name: "Brand your emails" }).click();
  await page.getByLabel("Sender Name").fill("North Lamps Care");
  await page.getByLabel("Primary Color", { exact: true }).fill("#0f766e");
  await page.getByLabel("Signature HTML").fill("<p>Warmly,<br>the lamp people</p>");
  const preview = page.frameLocator('iframe[title="Preview: Automatic mail"]');
  await expect(preview.getByText("the lamp people")).toBeVisible();
  await seesAfter(
    () => page.getByRole("button", { name: "Save Settings" }).click(),
    page,
    "Email settings saved successfully!",
  );
  await page.getByRole("link", { name: "Dashboard" }).click();
}

/**
 * Follows the guide: Gmail's question appears at once, a test comes back when the merchant's mailbox forwards it, and the address
 * belongs to the store once its owner confirms.
 */
async function testForwarding(page: Page): Promise<void> {
  await firstSteps(page).getByRole("link", { name: "Forward your support email" }).click();
  const dialog = page.getByRole("dialog", { name: "Email Integration & Customization" });
  await dialog.getByRole("button", { name: "Gmail" }).click();
  await expect(dialog.getByRole("region", { name: "Gmail" }).locator("ol > li")).toHaveCount(7);
  const gmail = desk.newCustomer("Gmail Team", "forwarding-noreply@google.com");
  const to = await supportAddress(page);
  await gmail.writes({
    to,
    subject: `(#123456789) Gmail Forwarding Confirmation - Receive Mail from ${support}`,
    text: "Confirmation code: 123456789\n\nhttps://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abc\n",
  });
  await expect(dialog.getByText("Confirmation code: 123456789")).toBeVisible();
  await look(page, "email-integration-guide");

  await dialog.getByLabel("Address your customers write to").fill(support);
  await dialog.getByRole("button", { name: "Send Test Email" }).click();
  await expect(dialog.locator("[data-step=sent]")).toHaveAttribute("data-state", "done");
  await passOnAsGmail(desk, support, to);
  await expect(dialog.locator("[data-step=ticket]")).toHaveAttribute("data-state", "done");
  await expect(dialog.getByText("Your forwarding works.")).toBeVisible();

  await dialog.getByLabel("Your own support address").fill(support);
  await dialog.getByRole("button", { name: "Verify Address" }).click();
  await expect(dialog.getByText("Not confirmed yet")).toBeVisible();
  await page.goto(linkIn((await desk.mailbox.next(support)).text));
  await dialog.getByRole("button", { name: "Confirm this address" }).click();
  await expect(dialog.getByText("Verified", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("link", { name: "Dashboard" }).click();
}

/** Invites a person, who joins by the mail; returns that person's page. */
async function inviteColleague(page: Page): Promise<Page> {
  await firstSteps(page).getByRole("link", { name: "Invite a colleague" }).click();
  await page.getByRole("button", { name: "Invite Team Member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Team Member" });
  await dialog.getByLabel("Email Address").fill("ben@north-lamps.example");
  await dialog.getByLabel("Full Name").fill("Ben Bright");
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  const mail = await desk.mailbox.next("ben@north-lamps.example");
  expect(mail.subject).toBe("You are invited to the help desk of North Lamps");
  const ben = await desk.newPage();
  await ben.goto(linkIn(mail.text));
  await ben.getByPlaceholder("Choose a password").fill("another lamp, another desk");
  await ben.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(ben).toHaveURL("/dashboard");
  await expect(ben.getByText("agent", { exact: true })).toBeVisible();
  await expect(firstSteps(ben)).toHaveCount(0);
  return ben;
}

/** Signs out: nothing is accessible any more, and signing in leads back to the wanted page. */
async function goOutAndIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/dashboard/tickets?status=open");
  await expect(page).toHaveURL(/\/login/);
  await enterPassword(page, email, password);
  await expect(page).toHaveURL("/dashboard/tickets?status=open");
}
