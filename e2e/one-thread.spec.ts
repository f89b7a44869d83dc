import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("notes and steps stand in the thread, a mention tells, and what was previewed is what the customer receives", async () => {
  const mina = await signInAtDemoStore(desk, "agent");
  const ruben = await signInAtDemoStore(desk, "supervisor");
  await ruben.goto("/dashboard");
  await mina.goto("/dashboard/tickets?q=Teapot+without+a+lid");
  await expect(mina.getByText("No active tickets found")).toBeVisible();
  const ida = desk.newCustomer("Ida Blom", "ida@blom.example");
  const address = await supportAddress(mina);
  await ida.writes({ to: address, subject: "Teapot without a lid", text: "Where is the lid?\n\n-- \nIda Blom" });
  const { dialog, composer } = await openTicket(mina, "Teapot without a lid");
  await expect(dialog.getByRole("button", { name: "··· signature" })).toBeVisible();

  // A note, by its key, to a colleague.
  await dialog.getByRole("tab", { name: /^Messages/ }).focus();
  await mina.keyboard.press("n");
  const note = dialog.getByRole("textbox", { name: "Internal note" });
  await expect(note).toBeFocused();
  await mina.keyboard.type("@rub");
  await dialog.getByRole("listbox").getByRole("option", { name: "Ruben Okafor" }).click();
  await mina.keyboard.type("do we have lids?");
  await mina.keyboard.press("Control+Enter");
  const thread = dialog.getByRole("region", { name: "Messages" });
  const written = thread.getByRole("listitem").filter({ hasText: "@Ruben Okafor do we have lids?" });
  await expect(written).toContainText("Only your team sees this");
  await ruben.getByRole("button", { name: /^Notifications/ }).click();
  await expect(ruben.getByText(/mentioned you on Ticket: \d+: Teapot without a lid/).first()).toBeVisible();

  // A step of the trail stands below it; the switch hides both.
  await dialog.getByRole("combobox", { name: "Priority" }).selectOption("high");
  await expect(thread.getByText(/changed the priority from Medium to High/)).toBeVisible();
  await dialog.getByRole("button", { name: "Reply", exact: true }).click();
  const shows = dialog.getByRole("checkbox", { name: "Show notes and steps" });
  await shows.uncheck();
  await expect(written).toBeHidden();
  await expect(thread.getByText("Where is the lid?")).toBeVisible();
  await shows.check();
  await expect(written).toBeVisible();

  // The mail, as it will leave.
  await composer.fill("Dear Ida,\n\nthe lid left today.\n\nMina");
  await dialog.getByText("Preview of the mail").click();
  const shown = mina.frameLocator("iframe[title='Preview of the mail']");
  await expect(shown.getByText("the lid left today.").last()).toBeVisible();
  const previewed = await shown.locator("body").innerHTML();
  await expect(dialog.getByText(/^Re: Teapot without a lid \[Ticket: \d+\]$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  const mail = await desk.mailbox.next(ida.email);
  const page = await desk.newPage();
  await page.setContent(mail.html || "");
  expect(await page.locator("body").innerHTML()).toBe(previewed);
  expect(mail.text?.startsWith("Dear Ida,\n\nthe lid left today.\n\nMina\n\n-- \n")).toBe(true);
  expect(mail.text).not.toMatch(/Hello|automated|do we have lids/);
  expect(mail.html).not.toContain("do we have lids");
}, 90_000);
