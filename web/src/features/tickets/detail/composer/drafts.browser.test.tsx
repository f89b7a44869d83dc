import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, refusal } from "../../../../testing/fake-server.ts";
import { openTicket, otherTab, storageKey } from "../../../../testing/open-ticket.tsx";

test("an unsent reply is there again when its ticket is opened again, and in no other ticket", async () => {
  const first = await openTicket();
  await first.composer.fill("Of course, in which");
  await first.close();
  const other = await openTicket();
  await expect.element(other.composer).toHaveValue("");
  await other.close();
  const again = await openTicket(fakeServer(first.ticket));
  await expect.element(again.composer).toHaveValue("Of course, in which");
});

test("reply and note are kept apart, and each survives looking at the other", async () => {
  const { composer, note, tab } = await openTicket();
  await composer.fill("To the customer");
  await tab(/^Internal Notes/).click();
  await note.fill("To the team");
  await tab(/^Messages/).click();
  await expect.element(composer).toHaveValue("To the customer");
  await tab(/^Internal Notes/).click();
  await expect.element(note).toHaveValue("To the team");
});

test("after sending nothing is kept: no text, no key, no place in the thread", async () => {
  const { composer, send, sent, ticket } = await openTicket();
  await composer.fill("Gone soon.");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.endsWith(ticket.id))).toEqual([]);
});

test("an attempt whose outcome is unknown keeps its key over a reload, so that the second is the same reply", async () => {
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

test("an emptied field is a forgotten draft", async () => {
  const { composer, ticket } = await openTicket();
  await composer.fill("Never mind");
  await composer.clear();
  await expect.poll(() => localStorage.getItem(storageKey("reply", ticket.id))).toBeNull();
});

test("an untouched field follows what another tab writes", async () => {
  const { composer, ticket } = await openTicket();
  await expect.element(composer).toHaveValue("");
  const tab = otherTab();
  tab.setItem(storageKey("reply", ticket.id), "From the other tab");
  await expect.element(composer).toHaveValue("From the other tab");
  tab.removeItem(storageKey("reply", ticket.id));
  await expect.element(composer).toHaveValue("");
});

test("a field that was written in stays as it is, and is kept again when the other tab has sent its text", async () => {
  const { composer, ticket } = await openTicket();
  const key = storageKey("reply", ticket.id);
  await composer.fill("Mine");
  const tab = otherTab();
  tab.setItem(key, "Theirs");
  tab.removeItem(key);
  await expect.poll(() => localStorage.getItem(key)).toBe("Mine");
  await expect.element(composer).toHaveValue("Mine");
});

test("what another tab wrote over it since stays when this one is sent", async () => {
  const { composer, send, sent, ticket, server } = await openTicket();
  await composer.fill("Mine");
  otherTab().setItem(storageKey("reply", ticket.id), "Theirs");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "Mine" }]);
  expect(localStorage.getItem(storageKey("reply", ticket.id))).toBe("Theirs");
});

test.each(["QuotaExceededError", "SecurityError"])("with %s a draft lives as long as the page", async (fault) => {
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

test("a reply that is answered after its ticket was closed leaves no draft behind", async () => {
  const first = await openTicket();
  const held = Promise.withResolvers<void>();
  first.server.before = () => held.promise;
  await first.composer.fill("Closed meanwhile.");
  await first.send.click();
  await expect.element(first.sending).toBeVisible();
  await first.close();
  held.resolve();
  await expect.poll(() => localStorage.getItem(storageKey("reply", first.ticket.id))).toBeNull();
});

/** A ticket with a tool that replaces the reply's text, as a template does. */
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

test("what a tool replaced can be had back until the reply is sent, also after it was written on and reloaded", async () => {
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

test("Ctrl+Z takes back what a tool replaced, and what was typed before it; Ctrl+Y does it again", async () => {
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

test("of an empty reply there is nothing to have back", async () => {
  const { composer, replace, undo } = await openWithTool();
  await replace();
  await expect.element(composer).toHaveValue("Template\nof two lines");
  await expect.element(undo).not.toBeInTheDocument();
});

test("a placeholder is filled in as it is typed, where the caret was; Ctrl+Z leaves it as it was typed", async () => {
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

test("a file that the text promises and that does not go with it is asked about before it is sent", async () => {
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
  // By that name it goes along after all.
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  await remove("Guide").click();
  await send.click();
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.poll(() => server.replies).toHaveLength(2);
  expect(server.replies[1]).toMatchObject({ content: "Guide (PDF)\nAttached file: guide.pdf", resourceIds: [] });
  await expect.element(composer).toHaveValue("");
});

test("a resource that is taken back goes from the reply too, by the button and by Ctrl+Z, and comes back with its text", async () => {
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
