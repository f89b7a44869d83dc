import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { Team } from "@deskhand/contract/admin/teams";
import type { CannedResponse } from "@deskhand/contract/canned-responses";
import type { Colleague } from "@deskhand/contract/team";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { agent, fakeServer } from "../../testing/fake-server.ts";
import { newResponse } from "../../testing/fake-writing.ts";
import { openTicket } from "../../testing/open-ticket.tsx";
import { Toaster } from "../../ui/overlay/toaster.tsx";
import { CannedResponsesTool } from "./canned-responses-tool.tsx";
import { MacroKeys } from "./macro-keys.tsx";
import { QuickPicker } from "./quick-picker.tsx";

const tag: RuleActionSet = { action: "add_tags", values: ["refund"] };
const resolve: RuleActionSet = { action: "set_status", values: ["resolved"] };
const chips = () => page.getByRole("region", { name: "On Send" }).getByRole("listitem");

/** Opens a ticket of a store with one response and uses it by `/`. */
async function useMacro(makings: Partial<CannedResponse>, undoSeconds: 0 | 10 = 0, colleagues: Colleague[] = []) {
  const server = fakeServer();
  server.colleagues = colleagues;
  const macro = newResponse({ title: "Refund", ...makings });
  server.responses = [macro];
  server.preferences.undoSeconds = undoSeconds;
  const opened = await openTicket(server, undefined, {
    screen: <Toaster />,
    tools: {
      quickPicker: (draft, close) => (
        <QuickPicker draft={draft} onWrite={(text) => draft.replaceText(text, "")} onClose={close} />
      ),
    },
  });
  await opened.composer.click();
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("listbox", { name: "Responses" }).getByRole("option")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(opened.composer).toHaveFocus();
  return { ...opened, macro };
}

test("a macro's text goes in, and what it does goes with the reply but for what was taken off", async () => {
  const { server, macro, composer, send, sent } = await useMacro({ content: "Refunded.", actions: [tag, resolve] });
  await expect.element(composer).toHaveValue("Refunded.");
  await expect.element(chips().nth(0)).toHaveTextContent("Add tags “refund”");
  await expect.element(chips().nth(1)).toHaveTextContent("Set the status to Resolved");
  await page.getByRole("button", { name: "Take off: Set the status to Resolved" }).click();
  await expect.element(chips().nth(1)).not.toBeInTheDocument();
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies.at(-1)?.macro).toEqual({ id: macro.id, actions: [tag] });
  await expect.element(chips().first()).not.toBeInTheDocument();
});

test("who chooses to keep the status keeps it, whatever the macro sets", async () => {
  const { server, macro, sent } = await useMacro({ content: "Refunded.", actions: [tag, resolve] });
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: /^Send and keep the status/ }).click();
  await expect.element(sent).toBeVisible();
  expect(server.replies.at(-1)?.macro).toEqual({ id: macro.id, actions: [tag] });
});

test("a reply that is taken back has its macro again", async () => {
  const { composer, send } = await useMacro({ content: "Refunded.", actions: [tag] }, 10);
  await send.click();
  await expect.element(composer).toHaveValue("");
  await expect.element(chips().first()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.element(composer).toHaveValue("Refunded.");
  await expect.element(chips().first()).toHaveTextContent("Add tags “refund”");
});

test("a macro without a text leaves the text, and runs without a reply, with an undo", async () => {
  const { server, ticket, composer, macro } = await useMacro({ content: "", actions: [tag] });
  await expect.element(composer).toHaveValue("");
  await page.getByRole("button", { name: "Run now" }).dblClick();
  await expect.element(page.getByText("“Refund” was run")).toBeVisible();
  expect(server.ranMacros).toMatchObject([{ id: macro.id, ticketIds: [ticket.id], actions: [tag] }]);
  await expect.element(chips().first()).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("“Refund” was run")).not.toBeInTheDocument();
  expect(server.changes.parts).toEqual([1]);
});

test("an action for a colleague who left says so", async () => {
  const left = {
    id: crypto.randomUUID(),
    name: "Bo Lind",
    email: "bo@shop.example",
    role: "agent" as const,
    isActive: false,
  };
  await useMacro({ content: "", actions: [{ action: "assign", values: [left.id] }] }, 0, [left]);
  await expect.element(chips().first()).toHaveTextContent("Assign to Bo Lindhas left");
});

