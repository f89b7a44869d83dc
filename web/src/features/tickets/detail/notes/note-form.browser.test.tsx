import { limits } from "@deskhand/contract/limits";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

async function openNotes() {
  const ticket = await openTicket();
  await ticket.tab(/^Internal Notes/).click();
  return ticket;
}

test("n focuses the note, Ctrl+Enter adds it, and the list shows it", async () => {
  const { note, addNote, server } = await openTicket();
  await userEvent.keyboard("n");
  await expect.element(note).toHaveFocus();
  await expect.element(addNote).toBeDisabled();
  await userEvent.keyboard("Asks about ink.{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("listitem").filter({ hasText: "Asks about ink." })).toBeVisible();
  await expect.element(note).toHaveValue("");
  expect(server.notes).toEqual(["Asks about ink."]);
});

test("a double click adds one note, even when the tab is left meanwhile", async () => {
  const { note, addNote, server, tab } = await openNotes();
  const response = Promise.withResolvers<void>();
  server.before = () => response.promise;
  await note.fill("Only once.");
  await addNote.dblClick();
  await tab(/^Messages/).click();
  await tab(/^Internal Notes/).click();
  await expect.element(page.getByRole("button", { name: "Adding..." })).toBeDisabled();
  response.resolve();
  await expect.element(page.getByRole("listitem").filter({ hasText: "Only once." })).toBeVisible();
  await expect.element(note).toHaveValue("");
  expect(server.notes).toHaveLength(1);
});

test("a refused note keeps its text and shows the reason", async () => {
  const { note, addNote, server } = await openNotes();
  server.before = async () => {
    throw refusal("ticket_archived");
  };
  await note.fill("Too late.");
  await addNote.click();
  const why = "Failed to add internal note: This ticket is archived. Reopen it to make changes";
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(note).toHaveValue("Too late.");
});

test("the counter appears near the limit", async () => {
  const { note } = await openNotes();
  const counter = page.getByText(/10,000 characters$/);
  await note.fill("x".repeat(limits.noteLength * 0.9));
  await expect.element(counter).not.toBeInTheDocument();
  await note.fill("x".repeat(limits.noteLength * 0.9 + 1));
  await expect.element(counter).toHaveTextContent("9001/10,000 characters");
});
