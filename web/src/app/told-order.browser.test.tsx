import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CannedResponsesTool } from "../features/canned-responses/canned-responses-tool.tsx";
import { newRecipient } from "../testing/fake-recipients.ts";
import { fakeServer, newMessage } from "../testing/fake-server.ts";
import { newResponse } from "../testing/fake-writing.ts";
import { openTicket } from "../testing/open-ticket.tsx";
import { OpenPlaceholders } from "./open-placeholders.tsx";

beforeEach(() => {
  localStorage.clear();
});

const question = page.getByText(/^This says .* of Ines Roth’s order, and Ines Roth is not among the recipients\./);
const strangers = page.getByText("Nosy is not the customer of this order.");

async function writeToNosyAlone() {
  await page.getByRole("button", { name: /^Remove Ines Roth/ }).click();
  await page.getByRole("combobox", { name: "To", exact: true }).fill("nosy@x.example");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Choose who gets it")).not.toBeInTheDocument();
}

/** Opens a ticket that Ines began with Nosy in Cc, with a template about her order. */
async function openBoth(writer: "Ines Roth" | "Nosy", server = fakeServer()) {
  const { ticket } = server;
  const nosy = { authorName: "Nosy", authorEmail: "nosy@x.example" };
  const desk = newRecipient("help@shop.example", { isOurs: true });
  const cc = newRecipient("nosy@x.example", { name: "Nosy", kind: "cc" });
  const first = newMessage(ticket.id, { recipients: [desk, cc] });
  ticket.messages = writer === "Nosy" ? [first, newMessage(ticket.id, nosy)] : [first];
  server.placeholders = { "customer.first_name": "You", "order.name": "#1138", "tracking.number": "1Z999" };
  server.responses = [
    newResponse({
      title: "On its way",
      content: "Hi {{customer.first_name}}, {{order.name}} goes by {{tracking.number}}.",
    }),
  ];
  const opened = await openTicket(server, undefined, {
    tools: {
      buttons: (draft) => (
        <>
          <CannedResponsesTool {...draft} />
          <OpenPlaceholders {...draft} />
        </>
      ),
    },
  });
  return {
    ...opened,
    async use() {
      await page.getByRole("button", { name: "Canned Responses" }).click();
      await page.getByRole("button", { name: "Use Response: On its way" }).click();
      await expect.element(opened.composer).not.toHaveValue("");
    },
  };
}

test("a template sent to somebody else leaves the customer's order open and says why", async () => {
  const { composer, use, send, server } = await openBoth("Nosy");
  await use();
  await expect.element(composer).toHaveValue("Hi You, {{order.name}} goes by {{tracking.number}}.");
  await expect.element(strangers).toBeVisible();
  await composer.fill("");
  await userEvent.keyboard("It is {{{{order.name}}");
  await expect.element(strangers).toBeVisible();
  await expect.element(composer).toHaveValue("It is {{order.name}}");
  await send.click();
  await expect.element(page.getByText("The reply was not sent yet")).toBeVisible();
  expect(server.replies).toEqual([]);
});

test("a reply about an order asks once if its customer was removed, and not if they are in copy", async () => {
  const { composer, use, send, sent, server } = await openBoth("Ines Roth");
  await use();
  await expect.element(composer).toHaveValue("Hi You, #1138 goes by 1Z999.");
  await expect.element(strangers).not.toBeInTheDocument();
  await writeToNosyAlone();
  await send.click();
  await expect.element(question).toMatchTextContent(/^This says #1138 and 1Z999 of/);
  expect(server.replies).toEqual([]);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: "Hi You, #1138 goes by 1Z999.", sendAnyway: false }]);
  // The next text is another reply.
  await writeToNosyAlone();
  await composer.fill("#1138");
  await send.click();
  await expect.poll(() => server.replies).toHaveLength(2);
});

test("it also asks when the text was typed, taken back after sending, or edited", async () => {
  const server = fakeServer();
  server.preferences.undoSeconds = 5;
  const { composer, send, ticket } = await openBoth("Ines Roth", server);
  await composer.click();
  await userEvent.keyboard("It is {{{{order.name}}");
  await expect.element(composer).toHaveValue("It is #1138");
  await send.click();
  await expect.element(composer).toHaveValue("");
  await page.getByRole("list", { name: "Just now" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(composer).toHaveValue("It is #1138");
  await composer.fill("It is #11389");
  await writeToNosyAlone();
  await composer.fill("It is #1138, soon");
  await send.click();
  await expect.element(question).toMatchTextContent(/^This says #1138 of/);
  expect(server.kept.items).toEqual([]);
  expect(ticket.messages).toHaveLength(1);
});
