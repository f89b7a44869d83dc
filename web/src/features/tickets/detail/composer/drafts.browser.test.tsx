import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, refusal } from "../../../../testing/fake-server.ts";
import { openTicket, otherTab, storageKey } from "../../../../testing/open-ticket.tsx";

test("an unsent reply returns when its ticket is reopened, and shows in no other ticket", async () => {
  const first = await openTicket();
  await first.composer.fill("Of course, in which");
  await first.close();
  const other = await openTicket();
  await expect.element(other.composer).toHaveValue("");
  await other.close();
  const again = await openTicket(fakeServer(first.ticket));
  await expect.element(again.composer).toHaveValue("Of course, in which");
});

test("reply and note drafts are separate, and each survives a switch to the other", async () => {
  const { composer, note, tab } = await openTicket();
  await composer.fill("To the customer");
  await tab(/^Internal Notes/).click();
  await note.fill("To the team");
  await tab(/^Messages/).click();
  await expect.element(composer).toHaveValue("To the customer");
  await tab(/^Internal Notes/).click();
  await expect.element(note).toHaveValue("To the team");
});

test("sending clears the draft's text, key and position in the thread", async () => {
  const { composer, send, sent, ticket } = await openTicket();
  await composer.fill("Gone soon.");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.endsWith(ticket.id))).toEqual([]);
});

test("an attempt with an unknown outcome keeps its key across a reload, so that a retry is the same reply", async () => {
  const first = await openTicket();
  first.server.before = async () => {
    throw refusal("unexpected", { requestId: "1" });
  };
  await first.composer.fill("Once only.");
  await first.send.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await first.close();
  const again = await openTicket(fakeServer(first.ticket));
  await again.send.click();
  await expect.element(again.sent).toBeVisible();
  expect(again.server.replies[0]?.idempotencyKey).toBe(first.server.replies[0]?.idempotencyKey);
});

test("emptying the field deletes the draft", async () => {
  const { composer, ticket } = await openTicket();
  await composer.fill("Never mind");
  await composer.clear();
  await expect.poll(() => localStorage.getItem(storageKey("reply", ticket.id))).toBeNull();
});

test("an untouched field follows edits in another tab", async () => {
  const { composer, ticket } = await openTicket();
  await expect.element(composer).toHaveValue("");
  const tab = otherTab();
  tab.setItem(storageKey("reply", ticket.id), "From the other tab");
  await expect.element(composer).toHaveValue("From the other tab");
  tab.removeItem(storageKey("reply", ticket.id));
  await expect.element(composer).toHaveValue("");
});

test("an edited field keeps its text, and stores it again after another tab has sent its own", async () => {
  const { composer, ticket } = await openTicket();
  const key = storageKey("reply", ticket.id);
  await composer.fill("Mine");
  const tab = otherTab();
  tab.setItem(key, "Theirs");
  tab.removeItem(key);
  await expect.poll(() => localStorage.getItem(key)).toBe("Mine");
  await expect.element(composer).toHaveValue("Mine");
});

test("sending this text keeps what another tab has stored over it", async () => {
  const { composer, send, sent, ticket, server } = await openTicket();
  await composer.fill("Mine");
  otherTab().setItem(storageKey("reply", ticket.id), "Theirs");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "Mine" }]);
  expect(localStorage.getItem(storageKey("reply", ticket.id))).toBe("Theirs");
});

test.each(["QuotaExceededError", "SecurityError"])("with %s a draft lasts as long as the page", async (fault) => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("No", fault);
  });
  onTestFinished(() => setItem.mockRestore());
  const { composer, note, tab, send, sent, server } = await openTicket();
  await composer.fill("Not to be stored");
  await tab(/^Internal Notes/).click();
  await expect.element(note).toBeVisible();
  await tab(/^Messages/).click();
  await expect.element(composer).toHaveValue("Not to be stored");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(composer).toHaveValue("");
  expect(server.replies).toMatchObject([{ content: "Not to be stored" }]);
});

test("a reply answered after its ticket was closed leaves no draft", async () => {
  const first = await openTicket();
  const response = Promise.withResolvers<void>();
  first.server.before = () => response.promise;
  await first.composer.fill("Closed meanwhile.");
  await first.send.click();
  await expect.element(first.sending).toBeVisible();
  await first.close();
  response.resolve();
  await expect.poll(() => localStorage.getItem(storageKey("reply", first.ticket.id))).toBeNull();
});

/** Opens a ticket with a tool that replaces the reply's text, as a template does. */
async function openWithTool(server = fakeServer()) {
  const opened = await openTicket(server, undefined, {
    tools: {
      buttons: ({ replaceText }) => (
        <button type="button" onClick={() => replaceText("Template\nof two lines", "Your text was replaced.")}>
          Replace
        </button>
      ),
    },
  });
  const undo = opened.region.getByRole("button", { name: "Undo" });
  return { ...opened, undo, replace: () => page.getByRole("button", { name: "Replace" }).click() };
}

