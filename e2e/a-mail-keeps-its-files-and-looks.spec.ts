import { readFile } from "node:fs/promises";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { pixel } from "./pixel.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("files come back byte by byte, and HTML is shown on request without its scripts and remote images", async () => {
  const { page, address, ticketsPath } = await desk.newStore("silk-road");
  const remote: string[] = [];
  await page.route("https://tracker.example/**", (route) => {
    remote.push(route.request().url());
    return route.abort();
  });
  // What the server would have fetched: from here it reaches nobody.
  const fetched: string[] = [];
  await page.route("**/remote-images/*", (route) => {
    fetched.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: "image/png", body: pixel });
  });
  await page.goto(ticketsPath);
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
      ...Array.from({ length: 22 }, (_, index) => ({ filename: `page ${index + 1}.txt`, content: "Text" })),
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

  await expect(message.getByRole("link", { name: /page 18\.txt/ })).toBeVisible();
  await message.getByRole("button", { name: "Show 4 more files" }).click();
  await expect(message.getByRole("link", { name: /page 22\.txt/ })).toBeVisible();

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
});
