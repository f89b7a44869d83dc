import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { pixel } from "./pixel.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();
const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n");
/** A fax page: a black TIFF of 8 by 3,000 pixels of one bit. */
const fax = Buffer.concat([
  Buffer.from("II*\0\x08\0\0\0\x05\0", "latin1"),
  ...[
    [256, 8],
    [257, 3_000],
    [262, 1],
    [273, 74],
    [279, 3_000],
  ].map(([tag = 0, value = 0]) => Buffer.from(Uint16Array.of(tag, 3, 1, 0, value, 0).buffer)),
  Buffer.alloc(4 + 3_000),
]);
const text = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/** Drags files over a part of the page, drops them there, or pastes them into it. */
function bring(over: Locator, event: "dragenter" | "drop" | "paste", name: string, content: string): Promise<void> {
  return over.evaluate(
    (element, { event, name, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === "paste"
          ? new ClipboardEvent(event, { ...options, clipboardData: data })
          : new DragEvent(event, { ...options, dataTransfer: data }),
      );
    },
    { event, name, content },
  );
}

test("files leave with the reply as picked, a mail's files arrive byte for byte, and its HTML shows neither scripts nor remote content", async () => {
  const { page, address, ticketsPath } = await desk.newStore("fern-and-file");
  await page.goto(ticketsPath);
  await answerWithFiles(page, address);
  await page.goto(ticketsPath);
  await receiveFiles(page, address);
});

async function answerWithFiles(page: Page, address: string): Promise<void> {
  const ida = desk.newCustomer("Ida Holm", "ida@holm.example");
  await ida.writes({ to: address, subject: "Papers, please", text: "Could I have the papers?" });
  const ticket = await openTicket(page, "Papers, please");
  const list = ticket.dialog.getByRole("list", { name: "Files of the reply" });
  const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  await ticket.composer.fill("Here they are.");

  const chooser = page.waitForEvent("filechooser");
  await ticket.dialog.getByRole("button", { name: "Attach File" }).click();
  await (await chooser).setFiles([
    ...[text("größe „neu“.txt", "Picked"), text("again.txt", "Twice")],
    text("wrong.txt", "Wrong"),
  ]);
  await expect(list.getByText("Bytes")).toHaveCount(3);
  // The second click of a double click hits the next file's button, which has moved there.
  await row("again.txt").getByRole("button", { name: "Remove again.txt" }).dblclick();
  await expect(list.getByRole("listitem")).toHaveText([/größe „neu“\.txt\s*6 Bytes/, /wrong\.txt\s*5 Bytes/]);

  await bring(ticket.composer, "dragenter", "dropped.csv", "a;b\n");
  await expect(ticket.dialog.getByText("Drop files to attach them to your reply")).toBeVisible();
  await bring(ticket.composer, "drop", "dropped.csv", "a;b\n");
  await expect(ticket.dialog.getByText("Drop files to attach them to your reply")).toBeHidden();
  await bring(ticket.composer, "paste", "pasted.md", "# Pasted");
  await expect(ticket.dialog.getByText("Attached: 4 files, 23 Bytes of 25 MB")).toBeVisible();

  await row("wrong.txt").getByRole("button", { name: "Remove wrong.txt" }).press("Enter");
  await expect(row("wrong.txt")).toBeHidden();
  await expect(row("dropped.csv").getByRole("button", { name: "Remove dropped.csv" })).toBeFocused();

  // An unfinished upload would not survive the reload.
  await expect(ticket.dialog.getByRole("button", { name: "Send Reply" })).toBeEnabled();
  await page.reload();
  await expect(ticket.composer).toHaveValue("Here they are.");
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await ticket.send();
  await expect(list).toBeHidden();

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
}

