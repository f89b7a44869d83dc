import { limits } from "@deskhand/contract/limits";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agent, newMessage, refusal } from "../../../testing/fake-server.ts";
import { bring, goOffline, newFile, openTicket } from "../../../testing/open-ticket.tsx";
import { Toaster } from "../../../ui/overlay/toaster.tsx";

const megabyte = 1024 * 1024;

/** A ticket whose uploads progress only when the test says so. */
async function openHeld() {
  const opened = await openTicket();
  opened.server.files.hold();
  const sendingOf = async (name: string) => {
    const find = () => opened.sendings.findLast(({ filename }) => filename === name);
    await expect.poll(find, { message: `${name} is on its way` }).toBeDefined();
    const sending = find();
    if (sending === undefined) throw new Error(`${name} is not on its way`);
    return sending;
  };
  return { ...opened, sendingOf };
}

test("picked files are listed with their size and sent with the reply", async () => {
  const { composer, pick, file, files, send, sent, server } = await openTicket();
  await composer.fill("Here they are.");
  pick(newFile("invoice.pdf", 2048), newFile("größe „neu“.txt", 6));
  await expect.element(file("invoice.pdf")).toMatchTextContent(/2 KB$/);
  await expect.element(file("größe „neu“.txt")).toMatchTextContent(/6 Bytes$/);
  await expect.element(page.getByText("Attached: 2 files, 2.01 KB of 25 MB")).toBeVisible();
  const ids = server.files.uploads.map(({ id }) => id);
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(files).not.toBeInTheDocument();
  expect(server.replies).toMatchObject([{ attachmentIds: ids }]);
});

test.each(["the response", "the news of it"])(
  "a reply with a file stands in the thread once, after %s too",
  async (first) => {
    const { composer, pick, file, send, sending, sent, server, refresh, ticket } = await openTicket();
    const text = page.getByRole("region", { name: "Messages" }).getByText("Here it is.");
    const [response, uploads] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.before = async () => {
      const written = { isFromCustomer: false, authorId: agent.id, content: "Here it is." } as const;
      for (const { idempotencyKey: id } of server.replies)
        ticket.messages.push(newMessage(ticket.id, { ...written, id }));
      ticket.messageCount = ticket.messages.length;
      server.files.uploads.splice(0);
      await response.promise;
    };
    await composer.fill("Here it is.");
    pick(newFile("invoice.pdf"));
    await expect.element(file("invoice.pdf")).toMatchTextContent(/4 Bytes$/);
    server.onTheWay = async (request) => {
      if (request.method === "GET" && request.url.endsWith("/uploads")) await uploads.promise;
      return undefined;
    };
    await send.click();
    await expect.poll(() => server.replies).toHaveLength(1);
    await expect.element(text).toHaveLength(1);
    if (first === "the news of it") await refresh();
    else response.resolve();
    await expect.element(page.getByRole("tab", { name: /Messages.*2/ })).toBeVisible();
    await expect.element(text).toHaveLength(1);
    await expect.element(sending).toBeVisible();
    response.resolve();
    uploads.resolve();
    await expect.element(sent).toBeVisible();
    await expect.element(text).toHaveLength(1);
  },
);

test("the button opens the browser's file dialog, once even on a double click", async () => {
  await openTicket();
  const click = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(() => undefined);
  await page.getByRole("button", { name: "Attach File" }).dblClick();
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
});

test("files dragged over the messages show a drop area and are attached when dropped", async () => {
  const { file } = await openTicket();
  const thread = page.getByRole("region", { name: "Messages" }).element();
  const target = page.getByText("Drop files to attach them to your reply");
  bring(thread, "dragenter", [newFile("a.csv")]);
  await expect.element(target).toBeVisible();
  bring(thread, "dragleave", [newFile("a.csv")]);
  await expect.element(target).not.toBeInTheDocument();
  bring(thread, "dragenter", [newFile("a.csv")]);
  expect(bring(thread, "drop", [newFile("a.csv")]).defaultPrevented).toBe(true);
  await expect.element(target).not.toBeInTheDocument();
  await expect.element(file("a.csv")).toBeVisible();
});

test("a file dropped beside the messages neither opens nor attaches, and says so", async () => {
  const { files } = await openTicket(undefined, undefined, { screen: <Toaster /> });
  expect(bring(document.body, "drop", [newFile("stray.txt")]).defaultPrevented).toBe(true);
  await expect.element(page.getByText("Nothing was attached")).toBeVisible();
  await expect.element(files).not.toBeInTheDocument();
});

test("a dropped folder is named, and the files beside it are attached", async () => {
  const { files, file } = await openTicket(undefined, undefined, { screen: <Toaster /> });
  const entry = vi.spyOn(DataTransferItem.prototype, "webkitGetAsEntry").mockImplementation(function (
    this: DataTransferItem,
  ) {
    return { isDirectory: this.getAsFile()?.name === "Photos" } as FileSystemEntry;
  });
  const thread = page.getByRole("region", { name: "Messages" }).element();
  bring(thread, "drop", [newFile("Photos"), newFile("a.csv")]);
  await expect.element(page.getByText("“Photos” is a folder")).toBeVisible();
  await expect.element(file("a.csv")).toBeVisible();
  await expect.element(files.getByRole("listitem").nth(1)).not.toBeInTheDocument();
  entry.mockRestore();
});

