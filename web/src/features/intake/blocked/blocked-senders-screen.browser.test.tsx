import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { BlockDialog } from "./block-dialog.tsx";
import { BlockedSendersScreen } from "./blocked-senders-screen.tsx";

const at = "2026-03-02T10:00:00.000Z";
const ann: BlockedSender = {
  id: "22222222-2222-4222-8222-222222222222",
  sender: "ann@spam.example",
  isDomain: false,
  reason: "Sells lamps",
  blockedBy: "Nora Quist",
  blockedAt: at,
  mails: 12,
  lastMailAt: at,
};
const junk: BlockedSender = {
  id: "33333333-3333-4333-8333-333333333333",
  sender: "junk.example",
  isDomain: true,
  reason: "",
  blockedBy: "Omar Diaz",
  blockedAt: at,
  mails: 0,
  lastMailAt: null,
};

/** Opens the screen before a server with these senders and scripted answers to changes. */
async function open(content: React.ReactNode, items = [ann, junk]) {
  const desk = {
    items,
    asked: [] as string[],
    acts: [] as [string, unknown][],
    answer: (): unknown => ann,
  };
  fakeServer().onTheWay = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith("/api/blocked-senders")) return undefined;
    if (request.method === "GET") {
      desk.asked.push(searchParams.get("search") ?? "");
      return Response.json({ items: desk.items, nextCursor: null });
    }
    const text = await request.text();
    desk.acts.push([`${request.method} ${pathname.slice("/api/blocked-senders".length)}`, text && JSON.parse(text)]);
    const answer = desk.answer();
    return answer instanceof Error && "status" in answer
      ? Response.json(answer, { status: Number(answer.status) })
      : Response.json(answer);
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      {content}
      <Toaster />
    </QueryClientProvider>,
  );
  return desk;
}

function Screen({ mayRead = true }: { mayRead?: boolean }) {
  const [search, setSearch] = useState("");
  const link = ({ sender }: BlockedSender, words: string) => <a href={`#${sender}`}>{words}</a>;
  return <BlockedSendersScreen search={search} onSearch={setSearch} logLink={mayRead ? link : null} />;
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");

test("lists each sender with who blocked them, when, why, and the mails since", async () => {
  await open(<Screen />);
  for (const words of ["Sells lamps", "Nora Quist, Mar 2, 2026", "12 mails, last Mar 2, 2026"])
    await expect.element(row("ann@spam.example")).toMatchTextContent(words);
  for (const words of ["Whole domain", "Omar Diaz", "No mail"])
    await expect.element(row("junk.example")).toMatchTextContent(words);
  await expect.element(page.getByRole("link", { name: "12 mails" })).toHaveAttribute("href", "#ann@spam.example");
});

test("without access to the mail log there is no link to it, and searches go to the server", async () => {
  const desk = await open(<Screen mayRead={false} />);
  await expect.element(row("ann@spam.example")).toMatchTextContent("12 mails");
  expect(page.getByRole("link").query()).toBeNull();
  desk.items = [];
  await page.getByRole("searchbox", { name: "Search blocked senders" }).fill("lamp");
  await expect.element(page.getByText("No blocked sender found")).toBeVisible();
  expect(desk.asked).toEqual(["", "lamp"]);
});

test("one press unblocks, and Undo restores the sender as before", async () => {
  const desk = await open(<Screen />);
  desk.items = [junk];
  await button("Unblock ann@spam.example").click();
  await expect.element(page.getByText("ann@spam.example is no longer blocked")).toBeVisible();
  await expect.element(row("ann@spam.example")).not.toBeInTheDocument();
  desk.items = [ann, junk];
  await button("Undo").click();
  await expect.element(page.getByText("ann@spam.example is blocked again")).toBeVisible();
  await expect.element(row("ann@spam.example")).toBeVisible();
  expect(desk.acts).toEqual([
    [`DELETE /${ann.id}`, ""],
    [`POST /${ann.id}/restore`, ""],
  ]);
});

test("a failed undo says why", async () => {
  const desk = await open(<Screen />);
  await button("Unblock ann@spam.example").click();
  await expect.element(button("Undo")).toBeVisible();
  desk.answer = () => refusal("too_many_blocked_senders");
  await button("Undo").click();
  await expect.element(page.getByText("This was not undone")).toBeVisible();
  await expect.element(page.getByText(/has blocked 1,000 senders/)).toBeVisible();
});

test("a typed sender is blocked with a reason; errors show at the field or above the form", async () => {
  const desk = await open(<Screen />, []);
  await expect.element(page.getByText("Nobody is blocked")).toBeVisible();
  await button("Block a Sender").click();
  await dialog().getByRole("textbox", { name: "Address or Domain" }).fill("gmail.com");
  desk.answer = () => refusal("sender_of_everybody");
  await dialog().getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("Everybody can have an address at this domain");
  desk.answer = () => refusal("input_invalid", { fields: { sender: ["Enter an address"] } });
  await dialog().getByRole("textbox", { name: "Address or Domain" }).fill("ann");
  await dialog().getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(dialog().getByRole("textbox", { name: "Address or Domain" })).toHaveFocus();
  await expect.element(dialog()).toMatchTextContent("Enter an address");
  desk.answer = () => ann;
  desk.items = [ann];
  await dialog().getByRole("textbox", { name: "Address or Domain" }).fill("ann@spam.example");
  await dialog().getByLabelText("Reason (optional)").fill("Sells lamps");
  await dialog().getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(page.getByText("ann@spam.example is blocked", { exact: true })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row("ann@spam.example")).toBeVisible();
  expect(desk.acts.at(-1)).toEqual(["POST ", { sender: "ann@spam.example", reason: "Sells lamps" }]);
});

test("for a ticket's customer the address or the whole domain is blocked, and Undo reverts it", async () => {
  const desk = await open(<BlockDialog address="ann@spam.example" onClose={() => undefined} />, []);
  await expect.element(dialog().getByRole("radio", { name: /^ann@spam.example/ })).toBeChecked();
  await dialog()
    .getByRole("radio", { name: /^Everybody at spam.example/ })
    .click();
  desk.answer = () => junk;
  await dialog().getByRole("button", { name: "Block", exact: true }).click();
  // An earlier test's toast may still be there.
  await page.getByRole("listitem").filter({ hasText: "junk.example" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("junk.example is not blocked")).toBeVisible();
  expect(desk.acts).toEqual([
    ["POST ", { sender: "spam.example", reason: "" }],
    [`DELETE /${junk.id}`, ""],
  ]);
});
