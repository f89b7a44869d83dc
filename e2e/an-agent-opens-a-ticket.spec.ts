import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();

test("an agent opens a ticket for somebody new, by keyboard; the mail arrives and its answer threads", async () => {
  const { page, ticketsPath } = await desk.newStore("first-word");
  await page.goto(ticketsPath);
  await page.getByRole("button", { name: "New Ticket" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Support Ticket" });
  await expect(page).toHaveURL(/new=ticket/);
  const picker = dialog.getByRole("combobox", { name: "Customer" });
  await expect(picker).toBeFocused();
  await page.keyboard.type("lea@moreau.example");
  await expect(dialog.getByText("No customer found")).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Email Address")).toHaveValue("lea@moreau.example");

  await dialog.getByRole("button", { name: "Create Support Ticket" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Error Creating Ticket");
  await expect(dialog.getByRole("alert")).toContainText("Please fill in all required fields");
  await expect(dialog.getByRole("textbox", { name: "Subject" })).toBeFocused();
  await page.keyboard.type("Your lamp is back in stock");
  await dialog.getByLabel("Full Name").fill("Léa Moreau");
  await dialog.getByRole("button", { name: "High", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Category" }).selectOption("Product Support");
  await dialog.getByLabel("Due date").fill("2031-05-04");
  const message = dialog.getByRole("textbox", { name: "Message" });
  await message.fill("x".repeat(501));
  await expect(dialog.getByText("501 / 500 characters")).toBeVisible();
  await message.press("Control+Enter");
  await expect(dialog.getByRole("alert")).toContainText("Message is too long (maximum 500 characters)");
  await message.fill("The lamp you asked for is back.");
  await dialog.getByRole("checkbox", { name: "Send this message to the customer by e-mail" }).check();
  expect(await findAccessFaults(page)).toEqual([]);

  // What was written outlasts closing, and a reload.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "New Ticket" })).toBeFocused();
  await page.goto(`${ticketsPath}?new=ticket`);
  await expect(message).toHaveValue("The lamp you asked for is back.");
  await expect(dialog.getByLabel("Email Address")).toHaveValue("lea@moreau.example");

  // A response that is lost on the way makes no second ticket.
  let isLost = false;
  await page.route("**/api/tickets", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Create Support Ticket" }).dblclick();
  const ticket = ticketScreen(page);
  await expect(ticket.dialog).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(ticket.dialog.getByRole("heading", { name: "Ticket: 0001" })).toBeVisible();
  await expect(ticket.message("The lamp you asked for is back.")).toContainText("Olive Owner");
  await expect(ticket.message("The lamp you asked for is back.").getByText("Sent", { exact: true })).toBeVisible();
  expect(isLost).toBe(true);

  const mail = await desk.mailbox.next("lea@moreau.example");
  expect(mail.subject).toBe("Your lamp is back in stock [Ticket: 0001]");
  expect(mail.text).toMatch(/^The lamp you asked for is back\./);
  await desk.newCustomer("Léa Moreau", "lea@moreau.example").replies(mail, "Lovely, I take it.");
  await expect(ticket.message("Lovely, I take it.")).toContainText("From: Léa Moreau");
  // A colleague of hers replies: whose mail it is, stands beside the name.
  await desk.newCustomer("Paul", "paul@moreau.example").replies(mail, "And one for me.");
  await expect(ticket.message("And one for me.")).toContainText("From: Paul <paul@moreau.example>");
  await ticket.close();
  await expect(page.getByText("Showing 1 of 1 tickets")).toBeVisible();
  expect(desk.mailbox.all("lea@moreau.example")).toHaveLength(1);

  await page.getByRole("button", { name: "New Ticket" }).click();
  await expect(dialog.getByRole("textbox", { name: "Subject" })).toHaveValue("");
  await picker.fill("moreau");
  await dialog.getByRole("option", { name: /Léa Moreau/ }).click();
  await expect(dialog.getByText("lea@moreau.example")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Second thoughts");
  await message.fill("Noted by phone.");
  await message.press("Control+Enter");
  await expect(ticket.message("Noted by phone.")).toContainText("Not e-mailed");
});

test("a ticket that cannot be made while offline says so and keeps every word", async () => {
  const { page, ticketsPath, browser } = await desk.newStore("no-signal");
  await page.goto(`${ticketsPath}?new=ticket`);
  const dialog = page.getByRole("dialog", { name: "Create New Support Ticket" });
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Thrown away");
  await dialog.getByRole("button", { name: "Clear form" }).click();
  await expect(dialog.getByRole("textbox", { name: "Subject" })).toHaveValue("");
  await dialog.getByRole("combobox", { name: "Customer" }).fill("Ida");
  await dialog.getByRole("option", { name: /New customer/ }).click();
  await expect(dialog.getByLabel("Full Name")).toHaveValue("Ida");
  await dialog.getByLabel("Email Address").fill("ida at home");
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Call back");
  await dialog.getByRole("textbox", { name: "Message" }).fill("She called at noon.");
  const create = dialog.getByRole("button", { name: "Create Support Ticket" });
  await create.click();
  await expect(dialog.getByRole("alert")).toContainText("Please enter a valid email address");
  await expect(dialog.getByLabel("Email Address")).toBeFocused();
  await dialog.getByLabel("Email Address").fill("ida@home.example");
  await browser.setOffline(true);
  await create.click();
  await expect(dialog.getByRole("alert")).toContainText("Failed to create ticket: Deskhand could not be reached");
  await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveValue("She called at noon.");
  await browser.setOffline(false);
  await create.click();
  await expect(ticketScreen(page).message("She called at noon.")).toBeVisible();
  expect(desk.mailbox.all("ida@home.example")).toEqual([]);
});
