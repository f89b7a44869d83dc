import type { LeftOutMail, Mailbox } from "@deskhand/contract/mailboxes/mailboxes";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openSettings } from "../../testing/open-settings.tsx";
import { MailboxesScreen } from "./mailboxes-screen.tsx";

const at = "2026-03-02T10:00:00.000Z";
const mailbox: Mailbox = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "help@shop.example",
  host: "imap.shop.example",
  port: 993,
  security: "tls",
  user: "shop <b>",
  folder: "INBOX",
  takenFrom: "2026-03-01",
  madeBy: "Nora Quist",
  createdAt: at,
  lookedAt: at,
  trouble: null,
  count: { at, there: 1_204, here: 1_203 },
  isCounting: false,
  taken: 1_200,
  leftOut: 3,
  unreadable: 1,
};
const tooLarge: LeftOutMail = { id: "1.77", uid: 77, reason: "too_large", size: 50_000_000, at };

/** Opens the screen before a server with these mailboxes. */
function open(items: Mailbox[], answer: () => unknown = () => mailbox) {
  return openSettings(MailboxesScreen, {
    path: /^\/api\/mailboxes/,
    list: () => ({ items }),
    answer,
    reads: { [`/api/mailboxes/${mailbox.id}/left-out`]: { items: [tooLarge], nextCursor: null } },
  });
}

test("connects a mailbox, changes the usual port with the encryption, and keeps what was typed where the server refuses", async () => {
  const { requests } = await open([]);
  await expect.element(page.getByText("No mailboxes yet")).toBeVisible();
  await page.getByRole("button", { name: "Connect Mailbox" }).click();
  await page.getByRole("textbox", { name: /^Email address/ }).fill("help@shop.example");
  await page.getByRole("textbox", { name: /^IMAP server/ }).fill("imap.shop.example");
  await page.getByRole("combobox", { name: "Encryption" }).selectOptions("starttls");
  await expect.element(page.getByRole("textbox", { name: /^Port/ })).toHaveValue("143");
  await page.getByRole("textbox", { name: /^User name/ }).fill("shop");
  await page.getByLabelText("Password *", { exact: true }).fill("open sesame");
  await page.getByRole("button", { name: "Try and Save" }).click();
  await expect.poll(() => requests).toHaveLength(1);
  expect(requests[0]).toMatchObject([
    "POST ",
    {
      address: "help@shop.example",
      host: "imap.shop.example",
      port: 143,
      security: "starttls",
      user: "shop",
      folder: "INBOX",
    },
  ]);
});

test("says that a mailbox is not read, counts both sides, and lists what was not taken", async () => {
  const trouble = {
    fault: "password",
    words: "The server refused the user name or the password",
    since: at,
    nextTryAt: at,
  } as const;
  const { requests } = await open([{ ...mailbox, trouble }]);
  await expect.element(page.getByText("Not read")).toBeVisible();
  await expect.element(page.getByText(/^The server refused the user name or the password\. Since/)).toBeVisible();
  await expect.element(page.getByText(/^Mailbox 1,204 · here 1,203 \(counted/)).toBeVisible();
  await page.getByRole("button", { name: "Mails of help@shop.example that were not taken" }).click();
  await expect.element(page.getByText("It is larger than a mail may be here")).toBeVisible();
  await expect.element(page.getByText(/^Number 77 of the mailbox, 47\.68 MB/)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Check help@shop.example now" }).click();
  await expect.poll(() => requests.map(([path]) => path)).toEqual([`POST /${mailbox.id}/check`]);
});
