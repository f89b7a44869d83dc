import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("a canned response is written, used, filled in and sent", async () => {
  const { page, address, ticketsPath } = await desk.newStore("canned-goods");
  const nora = desk.newCustomer("Nora Lind", "nora@lind.example");
  await nora.writes({ to: address, subject: "Lost parcel", text: "My parcel has not arrived." });
  // As when the network fails, or the server was updated since the page was loaded.
  const code = "**/assets/canned-responses-dialog*";
  await page.route(code, (route) => route.abort());
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Lost parcel");
  await ticket.composer.fill("Half a thought");
  const open = ticket.dialog.getByRole("button", { name: "Canned Responses" });
  await open.click();
  await expect(page.getByText("This part of Deskhand could not be loaded")).toBeVisible();
  await expect(ticket.composer).toHaveValue("Half a thought");

  const picker = page.getByRole("dialog", { name: "Canned Responses" });
  await page.unroute(code);
  await expect(picker.getByRole("article")).toHaveCount(5);

  // Its code comes by itself, so that it opens without a network too, and says what is missing.
  const loaded = page.waitForResponse(code);
  await page.reload();
  await loaded;
  // And all that it is made of.
  await page.waitForLoadState("networkidle");
  await expect(ticket.composer).toHaveValue("Half a thought");
  await page.context().setOffline(true);
  await open.click();
  await expect(picker.getByText("Deskhand could not be reached")).toBeVisible();
  await page.context().setOffline(false);
  await expect(picker.getByRole("article")).toHaveCount(5);
  await expect(picker.getByPlaceholder("Search responses...")).toBeFocused();
  expect(await findAccessFaults(page)).toEqual([]);
  await picker.getByPlaceholder("Search responses...").fill("nothing like this");
  await expect(picker.getByText("No responses found")).toBeVisible();
  await picker.getByPlaceholder("Search responses...").fill("");

  await picker.getByRole("button", { name: "New Response" }).click();
  const editor = page.getByRole("dialog", { name: "Create New Response" });
  const create = editor.getByRole("button", { name: "Create Response" });
  await expect(create).toBeDisabled();
  await editor.getByLabel("Title").fill("We look for it");
  await page.keyboard.press("Escape");
  await picker.getByRole("button", { name: "New Response" }).click();
  await expect(editor.getByLabel("Title")).toHaveValue("We look for it");
  await editor.getByLabel("Category").fill("Lost & Found");
  await editor
    .getByRole("textbox", { name: "Content" })
    .fill("Hi {{customer.first_name}}, we look for {{order.name}}. {{agent.name}}");
  await editor.getByLabel("Tags", { exact: true }).fill(" lost ");
  await page.keyboard.press("Enter");
  await expect(editor.getByRole("button", { name: "Remove tag lost" })).toBeVisible();
  expect(await findAccessFaults(page)).toEqual([]);
  await editor.getByLabel("Tags", { exact: true }).fill("parcel");
  await create.click();
  await expect(editor).toBeHidden();
  await expect(picker.getByRole("article", { name: "We look for it" })).toContainText("#lost#parcel");

  await picker.getByRole("combobox", { name: "Category" }).press("ArrowDown");
  await expect(picker.getByRole("combobox", { name: "Category" })).toBeFocused();
  await picker.getByRole("combobox", { name: "Category" }).selectOption("Lost & Found");
  await expect(picker.getByRole("article")).toHaveCount(1);
  await picker.getByRole("button", { name: "Use Response: We look for it" }).click();
  await expect(picker).toBeHidden();
  await expect(ticket.composer).toHaveValue(/^Hi Nora, we look for \{\{order\.name\}\}\. /);
  await ticket.dialog.getByRole("button", { name: "Undo" }).click();
  await expect(ticket.composer).toHaveValue("Half a thought");

  await ticket.composer.fill("");
  await ticket.composer.press("/");
  const quick = ticket.dialog.getByRole("combobox", { name: "Canned response" });
  await expect(quick).toBeFocused();
  await page.keyboard.type("we look");
  await expect(ticket.dialog.getByRole("listbox", { name: "Responses" }).getByRole("option")).toHaveCount(1);
  expect(await findAccessFaults(page)).toEqual([]);
  // While a word is composed, as of Japanese, Enter and Escape are about the word.
  for (const key of ["Enter", "Escape"]) await quick.dispatchEvent("keydown", { key, isComposing: true });
  await expect(quick).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(ticket.composer).toHaveValue(/^Hi Nora, we look/);
  await expect(ticket.dialog.getByText("1 placeholder could not be filled:")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(ticket.dialog.getByText("The reply was not sent yet")).toBeVisible();
  await ticket.dialog.getByRole("button", { name: "order.name" }).click();
  await page.keyboard.type("your parcel");
  await expect(ticket.dialog.getByText("could not be filled")).toBeHidden();
  await expect(ticket.composer).toHaveValue(/^Hi Nora, we look for your parcel\. /);
  await page.keyboard.press("Control+Enter");
  const mail = await desk.mailbox.next("nora@lind.example");
  expect(mail.text).toContain("Hi Nora, we look for your parcel.");

  await expect(ticket.composer).toHaveValue("");
  await ticket.composer.press("/");
  await page.keyboard.press("/");
  await expect(ticket.composer).toHaveValue("/");
  await expect(ticket.composer).toBeFocused();
});

test("a response that a colleague deleted or changed meanwhile says so, and no text is lost", async () => {
  const { page, address, ticketsPath } = await desk.newStore("two-pens");
  const nora = desk.newCustomer("Nora Lind", "nora@pens.example");
  await nora.writes({ to: address, subject: "Red pen", text: "Is there a red one?" });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Red pen");
  await ticket.composer.fill("Not yet sent");
  await ticket.dialog.getByRole("button", { name: "Canned Responses" }).click();
  const picker = page.getByRole("dialog", { name: "Canned Responses" });
  await expect(picker.getByRole("article")).toHaveCount(5);

  const { items } = await (await page.request.get("/api/canned-responses")).json();
  const [first, second] = items;
  const headers = { origin: desk.url };
  await page.request.delete(`/api/canned-responses/${first.id}`, { headers });
  await picker.getByRole("button", { name: `Use Response: ${first.title}` }).click();
  await expect(picker.getByRole("alert")).toContainText("This response was deleted meanwhile");
  await expect(picker.getByRole("article")).toHaveCount(4);

  await picker.getByRole("button", { name: `Edit ${second.title}` }).click();
  const editor = page.getByRole("dialog", { name: "Edit Response" });
  await editor.getByLabel("Title").fill("My title");
  const { title, content, category, tags, updatedAt } = second;
  const theirs = { title, category, tags, content: `${content} And more.`, expectedUpdatedAt: updatedAt };
  await page.request.put(`/api/canned-responses/${second.id}`, { headers, data: theirs });
  await editor.getByRole("button", { name: "Save Changes" }).click();
  await expect(editor.getByText("Somebody else changed this response meanwhile")).toBeVisible();
  await expect(editor.getByLabel("Title")).toHaveValue("My title");
  await editor.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(editor).toBeHidden();
  await expect(picker.getByRole("article", { name: "My title" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ticket.composer).toHaveValue("Not yet sent");
});

test("a response that comes after its picker was closed leaves what was written since alone", async () => {
  const { page, address, ticketsPath } = await desk.newStore("late-pens");
  await desk
    .newCustomer("Nora Lind", "nora@late.example")
    .writes({ to: address, subject: "Blue pen", text: "And blue?" });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Blue pen");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/tickets/*/canned-responses/*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await ticket.composer.press("/");
  await expect(ticket.dialog.getByRole("listbox", { name: "Responses" }).getByRole("option").first()).toBeVisible();
  const filled = page.waitForResponse("**/api/tickets/*/canned-responses/*");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.type("In my own words");
  held.resolve();
  await (await filled).finished();
  await page.keyboard.type(", all of them.");
  await expect(ticket.composer).toHaveValue("In my own words, all of them.");
});
