import type { Note } from "@deskhand/contract/messages";
import type { Colleague } from "@deskhand/contract/team";
import type { Activity } from "@deskhand/contract/tickets";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { wantMessage } from "../../../../entities/ticket/wanted.ts";
import { agent, fakeServer, newMessage } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 10, minute)).toISOString();
const person = (name: string, isActive = true): Colleague => ({
  id: crypto.randomUUID(),
  name,
  email: "",
  isActive,
  role: "agent",
});
const thread = page.getByRole("region", { name: "Messages" });
const reply = page.getByRole("button", { name: "Reply", exact: true });
const note = page.getByRole("button", { name: "Internal note" });
const shows = page.getByRole("checkbox", { name: "Show notes and steps" });

function noteAt(ticketId: string, minute: number, content: string): Note {
  return { id: crypto.randomUUID(), ticketId, content, authorId: null, authorName: "Bea", createdAt: at(minute) };
}

function stepAt(ticketId: string, minute: number): Activity {
  const change = { kind: "status_changed", from: "open", to: "pending" } as const;
  const by = { actorId: null, actorName: "Bea", isByRule: false, byTeam: null };
  return { id: crypto.randomUUID(), ticketId, ...change, ...by, createdAt: at(minute) };
}

/** A ticket with a message, a step, a note and another message. */
function fullThread() {
  const server = fakeServer();
  const { id } = server.ticket;
  server.ticket.messages = [
    newMessage(id, { content: "First words", createdAt: at(0) }),
    newMessage(id, { content: "Last words", createdAt: at(3) }),
  ];
  server.steps.push(stepAt(id, 1));
  server.ticket.notes.push(noteAt(id, 2, "Between the two"));
  server.colleagues = [person("Ada"), person("Ada Lovelace"), person("Gone Girl", false)];
  return server;
}

test("what a rule did names it, and its name asks why", async () => {
  const server = fullThread();
  const { id } = server.ticket;
  server.steps.push({ ...stepAt(id, 2), actorName: "Refunds", isByRule: true });
  server.ticket.messages.push(
    newMessage(id, { content: "Hello", isAutomatic: true, byRule: "Answers", createdAt: at(4) }),
  );
  await openTicket(server);
  await expect.element(thread.getByRole("button", { name: "Refunds" })).toBeVisible();
  const answer = thread.getByRole("listitem").filter({ hasText: "Hello" });
  await expect.element(answer).toMatchTextContent(/Automatic reply.*by the rule Answers/);
  await expect.element(answer.getByRole("button", { name: "Answers" })).toBeVisible();
});

test("notes and steps appear in the thread in order and can be hidden permanently", async () => {
  const { close } = await openTicket(fullThread());
  const lines = thread.getByRole("listitem");
  await expect.element(lines.nth(3)).toMatchTextContent(/Last words/);
  const texts = () => lines.elements().map(({ textContent }) => textContent ?? "");
  expect(texts().map((text) => /First|changed the status from Open to Pending|Between|Last/.exec(text)?.[0])).toEqual([
    "First",
    "changed the status from Open to Pending",
    "Between",
    "Last",
  ]);
  await expect.element(lines.nth(2)).toMatchTextContent(/Only colleagues see this/);
  await shows.click();
  await expect.poll(() => texts().length).toBe(2);
  await close();
  await openTicket(fullThread());
  await expect.element(thread.getByText("Last words")).toBeVisible();
  await expect.element(thread.getByText("Between the two")).not.toBeInTheDocument();
  await shows.click();
  await expect.element(thread.getByText("Between the two")).toBeVisible();
});

