import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signIn } from "./sign-in.ts";
import type { Store } from "./sign-up-store.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const email = "lea@moreau.example";
const rows = (page: Page) => page.getByRole("list", { name: "Customers" }).getByRole("listitem");

test("an agent opens a ticket for a new customer, by keyboard, once, even offline; answers thread, and the customer stays", async () => {
  const store = await desk.newStore("first-word");
  const elsewhere = await desk.newBrowser();
  await signIn(desk, elsewhere, store.email, store.password);
  const colleague = await elsewhere.newPage();
  await colleague.goto("/dashboard/customers");
  await expect(colleague.getByText("No customers have been synced yet.", { exact: false })).toBeVisible();

  await openForSomebodyNew(store);
  await answerBack(store.page);
  await expect(rows(colleague)).toHaveCount(1);
  await expect(rows(colleague)).toContainText("Léa Moreau");
  await keepCustomer(store.page, colleague);
});

/** Fills in the dialog by keyboard as far as possible, and sends it while a response gets lost. */
async function openForSomebodyNew({ page, browser, ticketsPath }: Store): Promise<void> {
  await page.goto(ticketsPath);
  await page.getByRole("button", { name: "New Ticket" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Support Ticket" });
  await expect(dialog.getByRole("combobox", { name: "Customer" })).toBeFocused();
  await page.keyboard.type(email);
  await expect(dialog.getByText("No customer found")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Email Address")).toHaveValue(email);
  const create = dialog.getByRole("button", { name: "Create Support Ticket" });
  await create.click();
  await expect(dialog.getByRole("alert")).toContainText("Please fill in all required fields");
  await expect(dialog.getByRole("textbox", { name: "Subject" })).toBeFocused();
  await page.keyboard.type("Your lamp is back in stock");
  await dialog.getByLabel("Full Name").fill("Léa Moreau");
  await dialog.getByRole("button", { name: "High", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Category" }).selectOption("Product Support");
  await dialog.getByLabel("Due date").fill("2031-05-04");
  const message = dialog.getByRole("textbox", { name: "Message" });
  await message.fill("x".repeat(501));
  await message.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toContainText("Message is too long (maximum 500 characters)");
  await message.fill("The lamp you asked for is back.");
  await dialog.getByRole("checkbox", { name: "Send this message to the customer by e-mail" }).check();

  // Typed text survives closing, a reload and being offline.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.goto(`${ticketsPath}?new=ticket`);
  await expect(message).toHaveValue("The lamp you asked for is back.");
  await browser.setOffline(true);
  await create.click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to create ticket: Deskhand could not be reached");
  await browser.setOffline(false);

  let isLost = false;
  await page.route("**/api/tickets", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await create.dblclick();
  const ticket = ticketScreen(page);
  await expect(ticket.dialog.getByRole("heading", { name: "Ticket: 0001" })).toBeVisible();
  await expect(dialog).toBeHidden();
  const first = ticket.message("The lamp you asked for is back.");
  await expect(first).toContainText("Olive Owner");
  await expect(first.getByText("Sent", { exact: true })).toBeVisible();
  expect(isLost).toBe(true);
}

async function answerBack(page: Page): Promise<void> {
  const ticket = ticketScreen(page);
  const mail = await desk.mailbox.next(email);
  expect(mail.subject).toBe("Your lamp is back in stock [Ticket: 0001]");
  expect(mail.text).toMatch(/^The lamp you asked for is back\./);
  await desk.newCustomer("Léa Moreau", email).replies(mail, "Lovely, I take it.");
  await expect(ticket.message("Lovely, I take it.")).toContainText("From: Léa Moreau");
  // When a colleague of the customer replies, the sender stands beside the name.
  await desk.newCustomer("Paul", "paul@moreau.example").replies(mail, "And one for me.");
  await expect(ticket.message("And one for me.")).toContainText("From: Paul <paul@moreau.example>");
  await ticket.close();
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
  expect(desk.mailbox.all(email)).toHaveLength(1);
}

/** Opens a second ticket over its customer, who is renamed, and cannot be deleted while there are tickets. */
async function keepCustomer(page: Page, colleague: Page): Promise<void> {
  await page.goto("/dashboard/customers");
  await rows(page).getByRole("link", { name: "View Details" }).click();
  const customer = page.getByRole("dialog", { name: "Customer: Léa Moreau" });
  await customer.getByTitle("Click to create a ticket for this customer").click();
  const opening = page.getByRole("dialog", { name: "Create New Support Ticket" });
  await expect(opening.getByLabel("Full Name")).toHaveValue("Léa Moreau");
  await opening.getByLabel("Subject").fill("Second thoughts");
  await opening.getByRole("textbox", { name: "Message" }).fill("Noted by phone.");
  await opening.getByRole("button", { name: "Create Support Ticket" }).click();
  const ticket = ticketScreen(page);
  await expect(ticket.message("Noted by phone.")).toContainText("Not e-mailed");
  await ticket.close();
  await expect(customer.getByRole("list", { name: "Active tickets" })).toContainText("Second thoughts");

  await customer.getByRole("button", { name: "Edit" }).click();
  await customer.getByLabel("Full Name").fill("<script>alert(1)</script>");
  await customer.getByRole("button", { name: "Save Changes" }).click();
  const renamed = page.getByRole("dialog", { name: "Customer: <script>alert(1)</script>" });
  await expect(renamed.getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(rows(colleague)).toContainText("<script>alert(1)</script>");
  await renamed.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete Customer..." }).click();
  const question = page.getByRole("dialog", { name: /^Delete .+\?$/ });
  await expect(question).toContainText("has 2 tickets, so they cannot be deleted");
  await question.getByRole("link", { name: "View Tickets" }).click();
  await expect(page).toHaveURL(/\/dashboard\/tickets\?customer=lea%40moreau\.example/);
  await expect(page.getByRole("main").getByText("Showing 2 of 2 tickets")).toBeVisible();
}
