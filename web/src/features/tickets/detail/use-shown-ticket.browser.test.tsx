import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agent, fakeServer, newMessage, refusal } from "../../../testing/fake-server.ts";
import { goOffline, openTicket } from "../../../testing/open-ticket.tsx";

const priority = page.getByRole("combobox", { name: "Priority" });
const newTag = page.getByRole("textbox", { name: "Add tag" });
const tags = page.getByRole("button", { name: /^Remove tag/ });
const archived = page.getByText("This ticket is archived");

type PendingChange = { save: () => void; refuse: () => void };

/** Opens a ticket whose changes are answered and stored only when the test says so. */
async function openHeld() {
  const server = fakeServer();
  const { ticket } = server;
  const changes: PendingChange[] = [];
  server.onTheWay = async (request) => {
    if (request.method !== "PATCH" && !/\/(?:status|reopen)$/.test(request.url)) return undefined;
    const { expected, addTags = [], removeTags, ...values } = await request.json().catch(() => ({ status: "open" }));
    const answer = Promise.withResolvers<Response>();
    changes.push({
      save: () => answer.resolve(Response.json(Object.assign(ticket, values, { tags: [...ticket.tags, ...addTags] }))),
      refuse: () => answer.resolve(refused()),
    });
    return answer.promise;
  };
  const opened = await openTicket(server);
  return {
    ...opened,
    /** Resolves with the change at this index once it was requested. */
    change: async (at: number): Promise<PendingChange> => {
      await expect.poll(() => changes.length).toBeGreaterThan(at);
      return changes[at] as PendingChange;
    },
    changes,
    /** Refetches the ticket because a message arrived. */
    async hear(content: string) {
      ticket.messages.push(newMessage(ticket.id, { content }));
      await opened.refresh();
      await expect.element(page.getByText(content)).toBeVisible();
    },
  };
}

function refused(): Response {
  const error = refusal("too_many_tags");
  return Response.json(error.toJSON(), { status: error.status });
}

async function addTag(tag: string) {
  await newTag.fill(tag);
  await userEvent.keyboard("{Enter}");
}

test("a refetch does not undo pending changes", async () => {
  const { change, hear } = await openHeld();
  await priority.selectOptions("high");
  await addTag("glaze");
  await expect.element(tags).toHaveLength(1);
  await hear("One");
  await expect.element(priority).toHaveValue("high");
  await expect.element(tags).toHaveLength(1);
  (await change(0)).save();
  await change(1);
  await hear("Two");
  await expect.element(priority).toHaveValue("high");
  await expect.element(tags).toHaveLength(1);
  (await change(1)).save();
  await hear("Three");
  await expect.element(tags).toHaveLength(1);
  await expect.element(priority).toHaveValue("high");
});

test("closing and reopening in a row both show until the server has both", async () => {
  const { change, hear } = await openHeld();
  await userEvent.keyboard("s");
  await page.getByRole("button", { name: "Reopen Ticket" }).click();
  const reopening = page.getByRole("button", { name: "Reopening..." });
  await expect.element(reopening).toBeVisible();
  await hear("Four");
  await expect.element(reopening).toBeVisible();
  (await change(0)).save();
  (await change(1)).save();
  await expect.element(archived).not.toBeInTheDocument();
});

test("a field and the status changed in a row are saved in a row, and neither undoes the other", async () => {
  const { changes, change } = await openHeld();
  await priority.selectOptions("high");
  const first = await change(0);
  page.getByRole("region", { name: "Messages" }).element().focus();
  await userEvent.keyboard("s");
  await expect.element(archived).toBeVisible();
  expect(changes).toHaveLength(1);
  first.save();
  const second = await change(1);
  await expect.element(archived).toBeVisible();
  second.save();
  await expect.element(page.getByRole("definition").filter({ hasText: "High" })).toBeVisible();
  await expect.element(archived).toBeVisible();
});

test("a refused change is undone alone", async () => {
  const { change, hear } = await openHeld();
  await priority.selectOptions("high");
  await addTag("glaze");
  await priority.selectOptions("low");
  (await change(0)).save();
  (await change(1)).refuse();
  await expect.element(tags).not.toBeInTheDocument();
  await expect.element(priority).toHaveValue("low");
  const third = await change(2);
  await hear("Five");
  await expect.element(priority).toHaveValue("low");
  third.refuse();
  await expect.element(page.getByText(/^Failed to update ticket/)).toBeVisible();
  await expect.element(priority).toHaveValue("high");
});

test("a change made offline is undone at once, and the next one is kept", async () => {
  const { server, change } = await openHeld();
  const { onTheWay } = server;
  server.onTheWay = () => Promise.reject(new TypeError("Failed to fetch"));
  const { goOnline } = goOffline();
  await priority.selectOptions("high");
  await expect.element(page.getByText(/^Failed to update ticket/)).toBeVisible();
  await expect.element(priority).toHaveValue("medium");
  server.onTheWay = onTheWay;
  goOnline();
  await priority.selectOptions("low");
  (await change(0)).save();
  await expect.element(priority).toHaveValue("low");
});

test("keys assign the ticket to oneself and focus assignee, priority and tags", async () => {
  const { change } = await openHeld();
  await userEvent.keyboard("i");
  (await change(0)).save();
  const assignee = page.getByRole("combobox", { name: "Assignee" });
  await expect.element(assignee).toHaveValue(agent.id);
  for (const [key, field] of [
    ["o", assignee],
    ["p", priority],
    ["t", newTag],
  ] as const) {
    page.getByRole("region", { name: "Messages" }).element().focus();
    await userEvent.keyboard(key);
    await expect.element(field).toHaveFocus();
  }
  await userEvent.keyboard("t");
  await expect.element(newTag).toHaveValue("t");
});