test("a hundred older notes hold back older messages until they are loaded too", async () => {
  const server = fakeServer();
  const { ticket } = server;
  ticket.messages = [newMessage(ticket.id, { content: "Long ago", createdAt: at(0) })];
  ticket.notes = [noteAt(ticket.id, 9, "Late note")];
  ticket.hasOlderNotes = true;
  await openTicket(server);
  await expect.element(thread.getByText("Late note")).toBeVisible();
  await expect.element(thread.getByText("Long ago")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Show earlier messages" })).toBeVisible();
  await shows.click();
  await expect.element(thread.getByText("Long ago")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Show earlier messages" })).not.toBeInTheDocument();
});

test("r, n and the switch change between reply and note, and each keeps its own text", async () => {
  const { composer, note: noteField, server, tab } = await openTicket(fullThread());
  await userEvent.keyboard("n");
  await expect.element(noteField).toHaveFocus();
  await expect.element(note).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByText("Only colleagues see this").last()).toBeVisible();
  await userEvent.keyboard("She lies.");
  await reply.click();
  await expect.element(composer).toHaveFocus();
  await expect.element(composer).toHaveValue("");
  await userEvent.keyboard("{Control>}{Enter}{/Control}{Meta>}{Enter}{/Meta}");
  await userEvent.keyboard("Dear Ines");
  await note.click();
  await expect.element(noteField).toHaveValue("She lies.");
  await tab(/^Internal Notes/).click();
  await expect.element(noteField).toHaveValue("She lies.");
  await userEvent.tab();
  expect(server.replies).toEqual([]);
  expect(server.notes).toEqual([]);
});

test("the send key in the note adds only the note, in the reply sends only the reply", async () => {
  const { composer, note: noteField, sent, server } = await openTicket(fullThread());
  await composer.fill("For the customer");
  await note.click();
  await noteField.fill("For the team");
  await userEvent.keyboard("{Control>}{Enter}{/Control}{Control>}{Enter}{/Control}");
  await expect.element(thread.getByText("For the team")).toBeVisible();
  await expect.element(noteField).toHaveValue("");
  expect(server.replies).toEqual([]);
  await reply.click();
  await expect.element(composer).toHaveValue("For the customer");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(sent).toBeVisible();
  expect(server.replies.map(({ content }) => content)).toEqual(["For the customer"]);
  expect(server.notes).toEqual(["For the team"]);
});

test("@ suggests active colleagues; Enter takes one, Escape none, and typing goes on", async () => {
  const server = fullThread();
  server.colleagues.push({ ...person(agent.name), id: agent.id });
  const { note: noteField } = await openTicket(server);
  await userEvent.keyboard("n");
  await userEvent.keyboard("Ask @");
  const options = page.getByRole("listbox", { name: "Colleagues" }).getByRole("option");
  await expect.element(options.first()).toBeVisible();
  expect(options.elements().map(({ textContent }) => textContent)).toEqual(["Ada", "Ada Lovelace"]);
  await userEvent.keyboard("a");
  await expect.element(options.first()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(noteField).toHaveValue("Ask @Ada Lovelace ");
  await expect.element(options.first()).not.toBeInTheDocument();
  await userEvent.keyboard("about it, @a");
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(options.first()).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}now bob@a");
  await expect.element(options.first()).not.toBeInTheDocument();
  await expect.element(noteField).toHaveValue("Ask @Ada Lovelace about it, @a\nnow bob@a");
});

test("an unknown or ambiguous name is reported as notifying nobody while the note is written", async () => {
  const server = fullThread();
  server.colleagues = [person("Alma Berg"), person("Bo Ek"), person("Bo Lind")];
  const { note: noteField } = await openTicket(server);
  await note.click();
  await noteField.fill("@Alma, @Bo and @Zoe");
  const sentences = page.getByRole("status", { name: "Names that tell nobody" }).getByRole("listitem");
  await expect.element(sentences.nth(1)).toBeVisible();
  expect(sentences.elements().map(({ textContent }) => textContent)).toEqual([
    "“@Bo” tells nobody: Bo Ek and Bo Lind are called so. Write the whole name.",
    "“@Zoe” tells nobody: no active colleague is called so.",
  ]);
});

test("a suggested name can be clicked, and names that cannot be notified are listed", async () => {
  const server = fullThread();
  server.notTold = ["Gone Girl"];
  const { note: noteField, addNote } = await openTicket(server);
  await note.click();
  await userEvent.keyboard("@love");
  await page.getByRole("listbox", { name: "Colleagues" }).getByRole("option", { name: "Ada Lovelace" }).click();
  await expect.element(noteField).toHaveValue("@Ada Lovelace ");
  await expect.element(noteField).toHaveFocus();
  await userEvent.keyboard("and @Gone Girl");
  await addNote.click();
  await expect
    .element(page.getByText("Gone Girl was not told of your note: no active colleague has this name."))
    .toBeVisible();
  expect(server.notes).toEqual(["@Ada Lovelace and @Gone Girl"]);
  expect(server.chosenNames).toEqual(["Ada Lovelace"]);
  await noteField.fill("@Ada Lovelace by hand");
  await addNote.click();
  await expect.element(noteField).toHaveValue("");
  expect(server.chosenNames).toEqual([]);
});

test("a reply held back by a limit shows until when, and not as being sent", async () => {
  const server = fakeServer();
  const deliveryError =
    "Your store may send 100 replies a day, and today's are used up. It is sent by itself when the next day begins";
  const heldBack = { deliveryState: "sending", deliveryError, heldUntil: "2026-03-03T00:00:00.000Z" } as const;
  server.ticket.messages = [
    newMessage(server.ticket.id, { ...heldBack, isFromCustomer: false, authorName: agent.name }),
  ];
  await openTicket(server);
  await expect.element(thread.getByText(/^Held back until Mar \d, 2026/)).toBeVisible();
  expect(thread.getByText("Sending", { exact: true }).elements()).toEqual([]);
});

test("a folded signature is labelled as one", async () => {
  const server = fakeServer();
  const { id } = server.ticket;
  server.ticket.messages = (["signature", "history", "both"] as const).map((folded) => newMessage(id, { folded }));
  await openTicket(server);
  await expect.element(page.getByRole("button", { name: "··· signature", exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "··· earlier messages", exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "··· signature and earlier messages" })).toBeVisible();
});

const newest = page.getByRole("button", { name: "New message" });

/** A long thread with a mail accepted after its second message but added after all others. */
function longThread() {
  const server = fakeServer();
  const { id } = server.ticket;
  server.ticket.messages = Array.from({ length: 30 }, (_, minute) =>
    newMessage(id, { content: `Message ${minute}`, createdAt: at(minute) }),
  );
  const late = newMessage(id, { content: "See the picture.", createdAt: at(1), addedAt: at(45) });
  return { server, late, add: () => server.ticket.messages.splice(2, 0, late) };
}

test("a late message appears further up, is announced with a link, and stops a reply begun before it", async () => {
  const { server, late, add } = longThread();
  server.preferences.undoSeconds = 0;
  const { composer, send, sent, refresh } = await openTicket(server);
  await composer.fill("Begun before.");
  add();
  await refresh();
  await expect.element(newest).toBeVisible();
  await expect.element(page.getByText("See the picture.")).not.toBeInViewport();
  await send.click();
  await expect.element(page.getByText("The conversation moved on since you started writing")).toBeVisible();
  expect(server.replies).toEqual([]);
  await newest.click();
  await expect.element(page.getByRole("listitem").filter({ hasText: "See the picture." }).last()).toBeInViewport();
  await expect.element(page.getByText(/^On this ticket since/)).toBeVisible();
  await expect.element(newest).not.toBeInTheDocument();
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ lastSeenMessageId: late.id }]);
});