/** Opens a ticket of a store with these responses and teams, with the tools of canned responses. */
async function openWithTools({ responses = [], teams = [] }: { responses?: CannedResponse[]; teams?: Team[] } = {}) {
  const server = fakeServer();
  server.responses = responses;
  server.teams = teams;
  server.alsoCan = ["canned-responses:write"];
  const tools = {
    buttons: (draft: ReplyDraft) => (
      <>
        <CannedResponsesTool {...draft} />
        <MacroKeys draft={draft} />
      </>
    ),
  };
  return openTicket(server, undefined, { screen: <Toaster />, tools });
}

test("a key of one's own puts the text into the reply, or runs actions alone", async () => {
  const texts = newResponse({ content: "We are on it.", key: "b" });
  const { server, composer } = await openWithTools({
    responses: [texts, newResponse({ actions: [tag], content: "", key: "7" })],
  });
  await userEvent.keyboard("b");
  await expect.element(composer).toHaveValue("We are on it.");
  await expect.element(composer).toHaveFocus();
  // While one types it is a letter.
  await userEvent.keyboard("b{Escape}");
  await expect.element(composer).toHaveValue("We are on it.b");
  await userEvent.keyboard("7");
  await expect.element(page.getByText("“Response” was run")).toBeVisible();
  expect(server.ranMacros).toHaveLength(1);
});

test("a key that is taken is refused by what it does, and a free one is shown at its response", async () => {
  await openWithTools({ responses: [newResponse({ title: "Refund" })] });
  await page.getByRole("button", { name: "Canned Responses" }).click();
  const choice = page.getByRole("button", { name: "Key for Refund" });
  await choice.click();
  const field = page.getByRole("textbox", { name: "Key" });
  await field.fill("r");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("R is already a key: Open a ticket and write a reply");
  await field.fill("b");
  await userEvent.keyboard("{Enter}");
  await expect.element(choice).toHaveTextContent("Key: B");
});

test("a macro of actions alone is made, and kept to oneself", async () => {
  const { server } = await openWithTools();
  await page.getByRole("button", { name: "Canned Responses" }).click();
  await page.getByRole("button", { name: "New Response" }).click();
  const editor = page.getByRole("dialog", { name: "Create New Response" });
  await editor.getByRole("textbox", { name: "Title" }).fill("Refund");
  await editor.getByRole("combobox", { name: "Category" }).fill("Returns");
  const create = editor.getByRole("button", { name: "Create Response" });
  await expect.element(create).toBeDisabled();
  await editor.getByRole("button", { name: "Add an action" }).click();
  await editor.getByRole("textbox", { name: "Value" }).fill("refund, done");
  await editor.getByRole("combobox", { name: "Who sees it" }).selectOptions("Only me");
  await create.click();
  await expect.element(editor).not.toBeInTheDocument();
  expect(server.responses).toMatchObject([
    { title: "Refund", content: "", isOwn: true, actions: [{ action: "add_tags", values: ["refund", "done"] }] },
  ]);
});

test("a response is kept to one of one's teams, and names it", async () => {
  const team = { memberIds: [] as string[], givesOut: false, openLimit: null, tellAfterMinutes: null, version: 1 };
  const [returns, others] = ["66666666-6666-4666-8666-666666666661", "66666666-6666-4666-8666-666666666662"];
  const teams = [
    { ...team, id: returns, name: "Returns", memberIds: [agent.id] },
    { ...team, id: others, name: "Others" },
  ];
  const { server } = await openWithTools({ teams });
  await page.getByRole("button", { name: "Canned Responses" }).click();
  await page.getByRole("button", { name: "New Response" }).click();
  const editor = page.getByRole("dialog", { name: "Create New Response" });
  await editor.getByRole("textbox", { name: "Title" }).fill("Refund");
  await editor.getByRole("combobox", { name: "Category" }).fill("Returns");
  await editor.getByRole("textbox", { name: "Content" }).fill("We refunded it.");
  const home = editor.getByRole("combobox", { name: "Who sees it" });
  await expect.element(home).toMatchTextContent(/^Only meReturnsEverybody$/);
  await home.selectOptions("Returns");
  await editor.getByRole("button", { name: "Create Response" }).click();
  await expect.element(editor).not.toBeInTheDocument();
  expect(server.responses).toMatchObject([{ title: "Refund", isOwn: false, teamId: returns }]);
  await expect.element(page.getByRole("article", { name: "Refund" })).toMatchTextContent("Returns");
});
