import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { passOnAsGmail } from "./pass-on-as-gmail.ts";
import { seesAfter } from "./sees-after.ts";
import { sendAtOnce } from "./send-at-once.ts";
import { linkIn } from "./sign-up-store.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();
const email = "mara@north-lamps.example";
const password = "a lamp for every desk";

test("from the landing page to the first ticket of a new store, answered by a colleague in the store's look", async () => {
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
  // A scanner's look at the link, without a browser and with one, is no confirmation.
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
  await expect(page.getByText("No active tickets found")).toBeVisible();
  const customer = desk.newCustomer("Jo Reader", "jo@reader.example");
  const address = (await page.getByText(/^help\+\w+@/).textContent()) ?? "";
  await customer.writes({ to: address, subject: "My lamp flickers", text: "It flickers at night." });
  await expect(page.getByRole("link", { name: "My lamp flickers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Active Tickets (1)" })).toBeVisible();
  await expect(page.getByText("Ticket: 0001", { exact: true })).toBeVisible();

  // The colleague answers, and the customer sees the store.
  await sendAtOnce(colleague.request);
  await colleague.goto("/dashboard/tickets");
  await (await openTicket(colleague, "My lamp flickers")).reply("A new cable is on its way to you.");
  const answer = await desk.mailbox.next(customer.email);
  expect([answer.subject, answer.from?.value[0]?.name]).toEqual([
    "Re: My lamp flickers [Ticket: 0001]",
    "North Lamps Care",
  ]);
  expect(answer.html).toContain("linear-gradient(135deg, #0f766e 0%, #764ba2 100%)");
  expect(answer.text).toMatch(/^A new cable is on its way to you\.\n\n-- \nWarmly,\nthe lamp people\nTicket: 0001\n/);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(firstSteps(page).getByText("5 of 6 done")).toBeVisible();
  await expect(firstSteps(page).getByRole("link")).toHaveText(["Connect your Shopify store"]);
});

const firstSteps = (page: Page) => page.getByRole("region", { name: "First steps" });

/** Says that the name is right that was made of the address. */
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

/** Has the desk mail a test to the merchant's own address, whose mailbox passes it on. */
async function testForwarding(page: Page): Promise<void> {
  await firstSteps(page).getByRole("link", { name: "Forward your support email" }).click();
  const dialog = page.getByRole("dialog", { name: "Email Integration & Customization" });
  await dialog.getByLabel("Address your customers write to").fill("support@north-lamps.example");
  await dialog.getByRole("button", { name: "Send Test Email" }).click();
  await passOnAsGmail(desk, "support@north-lamps.example", await supportAddress(page));
  await expect(dialog.getByText("Your forwarding works.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("link", { name: "Dashboard" }).click();
}

/** Invites somebody, who joins by the mail; gives their browser's page. */
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

test("a known address is treated as a new one is, and its owner is warned by mail", async () => {
  const page = await desk.newPage();
  await page.goto("/login?mode=sign-up");
  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill("somebody else's try");
  await page.getByRole("button", { name: "Create Account", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");
  expect((await desk.mailbox.next(email)).text).toContain("already");
});

test("who is signed out is led to the sign-in and back to where they were", async () => {
  const page = await desk.newPage();
  await page.goto("/dashboard/tickets?status=open");
  await expect(page).toHaveURL(/\/login/);

  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill("not the password");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  const fault = page.getByRole("alert");
  await expect(fault).toHaveText("Invalid email or password");
  await expect(fault).toHaveCSS("color", "rgb(255, 99, 105)");

  await page.getByPlaceholder("Enter your password").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/dashboard/tickets?status=open");
  await expect(page.getByRole("heading", { name: "Active Tickets (1)" })).toBeVisible();

  await page.goto("/login");
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/login");
});

test("Remember me keeps one signed in after the browser was closed; without it one is not", async () => {
  const signIn = async (remembered: boolean) => {
    const page = await desk.newPage();
    await page.goto("/login");
    await page.getByPlaceholder("Enter your email").fill(email);
    await page.getByPlaceholder("Enter your password").fill(password);
    if (remembered) await page.getByRole("checkbox", { name: "Remember me" }).check();
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page).toHaveURL("/dashboard");
    const { cookies } = await page.context().storageState();
    // A closed browser keeps the cookies that have an end of their own.
    const reopened = await desk.newBrowser();
    await reopened.addCookies(cookies.filter(({ expires }) => expires > 0));
    return reopened.newPage();
  };
  const remembered = await signIn(true);
  await remembered.goto("/dashboard");
  await expect(remembered.getByText(email)).toBeVisible();
  const forgotten = await signIn(false);
  await forgotten.goto("/dashboard");
  await expect(forgotten).toHaveURL("/login");
});
