import type { SharedSender } from "@deskhand/contract/admin/shared-senders";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import { Toaster } from "../../../ui/overlay/toaster.tsx";
import "../../../ui/theme.css";
import { SharedSendersScreen } from "./shared-senders-screen.tsx";

const market: SharedSender = {
  id: "22222222-2222-4222-8222-222222222222",
  sender: "desk@market.example",
  isDomain: false,
  mails: 5_000,
  namedBy: "Nora Quist",
  namedAt: "2026-03-02T10:00:00.000Z",
};
const form: SharedSender = {
  ...market,
  id: "33333333-3333-4333-8333-333333333333",
  sender: "forms.example",
  isDomain: true,
  mails: 300,
};

/** Opens the screen before a server with these senders and scripted answers to changes. */
async function open(items = [market, form]) {
  const desk = { items, acts: [] as [string, unknown][], answer: (): unknown => market };
  fakeServer().onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/api/shared-senders")) return undefined;
    if (request.method === "GET") return Response.json({ items: desk.items });
    const text = await request.text();
    desk.acts.push([`${request.method} ${pathname.slice("/api/shared-senders".length)}`, text && JSON.parse(text)]);
    const answer = desk.answer();
    return answer instanceof Error && "status" in answer
      ? Response.json(answer, { status: Number(answer.status) })
      : Response.json(answer);
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SharedSendersScreen />
      <Toaster />
    </QueryClientProvider>,
  );
  return desk;
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog", { name: "Shared Sender" });
const field = (name: string) => dialog().getByRole("textbox", { name });

test("lists each sender's limit, and who set it when", async () => {
  await open();
  for (const words of ["5,000", "Nora Quist, Mar 2, 2026"])
    await expect.element(row("desk@market.example")).toMatchTextContent(words);
  for (const words of ["Whole domain", "300"]) await expect.element(row("forms.example")).toMatchTextContent(words);
});

test("a sender is added with a limit; errors of form and server show at their fields", async () => {
  const desk = await open([]);
  await expect.element(page.getByText("No shared senders")).toBeVisible();
  await button("Add a Sender").click();
  await field("Address or Domain").fill("gmail.com");
  await field("Mails in 10 Minutes").fill("20000");
  await button("Save").click();
  await expect.element(dialog()).toMatchTextContent("Enter a number from 1 to 10,000");
  expect(desk.acts).toEqual([]);
  await field("Mails in 10 Minutes").fill("5,000");
  desk.answer = () => refusal("domain_of_everybody");
  await button("Save").click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("Everybody can have an address at this domain");
  desk.answer = () => market;
  desk.items = [market];
  await field("Address or Domain").fill("desk@market.example");
  await button("Save").click();
  await expect.element(page.getByText("desk@market.example may bring 5,000 mails in 10 minutes")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(row("desk@market.example")).toBeVisible();
  expect(desk.acts.at(-1)).toEqual(["PUT ", { sender: "desk@market.example", mails: 5_000 }]);
});

test("a limit is changed, and one press removes a sender, which Undo restores", async () => {
  const desk = await open();
  await button("Change forms.example").click();
  await expect.element(field("Address or Domain")).toHaveAttribute("readonly");
  await field("Mails in 10 Minutes").fill("400");
  desk.answer = () => ({ ...form, mails: 400 });
  await button("Save").click();
  await expect.element(page.getByText("forms.example may bring 400 mails in 10 minutes")).toBeVisible();
  desk.answer = () => market;
  desk.items = [form];
  await button("Remove desk@market.example").click();
  await expect.element(page.getByText("desk@market.example is off the list")).toBeVisible();
  await expect.element(row("desk@market.example")).not.toBeInTheDocument();
  desk.items = [market, form];
  await button("Undo").click();
  await expect.element(page.getByText("desk@market.example is on the list again")).toBeVisible();
  await expect.element(row("desk@market.example")).toBeVisible();
  expect(desk.acts).toEqual([
    ["PUT ", { sender: "forms.example", mails: 400 }],
    [`DELETE /${market.id}`, ""],
    ["PUT ", { sender: "desk@market.example", mails: 5_000 }],
  ]);
});
