import type { Locator } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";
import { pixel } from "./pixel.ts";
import { openTicket, type TicketScreen, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n");
const text = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/** Drags files over a part of the page, lets them go there, or pastes them into it. */
function bring(
  over: Locator,
  event: "dragenter" | "drop" | "paste",
  name: string,
  content: string,
  times = 1,
): Promise<void> {
  return over.evaluate(
    (element, { event, name, content, times }) => {
      const data = new DataTransfer();
      data.items.add(new File([content.repeat(times)], name));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === "paste"
          ? new ClipboardEvent(event, { ...options, clipboardData: data })
          : new DragEvent(event, { ...options, dataTransfer: data }),
      );
    },
    { event, name, content, times },
  );
}

function filesOf({ dialog }: TicketScreen) {
  const list = dialog.getByRole("list", { name: "Files of the reply" });
  return {
    list,
    row: (name: string) => list.getByRole("listitem").filter({ hasText: name }),
    pick: (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
      dialog.locator("input[type=file]").setInputFiles(files),
  };
}

test("files are picked, dropped and pasted, and the customer gets exactly those that were not removed", async () => {
  const { page, address, ticketsPath } = await desk.newStore("fern-and-file");
  const ida = desk.newCustomer("Ida Holm", "ida@holm.example");
  await ida.writes({ to: address, subject: "Papers, please", text: "Could I have the papers?" });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Papers, please");
  const files = filesOf(ticket);
  await ticket.composer.fill("Here they are.");

  const chooser = page.waitForEvent("filechooser");
  await ticket.dialog.getByRole("button", { name: "Attach File" }).click();
  await (await chooser).setFiles([
    ...[text("größe „neu“.txt", "Picked"), text("again.txt", "Twice")],
    text("wrong.txt", "Wrong"),
  ]);
  await expect(files.list.getByText("Bytes")).toHaveCount(3);
  // The second click of a double click meets the next file's button, which moved there.
  await files.row("again.txt").getByRole("button", { name: "Remove again.txt" }).dblclick();
  await expect(files.list.getByRole("listitem")).toHaveText([/größe „neu“\.txt\s*6 Bytes/, /wrong\.txt\s*5 Bytes/]);

  await bring(ticket.composer, "dragenter", "dropped.csv", "a;b\n");
  await expect(ticket.dialog.getByText("Drop files to attach them to your reply")).toBeVisible();
  await bring(ticket.composer, "drop", "dropped.csv", "a;b\n");
  await expect(ticket.dialog.getByText("Drop files to attach them to your reply")).toBeHidden();
  await bring(ticket.composer, "paste", "pasted.md", "# Pasted");
  await expect(ticket.dialog.getByText("Attached: 4 files, 23 Bytes of 25 MB")).toBeVisible();

  await files.row("wrong.txt").getByRole("button", { name: "Remove wrong.txt" }).press("Enter");
  await expect(files.row("wrong.txt")).toBeHidden();
  await expect(files.row("dropped.csv").getByRole("button", { name: "Remove dropped.csv" })).toBeFocused();
  expect(await findAccessFaults(page)).toEqual([]);

  await page.reload();
  await expect(ticket.composer).toHaveValue("Here they are.");
  await expect(files.list.getByRole("listitem")).toHaveCount(3);
  await ticket.send();
  await expect(files.list).toBeHidden();

  const mail = await desk.mailbox.next(ida.email);
  expect(mail.text).toContain("Here they are.");
  const got = mail.attachments.map(({ filename, content }) => [filename, content.toString()]);
  expect(got.sort()).toEqual([
    ["dropped.csv", "a;b\n"],
    ["größe „neu“.txt", "Picked"],
    ["pasted.md", "# Pasted"],
  ]);
  const message = ticket.message("Here they are.");
  await expect(message.getByRole("link", { name: /dropped\.csv/ })).toBeVisible();
});

test("progress shows while a file is on its way; what breaks is kept, tried again, and never left out silently", async () => {
  const { page, address, ticketsPath, browser } = await desk.newStore("slow-line");
  const jon = desk.newCustomer("Jon Aas", "jon@aas.example");
  await jon.writes({ to: address, subject: "Slow", text: "Take your time." });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Slow");
  const files = filesOf(ticket);
  const send = ticket.dialog.getByRole("button", { name: "Send Reply" });
  await ticket.composer.fill("With a file.");

  const held = Promise.withResolvers<void>();
  await page.route("**/uploads?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await files.pick(text("slow.txt", "Slow"));
  await expect(files.row("slow.txt").getByRole("progressbar", { name: "Uploading slow.txt" })).toBeVisible();
  await expect(send).toBeDisabled();
  await expect(send).toHaveAccessibleDescription("1 file is still uploading");
  await ticket.composer.press("Control+Enter");
  await expect(ticket.dialog.getByText("The reply was not sent: 1 file is still uploading.")).toBeVisible();
  await ticket.dialog.getByRole("tab", { name: /^Internal Notes/ }).click();
  held.resolve();
  await ticket.dialog.getByRole("tab", { name: /^Messages/ }).click();
  await expect(files.row("slow.txt")).toContainText("4 Bytes");
  await page.unroute("**/uploads?*");

  await browser.setOffline(true);
  await files.pick(text("offline.txt", "Later"));
  await expect(files.row("offline.txt")).toContainText("Waits for a connection");
  await expect(ticket.dialog.getByText("1 file is waiting for a connection")).toBeVisible();
  await browser.setOffline(false);
  await expect(files.row("offline.txt")).toContainText("5 Bytes");

  let attempts = 0;
  await page.route("**/uploads?*", (route) => {
    attempts += 1;
    return attempts === 1 ? route.fulfill({ status: 500, body: "" }) : route.continue();
  });
  await files.pick(text("again.txt", "Again"));
  await expect(ticket.dialog.getByText("“again.txt” is not attached yet. Try it again or remove it")).toBeVisible();
  await files.row("again.txt").getByRole("button", { name: "Try again.txt again" }).click();
  await expect(files.row("again.txt")).toContainText("5 Bytes");
  await ticket.send();
  const { attachments } = await desk.mailbox.next(jon.email);
  expect(attachments.map(({ filename }) => filename).sort()).toEqual(["again.txt", "offline.txt", "slow.txt"]);
});

test("what cannot be sent is refused with words, and a file that is gone keeps the reply from going without it", async () => {
  const { page, address, ticketsPath, browser } = await desk.newStore("strict-store");
  const pia = desk.newCustomer("Pia Lund", "pia@lund.example");
  await pia.writes({ to: address, subject: "Refused", text: "Send me everything." });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Refused");
  const files = filesOf(ticket);
  await ticket.composer.fill("Everything.");
  await bring(ticket.composer, "drop", "huge.txt", "x", 26 * 1024 * 1024);
  await expect(
    ticket.dialog.getByRole("region", { name: "Reply" }).getByText("“huge.txt” was not attached: it has 26 MB"),
  ).toBeVisible();
  await files.pick(
    { name: "holiday.png", mimeType: "image/png", buffer: Buffer.concat([Buffer.from("MZ"), Buffer.alloc(100)]) },
    text("kept.txt", "Kept"),
    text("gone.txt", "Gone"),
  );
  await expect(
    ticket.dialog
      .getByRole("region", { name: "Reply" })
      .getByText("“holiday.png” was not attached: Programs and scripts"),
  ).toBeVisible();
  await expect(files.list.getByRole("listitem")).toHaveText([/kept\.txt\s*4 Bytes/, /gone\.txt\s*4 Bytes/]);

  const other = await browser.newPage();
  await other.goto(page.url());
  const { dialog } = ticketScreen(other);
  // As a day would: the first tab does not learn of it.
  await other.evaluate(() => {
    Storage.prototype.setItem = () => undefined;
  });
  const discarded = other.waitForResponse((answer) => answer.request().method() === "DELETE");
  await dialog.getByRole("button", { name: "Remove gone.txt" }).click();
  expect((await discarded).status()).toBe(200);
  await other.close();

  await ticket.dialog.getByRole("button", { name: "Send Reply" }).click();
  await expect(
    ticket.dialog.getByRole("region", { name: "Reply" }).getByText("“gone.txt” is no longer there. Your text is kept"),
  ).toBeVisible();
  await expect(ticket.composer).toHaveValue("Everything.");
  await expect(files.list.getByRole("listitem")).toHaveText([/kept\.txt/]);
  await ticket.send();
  const { attachments } = await desk.mailbox.next(pia.email);
  expect(attachments.map(({ filename }) => filename)).toEqual(["kept.txt"]);
});

test("pictures and PDF files of a mail can be looked at; what only claims to be one is offered as a download", async () => {
  const { page, address, ticketsPath } = await desk.newStore("picture-store");
  const wei = desk.newCustomer("Wei Zhang", "wei@pictures.example");
  await wei.writes({
    to: address,
    subject: "Pictures",
    text: "See attached.",
    attachments: [
      { filename: "first.png", content: pixel },
      { filename: "second.png", content: pixel },
      { filename: "fake.png", content: "<script>alert(1)</script>", contentType: "image/png" },
      { filename: "paper.pdf", content: pdf, contentType: "application/pdf" },
      { filename: "fake.pdf", content: "<script>alert(1)</script>", contentType: "application/pdf" },
    ],
  });
  await page.goto(ticketsPath);
  const ticket = await openTicket(page, "Pictures");
  const message = ticket.message("See attached.");
  const thumbnail = message.getByRole("button", { name: "Preview first.png" });
  await expect(thumbnail.locator("img")).toHaveJSProperty("naturalWidth", 1);
  await expect(message.getByRole("button", { name: "Preview fake.png" })).toBeHidden();
  await expect(message.getByRole("link", { name: /fake\.png/ })).toBeVisible();

  await thumbnail.press("Enter");
  const viewer = (name: string) => page.getByRole("dialog", { name });
  await expect(viewer("first.png").getByRole("img", { name: "first.png" })).toHaveJSProperty("naturalWidth", 1);
  expect(await findAccessFaults(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(viewer("second.png").getByRole("img", { name: "second.png" })).toBeVisible();
  const shown = page.waitForResponse(/\/preview$/);
  await page.keyboard.press("ArrowRight");
  await expect(viewer("paper.pdf")).toBeVisible();
  expect((await shown).headers()).toMatchObject({ "content-type": "application/pdf", "content-disposition": "inline" });
  await page.keyboard.press("ArrowRight");
  await expect(viewer("fake.pdf").getByRole("link", { name: "Download" })).toBeVisible();
  await expect(viewer("fake.pdf").locator("iframe")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(viewer("fake.pdf")).toBeHidden();
  await expect(thumbnail).toBeFocused();
});