test("pasting text and a picture adds both", async () => {
  const { composer, file } = await openTicket();
  const texts = { "text/plain": "Look:", "text/html": "<p>Look: <img src='x.png'></p>" };
  expect(bring(composer.element(), "paste", [newFile("shot.png")], texts).defaultPrevented).toBe(false);
  await expect.element(file("shot.png")).toBeVisible();
  expect(bring(composer.element(), "paste", [newFile("b.png")], { "text/plain": "b" }).defaultPrevented).toBe(false);
  await expect.element(file("b.png")).toBeVisible();
});

test("a pasted file is attached; a copied table pastes its text only", async () => {
  const { composer, file } = await openTicket();
  const field = composer.element();
  const table = { "text/plain": "a\tb", "text/html": "<table><td>a<td>b</table>" };
  expect(bring(field, "paste", [newFile("table.png")], table).defaultPrevented).toBe(false);
  expect(bring(field, "paste", [newFile("shot.png")]).defaultPrevented).toBe(true);
  await expect.element(file("shot.png")).toBeVisible();
  await expect.element(file("table.png")).not.toBeInTheDocument();
});

test("the reply waits, with the reason, until the server has checked the file", async () => {
  const { composer, pick, file, send, sendingOf, server } = await openHeld();
  await composer.fill("With a file.");
  pick(newFile("slow.txt"));
  const sending = await sendingOf("slow.txt");
  await expect.element(page.getByRole("progressbar", { name: "Uploading slow.txt" })).toBeVisible();
  sending.progress(0.5);
  await expect.element(file("slow.txt")).toMatchTextContent(/50 %/);
  sending.progress(1);
  await expect.element(file("slow.txt")).toMatchTextContent(/Checking…/);
  await expect.element(send).toBeDisabled();
  await expect.element(send).toHaveAccessibleDescription("1 file is still uploading");
  const key = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
  composer.element().dispatchEvent(new KeyboardEvent("keydown", key));
  await expect.element(page.getByText("The reply was not sent: 1 file is still uploading.")).toBeVisible();
  sending.arrive();
  await expect.element(file("slow.txt")).toMatchTextContent(/4 Bytes/);
  await expect.element(send).toBeEnabled();
  expect(server.replies).toEqual([]);
});

test("two files upload at once, then the next", async () => {
  const { pick, file, sendings, sendingOf } = await openHeld();
  pick(newFile("a.txt"), newFile("b.txt"), newFile("c.txt"));
  const first = await sendingOf("a.txt");
  await expect.element(file("c.txt")).toMatchTextContent(/Waiting…/);
  await expect.poll(() => sendings.map(({ filename }) => filename)).toEqual(["a.txt", "b.txt"]);
  first.arrive();
  await sendingOf("c.txt");
});

test("removing a file stops its upload and focuses the next one's button, finally the text", async () => {
  const { pick, remove, files, composer, sendingOf } = await openHeld();
  pick(newFile("a.txt"), newFile("b.txt"));
  const sending = await sendingOf("a.txt");
  await remove("a.txt").click();
  await expect.poll(() => sending.isStopped()).toBe(true);
  await expect.element(remove("b.txt")).toHaveFocus();
  await remove("b.txt").click();
  await expect.element(files).not.toBeInTheDocument();
  await expect.element(composer).toHaveFocus();
});

test("the second click of a double click on Remove spares the next file", async () => {
  const { pick, remove, file } = await openTicket();
  pick(newFile("a.txt"), newFile("b.txt"));
  await expect.element(file("b.txt")).toMatchTextContent(/4 Bytes/);
  await remove("a.txt").dblClick();
  await expect.element(file("a.txt")).not.toBeInTheDocument();
  await expect.element(file("b.txt")).toBeVisible();
});

test("a refused file is removed and named with the reason", async () => {
  const { pick, files, sendingOf } = await openHeld();
  pick(newFile("setup.exe"), newFile("photo.png"));
  (await sendingOf("setup.exe")).refuse("upload_is_program", { filename: "setup.exe" });
  (await sendingOf("photo.png")).refuse("upload_misnamed", { filename: "photo.png", actual: "pdf" });
  const because = "Programs and scripts cannot be attached, because mail systems refuse them.";
  await expect.element(page.getByText(`“setup.exe” was not attached: ${because}`).first()).toBeVisible();
  const misnamed = /^“photo\.png” was not attached: .* Rename it and attach it again\. It looks like a \.pdf file\.$/;
  await expect.element(page.getByText(misnamed).first()).toBeVisible();
  await expect.element(files).not.toBeInTheDocument();
});

