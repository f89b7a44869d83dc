import type { Attachment } from "@deskhand/contract/messages";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer, newMessage } from "../../../testing/fake-server.ts";
import { openTicket } from "../../../testing/open-ticket.tsx";

function fileOf(filename: string, changes: Partial<Attachment> = {}): Attachment {
  const id = crypto.randomUUID();
  return {
    id,
    filename,
    fileSize: 2_048,
    mimeType: "application/octet-stream",
    isInline: false,
    isProgram: false,
    scan: null,
    virus: null,
    url: `/api/attachments/${id}`,
    uploadedBy: null,
    createdAt: "2026-03-02T10:00:00.000Z",
    ...changes,
  };
}

function ticketWith(...attachments: Attachment[]) {
  const server = fakeServer();
  server.ticket.messages = [newMessage(server.ticket.id, { attachments, attachmentCount: attachments.length })];
  return server;
}

test("a program is marked and confirmed before its download", async () => {
  const program = fileOf("Invoice.pdf.exe", { isProgram: true });
  await openTicket(ticketWith(program, fileOf("notes.bin")));
  const files = page.getByRole("list", { name: "Attachments" });
  await expect.element(files.getByRole("link", { name: /notes\.bin/ })).toHaveAttribute("download", "notes.bin");
  await expect.element(files.getByText("Program: opening it can harm your computer")).toBeVisible();
  expect(files.getByRole("link", { name: /Invoice/ }).elements()).toEqual([]);

  const downloads: string[] = [];
  const take = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.download === "") return;
    event.preventDefault();
    downloads.push(`${event.target.pathname} as ${event.target.download}`);
  };
  // A detached link's click reaches no listener of the page.
  const { click } = HTMLAnchorElement.prototype;
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener("click", take, { once: true });
    click.call(this);
  };
  try {
    await files.getByRole("button", { name: /Invoice\.pdf\.exe/ }).click();
    const question = page.getByRole("dialog", { name: "Download a program?" });
    await expect.element(question.getByText(/"Invoice\.pdf\.exe" is a program, or holds one/)).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(downloads).toEqual([]);
    await files.getByRole("button", { name: /Invoice\.pdf\.exe/ }).click();
    await question.getByRole("button", { name: "Download" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(downloads).toEqual([`${program.url} as Invoice.pdf.exe`]);
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
});

test("several files of a message or ticket download as one archive", async () => {
  const server = ticketWith(fileOf("a.txt"), fileOf("b.txt"));
  server.ticket.messages.push(newMessage(server.ticket.id, { attachments: [fileOf("c.txt")], attachmentCount: 1 }));
  await openTicket(server);
  const all = page.getByRole("link", { name: "Download all 2 files" });
  await expect.element(all).toHaveAttribute("href", `/api/messages/${server.ticket.messages[0]?.id}/files.zip`);
  await expect.element(all).toHaveAttribute("download");
});

test("an infected file cannot be downloaded, and an unscanned one needs confirmation", async () => {
  const infected = fileOf("offer.zip", { scan: "infected", virus: "Eicar-Signature", isProgram: true });
  const waiting = fileOf("photo.png", { scan: "waiting", mimeType: "image/png" });
  const large = fileOf("film.mp4", { scan: "too_large" });
  await openTicket(ticketWith(infected, waiting, large, fileOf("fine.txt", { scan: "clean" })));
  const files = page.getByRole("list", { name: "Attachments" });
  await expect.element(files.getByText("Virus found: Eicar-Signature")).toBeVisible();
  expect(files.getByText("Program: opening it can harm your computer").elements()).toEqual([]);
  expect(files.getByRole("button", { name: /offer\.zip/ }).elements()).toEqual([]);
  expect(files.getByRole("link").elements()).toHaveLength(1);
  await expect.element(files.getByText("Too large to be scanned for viruses")).toBeVisible();
  await expect.element(files.getByText("Not scanned for viruses yet")).toBeVisible();
  expect(files.getByRole("img").elements()).toEqual([]);
  await files.getByRole("button", { name: /photo\.png/ }).click();
  await expect.element(page.getByRole("dialog", { name: "Download a file that was not scanned?" })).toBeVisible();
});