test("a replaced text can be restored until the reply is sent, even after edits and a reload", async () => {
  const { composer, replace, undo, server, close } = await openWithTool();
  await composer.fill("Mine");
  await replace();
  await expect.element(composer).toHaveValue("Template\nof two lines");
  await expect.element(composer).toHaveFocus();
  await userEvent.keyboard("!");
  await close();
  const again = await openWithTool(server);
  await expect.element(again.composer).toHaveValue("Template\nof two lines!");
  await undo.click();
  await expect.element(composer).toHaveValue("Mine");
  await undo.click();
  await expect.element(composer).toHaveValue("Template\nof two lines!");
  await undo.click();
  await expect.element(composer).toHaveValue("Mine");
  await again.send.click();
  await expect.element(again.sent).toBeVisible();
  await composer.fill("Another");
  await expect.element(undo).not.toBeInTheDocument();
});

test("Ctrl+Z undoes a tool's replacement and the typing before it; Ctrl+Y redoes it", async () => {
  const { composer, replace, undo } = await openWithTool();
  await composer.click();
  await userEvent.keyboard("Mine");
  await replace();
  await expect.element(composer).toHaveValue("Template\nof two lines");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(composer).toHaveValue("Mine");
  await expect.element(undo).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}y{/Control}");
  await expect.element(composer).toHaveValue("Template\nof two lines");
  await expect.element(undo).toBeVisible();
});

test("an empty reply leaves nothing to restore", async () => {
  const { composer, replace, undo } = await openWithTool();
  await replace();
  await expect.element(composer).toHaveValue("Template\nof two lines");
  await expect.element(undo).not.toBeInTheDocument();
});

test("a placeholder is filled in at the caret as it is typed; Ctrl+Z restores it as typed", async () => {
  const server = fakeServer();
  server.placeholders = { "customer.first_name": "Ines", "store.name": "{{agent.name}}", "agent.name": "Nora" };
  const { composer } = await openTicket(server);
  await composer.click();
  await userEvent.keyboard("Hi {{{{customer.first_name}}");
  await expect.element(composer).toHaveValue("Hi Ines");
  await userEvent.keyboard(", thanks.");
  await expect.element(composer).toHaveValue("Hi Ines, thanks.");
  await composer.fill("");
  await userEvent.keyboard("{{{{order.name}} {{{{nonsense.thing}} {{{{store.name}} !");
  await expect.element(composer).toHaveValue("{{order.name}} {{nonsense.thing}} {{agent.name}} !");
  await composer.fill("");
  await userEvent.keyboard("{{{{customer.first_name}}");
  await expect.element(composer).toHaveValue("Ines");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(composer).toHaveValue("{{customer.first_name}}");
});

test("a reply that mentions a file but has none attached asks before sending", async () => {
  const guide = { id: crypto.randomUUID(), title: "Guide", fileType: "pdf", fileName: "guide.pdf" } as const;
  const { composer, send, sent, server, remove } = await openTicket(fakeServer(), undefined, {
    tools: {
      buttons: ({ attachResource }) => (
        <button type="button" onClick={() => attachResource(guide, "Guide (PDF)\nAttached file: guide.pdf")}>
          Attach
        </button>
      ),
    },
  });
  const question = page.getByText("It says “Attached file: guide.pdf”, and no such file goes with it.", {
    exact: false,
  });
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();

  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await remove("Guide").click();
  await send.click();
  await expect.element(page.getByText("The reply was not sent yet")).toBeVisible();
  await expect.element(question).toBeVisible();
  expect(server.replies).toHaveLength(1);
  // A file of that name is attached after all.
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  await remove("Guide").click();
  await send.click();
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.poll(() => server.replies).toHaveLength(2);
  expect(server.replies[1]).toMatchObject({ content: "Guide (PDF)\nAttached file: guide.pdf", resourceIds: [] });
  await expect.element(composer).toHaveValue("");
});

test("undoing a resource by button or Ctrl+Z also detaches it, and redoing attaches it again", async () => {
  const guide = { id: crypto.randomUUID(), title: "Guide", fileType: "pdf" } as const;
  const { composer, region, send, sent, server } = await openTicket(fakeServer(), undefined, {
    tools: {
      buttons: ({ attachResource }) => (
        <button type="button" onClick={() => attachResource(guide, "Guide (PDF)")}>
          Attach
        </button>
      ),
    },
  });
  const attached = page.getByText("Attached Resources (1)");
  await composer.fill("Mine");
  await page.getByRole("button", { name: "Attach" }).click();
  await expect.element(composer).toHaveValue("Mine\n\nGuide (PDF)");
  await expect.element(attached).toBeVisible();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(attached).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}y{/Control}");
  await expect.element(attached).toBeVisible();
  await userEvent.keyboard("!");
  const undo = region.getByRole("button", { name: "Undo" });
  await undo.click();
  await expect.element(attached).not.toBeInTheDocument();
  await undo.click();
  await expect.element(attached).toBeVisible();
  await undo.click();
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "Mine", resourceIds: [] }]);
});
