import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer } from "../../testing/fake-server.ts";
import { newResponse } from "../../testing/fake-writing.ts";
import { openTicket } from "../../testing/open-ticket.tsx";
import { QuickPicker } from "./quick-picker.tsx";

const options = () => page.getByRole("listbox", { name: "Responses" }).getByRole("option");

/** Opens the picker on an empty reply of a store with twenty responses. */
async function openPicker() {
  const server = fakeServer();
  server.responses = Array.from({ length: 20 }, (_, index) =>
    newResponse({ title: `Response ${index}`, content: `Content ${index}` }),
  );
  const { composer } = await openTicket(server, undefined, {
    tools: {
      quickPicker: (draft, close) => (
        <QuickPicker draft={draft} onWrite={(text) => draft.replaceText(text, "")} onClose={close} />
      ),
    },
  });
  await composer.click();
  await userEvent.keyboard("/");
  const picker = page.getByRole("combobox", { name: "Canned response" });
  await expect.element(picker).toHaveFocus();
  await expect.element(options().first()).toBeVisible();
  return { composer, picker };
}

test("lists all responses, and the last can be reached and used by keyboard", async () => {
  const { composer } = await openPicker();
  expect(options().elements()).toHaveLength(20);
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(options().nth(19)).toBeInViewport();
  await userEvent.keyboard("{Enter}");
  await expect.element(composer).toHaveValue("Content 19");
  await expect.element(composer).toHaveFocus();
});

test.each([
  ["Escape gives back what was typed", "ref{Escape}", "/ref"],
  ["Escape where nothing was typed goes back to the empty reply", "{Escape}", ""],
  ["a second slash writes one", "/", "/"],
  ["Backspace in the empty field goes back to the empty reply", "{Backspace}", ""],
])("%s", async (_, keys, text) => {
  const { composer, picker } = await openPicker();
  await userEvent.keyboard(keys);
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(composer).toHaveValue(text);
  await expect.element(composer).toHaveFocus();
});

test("leaving the picker puts the typed text into the reply", async () => {
  const { composer, picker } = await openPicker();
  await userEvent.keyboard("ref");
  await composer.click();
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(composer).toHaveValue("/ref");
});