async function receiveFiles(page: Page, address: string): Promise<void> {
  const remote: string[] = [];
  await page.route("https://tracker.example/**", (route) => {
    remote.push(route.request().url());
    return route.abort();
  });
  // The server's requests for remote pictures: from here they reach nobody.
  const fetched: string[] = [];
  await page.route("**/remote-images/*", (route) => {
    fetched.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: "image/png", body: pixel });
  });
  const wei = desk.newCustomer("Wei Zhang", "wei@zhang.example");
  const invoice = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7) % 256));
  await wei.writes({
    to: address,
    subject: "Invoice and picture",
    text: "Please find both attached.",
    html: `<p style="color:#c00">Please find <b>both</b> attached.</p><img src="cid:shop" width="20" height="20" alt="Shop">
      <img src="https://tracker.example/seen.png" width="20" height="20" alt="Seen"><script>document.title = "stolen"</script>`,
    attachments: [
      { filename: "invoice 7.pdf", content: invoice, contentType: "application/pdf" },
      { filename: "shop.png", content: pixel, cid: "shop" },
      { filename: "first.png", content: pixel },
      { filename: "fax.tif", content: fax, contentType: "image/tiff" },
      { filename: "fake.png", content: "<script>alert(1)</script>", contentType: "image/png" },
      { filename: "paper.pdf", content: pdf, contentType: "application/pdf" },
      ...Array.from({ length: 18 }, (_, index) => ({ filename: `page ${index + 1}.txt`, content: "Text" })),
    ],
  });
  const ticket = await openTicket(page, "Invoice and picture");
  await expect(ticket.message("Please find both attached.")).toBeVisible();
  const message = ticket.message("From: Wei Zhang");
  const link = message.getByRole("link", { name: /invoice 7\.pdf/ });
  const download = page.waitForEvent("download");
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("invoice 7.pdf");
  expect((await readFile(await file.path())).equals(invoice)).toBe(true);

  await expect(message.getByRole("link", { name: /page 14\.txt/ })).toBeVisible();
  await message.getByRole("button", { name: "Show 4 more files" }).click();
  await expect(message.getByRole("link", { name: /page 18\.txt/ })).toBeVisible();

  await message.getByRole("button", { name: "Show HTML" }).click();
  const frame = message.frameLocator("iframe");
  await expect(ticket.message("Please find both attached.")).toBeHidden();
  await expect(frame.getByText("both")).toHaveCSS("font-weight", "700");
  await expect(frame.getByRole("img", { name: "Shop" })).toHaveJSProperty("naturalWidth", 1);
  expect(fetched).toEqual([]);
  await message.getByRole("checkbox", { name: "Show remote images" }).check();
  await expect(frame.getByRole("img", { name: "Seen" })).toHaveJSProperty("naturalWidth", 1);
  expect(fetched).toEqual([expect.stringMatching(/^\/api\/messages\/[\da-f-]{36}\/remote-images\/0$/)]);
  expect(remote).toEqual([]);
  expect(await page.title()).not.toBe("stolen");

  const thumbnail = message.getByRole("button", { name: "Preview first.png" });
  await expect(message.getByRole("button", { name: "Preview fake.png" })).toBeHidden();
  await thumbnail.press("Enter");
  const viewer = (name: string) => page.getByRole("dialog", { name });
  await expect(viewer("first.png").getByRole("img", { name: "first.png" })).toHaveJSProperty("naturalWidth", 1);
  await page.keyboard.press("ArrowRight");
  const faxPage = viewer("fax.tif").getByRole("img", { name: "fax.tif" });
  await expect(faxPage).toHaveJSProperty("naturalHeight", 1_600);
  await expect(faxPage).toBeInViewport({ ratio: 1 });
  // A file that only claims to be a PDF is offered as a download.
  await page.keyboard.press("ArrowRight");
  await expect(viewer("invoice 7.pdf").getByRole("link", { name: "Download" })).toBeVisible();
  await expect(viewer("invoice 7.pdf").locator("iframe")).toHaveCount(0);
  const shown = page.waitForResponse((answer) => answer.headers()["content-type"] === "application/pdf");
  await page.keyboard.press("ArrowRight");
  await expect(viewer("paper.pdf")).toBeVisible();
  expect((await shown).headers()["content-disposition"]).toBe("inline");
  await page.keyboard.press("Escape");
  await expect(thumbnail).toBeFocused();
}