test("an unread late message is scrolled to on opening, a read one is not", async () => {
  for (const isNewReply of [true, false]) {
    const { server, add } = longThread();
    add();
    server.ticket.isNewReply = isNewReply;
    const { close } = await openTicket(server);
    await expect.element(page.getByText("Message 29")).toBeInViewport();
    if (isNewReply) await expect.element(newest).toBeVisible();
    else await expect.element(newest).not.toBeInTheDocument();
    await close();
  }
});

test("opens at the message that a list named, on an earlier page too, and else at the newest", async () => {
  await page.viewport(1440, 900);
  const server = fakeServer();
  const { ticket } = server;
  const all = Array.from({ length: 30 }, (_, place) =>
    newMessage(ticket.id, { content: `Words ${place}\n`.repeat(4), createdAt: at(place) }),
  );
  const shown = (place: number) => thread.getByText(all[place]?.content.trim() ?? "");
  ticket.messages = all.slice(10);
  ticket.hasOlderMessages = true;
  ticket.messageCount = all.length;
  server.onTheWay = async (request) =>
    new URL(request.url).pathname.endsWith(`/tickets/${ticket.id}/messages`)
      ? Response.json({ items: all.slice(0, 10), hasOlder: false })
      : undefined;
  for (const place of [14, 3]) {
    wantMessage({ ticketId: ticket.id, messageId: all[place]?.id ?? "" });
    const { close } = await openTicket(server);
    await expect.element(shown(place)).toBeInViewport();
    await expect.element(shown(29)).not.toBeInViewport();
    await close();
  }
  // A message that is not there any more, then none.
  wantMessage({ ticketId: ticket.id, messageId: crypto.randomUUID() });
  const { close } = await openTicket(server);
  await expect.element(shown(0)).toBeInTheDocument();
  await close();
  await openTicket(server);
  await expect.element(shown(29)).toBeInViewport();
});
