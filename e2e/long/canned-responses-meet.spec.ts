import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openTicket } from "../ticket-screen.ts";

const desk = await openDesk();

test("when a colleague deleted or changed a response meanwhile, the screen says so and no text is lost", async () => {
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
  const colleaguesEdit = { title, category, tags, content: `${content} And more.`, expectedUpdatedAt: updatedAt };
  await page.request.put(`/api/canned-responses/${second.id}`, { headers, data: colleaguesEdit });
  await editor.getByRole("button", { name: "Save Changes" }).click();
  await expect(editor.getByText("This response was changed meanwhile")).toBeVisible();
  await expect(editor.getByLabel("Title")).toHaveValue("My title");
  await editor.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(editor).toBeHidden();
  await expect(picker.getByRole("article", { name: "My title" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ticket.composer).toHaveValue("Not yet sent");
});

test("a response that loads after its picker was closed leaves later text alone", async () => {
  const { page, address, ticketsPath } = await desk.newStore("late-pens");
  await desk
    .newCustomer("Nora Lind", "nora@late.example")
    .writes({ to: address, subject: "Blue pen", text: "And blue?" });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Blue pen");
  const release = Promise.withResolvers<void>();
  await page.route("**/api/tickets/*/canned-responses/*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await ticket.composer.press("/");
  await expect(ticket.dialog.getByRole("listbox", { name: "Responses" }).getByRole("option").first()).toBeVisible();
  const filled = page.waitForResponse("**/api/tickets/*/canned-responses/*");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.type("In my own words");
  release.resolve();
  await (await filled).finished();
  await page.keyboard.type(", all of them.");
  await expect(ticket.composer).toHaveValue("In my own words, all of them.");
});