test("a file too large for a proxy is refused by name", async () => {
  const { pick, files, sendingOf } = await openHeld();
  pick(newFile("film.mov"));
  (await sendingOf("film.mov")).answerPage(413);
  await expect.element(page.getByText("“film.mov” was not attached: This file is too large.").first()).toBeVisible();
  await expect.element(files).not.toBeInTheDocument();
});

test("a failed file blocks the reply until retried or removed", async () => {
  const { composer, pick, file, send, sendingOf } = await openHeld();
  await composer.fill("With a file.");
  pick(newFile("again.txt"));
  (await sendingOf("again.txt")).answerPage(500);
  await expect.element(file("again.txt")).toMatchTextContent(/An unexpected error occurred/);
  await expect.element(page.getByText("“again.txt” is not attached yet. Try it again or remove it")).toBeVisible();
  await expect.element(send).toBeDisabled();
  await page.getByRole("button", { name: "Try again.txt again" }).click();
  (await sendingOf("again.txt")).arrive();
  await expect.element(file("again.txt")).toMatchTextContent(/4 Bytes/);
  await expect.element(send).toBeEnabled();
});

test("an ended session does not fail the file, which can be retried", async () => {
  const { pick, file, sendingOf } = await openHeld();
  pick(newFile("mine.txt"));
  (await sendingOf("mine.txt")).refuse("not_signed_in");
  await expect.element(file("mine.txt")).toMatchTextContent(/You must be logged in to attach files/);
});

test("offline a file waits and uploads by itself once online", async () => {
  const { pick, file, sendings } = await openTicket();
  const { goOnline } = goOffline();
  pick(newFile("later.txt"));
  await expect.element(file("later.txt")).toMatchTextContent(/Waits for a connection/);
  await expect.element(page.getByText("1 file is waiting for a connection")).toBeVisible();
  expect(sendings).toEqual([]);
  goOnline();
  await expect.element(file("later.txt")).toMatchTextContent(/4 Bytes/);
});

test("one reply takes 25 MB: more is refused by name, and smaller files still fit", async () => {
  const { pick, file, files } = await openHeld();
  pick(newFile("huge.bin", limits.mailSizeBytes + 1), newFile("empty.txt", 0));
  const most = "it has a little over 25 MB, and one reply can carry 25 MB.";
  await expect.element(page.getByText(`“huge.bin” was not attached: ${most}`).first()).toBeVisible();
  await expect.element(page.getByText("“empty.txt” was not attached: it is empty, or a folder.").first()).toBeVisible();
  await expect.element(files).not.toBeInTheDocument();

  pick(newFile("most.bin", 24 * megabyte), newFile("two.bin", 2 * megabyte), newFile("one.bin", megabyte));
  const over = "with its 2 MB the files would exceed the 25 MB that one reply can carry.";
  await expect.element(page.getByText(`“two.bin” was not attached: ${over}`).first()).toBeVisible();
  await expect.element(file("one.bin")).toBeVisible();
  await expect.element(page.getByText("Attached: 2 files, 25 MB of 25 MB")).toBeVisible();
});

test("one reply takes 20 files and shows them all", async () => {
  const { pick, files } = await openTicket();
  pick(...Array.from({ length: limits.filesPerMessage + 1 }, (_, at) => newFile(`${at + 1}.txt`)));
  await expect.element(page.getByText("“21.txt” was not attached: one reply can have 20 files.").first()).toBeVisible();
  await expect.element(page.getByText("Attached: 20 files, 80 Bytes of 25 MB")).toBeVisible();
  await expect.poll(() => files.getByRole("listitem").elements()).toHaveLength(20);
});

test("stored files return when the ticket is reopened, and missing ones are named", async () => {
  const first = await openTicket();
  first.pick(newFile("kept.txt"), newFile("gone.txt"));
  await expect.element(first.file("gone.txt")).toMatchTextContent(/4 Bytes/);
  await first.close();
  first.server.files.uploads.splice(1, 1);
  const again = await openTicket(first.server);
  await expect.element(again.file("kept.txt")).toBeVisible();
  await expect.element(page.getByText(/^“gone\.txt” is no longer attached: /).first()).toBeVisible();
});

test("a reply is not sent without a file that has gone missing", async () => {
  const { composer, pick, file, send, server } = await openTicket();
  await composer.fill("See attached.");
  pick(newFile("kept.txt"), newFile("gone.txt"));
  await expect.element(file("gone.txt")).toMatchTextContent(/4 Bytes/);
  const uploadIds = server.files.uploads.filter(({ filename }) => filename === "gone.txt").map(({ id }) => id);
  server.before = async () => {
    const { uploads } = server.files;
    uploads.splice(0, uploads.length, ...uploads.filter(({ id }) => !uploadIds.includes(id)));
    throw refusal("upload_not_found", { uploadIds });
  };
  await send.click();
  const notice = /^The reply was not sent: “gone\.txt” is no longer there\. Your text is kept/;
  await expect.element(page.getByText(notice).first()).toBeVisible();
  await expect.element(composer).toHaveValue("See attached.");
  await expect.element(file("gone.txt")).not.toBeInTheDocument();
  await expect.element(file("kept.txt")).toBeVisible();
});
