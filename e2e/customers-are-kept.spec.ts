import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { openLook } from "./look-at.ts";
import { signIn } from "./sign-in.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";

const desk = await openDesk();
const look = openLook();

const rows = (page: Page) => page.getByRole("list", { name: "Customers" }).getByRole("listitem");
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name: `Customer: ${name}` });

test("a customer is added, gets a ticket, is edited, and is deleted only without tickets; colleagues see it live", async () => {
  const { page, email, password, address } = await desk.newStore("customers-kept");
  await page.goto("/dashboard/customers");
  await expect(page.getByText("No customers have been synced yet.", { exact: false })).toBeVisible();
  await look(page, "customers-empty", [1440]);
  const elsewhere = await desk.newBrowser();
  await signIn(desk, elsewhere, email, password);
  const other = await elsewhere.newPage();
  await other.goto("/dashboard/customers");
  await expect(other.getByText("No customers have been synced yet.", { exact: false })).toBeVisible();

  await page.getByRole("button", { name: "New Customer" }).click();
  const form = page.getByRole("dialog", { name: "New Customer" });
  await expect(form.getByLabel("Full Name")).toBeFocused();
  await form.getByRole("button", { name: "Create Customer" }).click();
  await expect(form.getByText("Customer email is required")).toBeVisible();
  await expect(form.getByLabel("Email Address")).toBeFocused();
  await form.getByLabel("Full Name").fill("<script>alert(1)</script>");
  // What is typed is not lost by a slip.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await form.getByLabel("Email Address").fill("Odd@Customers.example");
  await form.getByLabel("Phone").fill("+353 1 234 5678");
  await form.getByRole("button", { name: "Create Customer" }).dblclick();
  const dialog = dialogOf(page, "<script>alert(1)</script>");
  await expect(dialog.getByText("This customer has no tickets.")).toBeVisible();
  await expect(dialog.getByText("Not linked")).toBeVisible();
  await expect(rows(other)).toHaveCount(1);
  await expect(rows(other)).toContainText("odd@customers.example");
  expect(await findAccessFaults(page)).toEqual([]);

  // The ticket lies over the customer, whom closing it comes back to.
  await dialog.getByTitle("Click to create a ticket for this customer").click();
  const opening = page.getByRole("dialog", { name: "Create New Support Ticket" });
  await expect(opening.getByLabel("Full Name")).toHaveValue("<script>alert(1)</script>");
  await opening.getByLabel("Subject").fill("Lamp");
  await opening.getByRole("textbox", { name: "Message" }).fill("It flickers.");
  await opening.getByRole("button", { name: "Create Support Ticket" }).click();
  const ticket = page.getByRole("dialog", { name: "Ticket: 0001" });
  await expect(ticket).toBeVisible();
  await page.reload();
  await expect(ticket).toBeVisible();
  await expect(dialog).toBeVisible();
  await ticket.getByRole("button", { name: "Close", exact: true }).click();
  await expect(ticket).toBeHidden();
  await expect(dialog.getByRole("list", { name: "Active tickets" })).toContainText("Lamp");

  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Full Name").fill("Odd Name");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  const renamed = dialogOf(page, "Odd Name");
  await expect(renamed.getByRole("button", { name: "Edit" })).toBeFocused();
  await expect(rows(other)).toContainText("Odd Name");

  await renamed.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete Customer..." }).click();
  await expect(page.getByText("Odd Name has 1 ticket, so they cannot be deleted", { exact: false })).toBeVisible();
  await page.getByRole("dialog", { name: "Delete Odd Name?" }).getByRole("link", { name: "View Tickets" }).click();
  await expect(page).toHaveURL(/\/dashboard\/tickets\?customer=odd%40customers\.example/);
  await expect(page.getByRole("main").getByText("Showing 1 of 1 tickets")).toBeVisible();

  // Whom a mail brings is there as well, and may go again once they are not needed.
  await desk.newCustomer("Frida Falk", "frida@falk.example").writes({ to: address, subject: "Hi", text: "Hello." });
  await expect(rows(other)).toHaveCount(2);
});

test("customers are searched as one types, by keyboard, and found again by their address", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.goto("/dashboard/customers");
  await expect(page.getByRole("heading", { name: "Shopify Customers", level: 1 })).toBeVisible();
  await rows(page).first().waitFor();
  await look(page, "customers");
  await page.getByLabel("Search customers").pressSequentially("aoife");
  await expect(page.getByRole("main").getByText("Showing 1 customer")).toBeVisible();
  await expect(page).toHaveURL(/\?q=aoife/);
  await page.getByLabel("Customers shown").selectOption("Non-Shopify Customers");
  await expect(page.getByText("Try adjusting your search terms")).toBeVisible();
  await page.getByRole("button", { name: "Clear Search", exact: true }).click();
  await page.getByLabel("Customers shown").selectOption("Shopify Customers");
  await expect(page.getByRole("list", { name: "Customers" }).and(page.locator("[aria-busy=false]"))).toBeVisible();
  await expect(rows(page).nth(1)).toBeVisible();
  await page.getByRole("button", { name: "Hide Filters" }).click();
  await expect(page.getByLabel("Search customers")).toBeHidden();

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Customer: / });
  await expect(dialog.getByText("Order Statistics")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Orders" }).getByRole("listitem").first()).toBeVisible();
  await look(page, "customer");
  await dialog.getByRole("button", { name: "Edit" }).click();
  await look(page, "customer-edit", [390]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rows(page).nth(1).getByRole("link", { name: "View Details" })).toBeFocused();

  // From the palette, over any section.
  await page.goto("/dashboard/reports");
  await page.getByRole("heading", { name: "Reports" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("aoife brennan");
  await page.getByRole("group", { name: "Customers" }).getByRole("option").click();
  await expect(dialogOf(page, "Aoife Brennan")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/reports\?customerId=/);
  await page.goto("/dashboard/customers?customerId=nobody");
  await expect(page.getByText("Customer not found or access denied")).toBeVisible();
});

test("what cannot be fetched is said, and can be tried again", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  await page.route(/\/api\/customers/, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/dashboard/customers");
  await expect(page.getByRole("alert").filter({ hasText: "Failed to fetch customers" })).toBeVisible();
  await page.unroute(/\/api\/customers/);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(rows(page).first()).toBeVisible();
});
