import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { newRecipient } from "../../../testing/fake-recipients.ts";
import { fakeServer, newMessage, refusal } from "../../../testing/fake-server.ts";
import { openTicket } from "../../../testing/open-ticket.tsx";

beforeEach(() => localStorage.clear());

const form = page.getByRole("region", { name: "Forward" });
const to = form.getByRole("combobox", { name: "To", exact: true });
const submit = form.getByRole("button", { name: "Send Forward" });

test("f forwards the newest message with its files and asks for the recipient first", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const newest = newMessage(ticket.id, { content: "It arrived broken.", attachmentCount: 2 });
  ticket.messages.push(newest);
  await openTicket(server);
  await userEvent.keyboard("f");
  await expect.element(to).toHaveFocus();
  await expect
    .element(form.getByText("Answers come back to this ticket and are not shown to the customer."))
    .toBeVisible();
  await expect.element(form.getByRole("checkbox", { name: /It arrived broken/ })).toBeChecked();
  await expect.element(form.getByRole("checkbox", { name: /Where is my parcel/ })).not.toBeChecked();
  await expect.element(form.getByRole("checkbox", { name: "With their files (2)" })).toBeChecked();
  await submit.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Choose who gets it");
  await to.fill("sam@supplier.example");
  await userEvent.keyboard("{Enter}");
  await submit.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(server.people.forwards).toMatchObject([
    { content: "", messageIds: [newest.id], withFiles: true, recipients: { to: [{ email: "sam@supplier.example" }] } },
  ]);
  await expect.element(page.getByText("Ines Roth is not on it")).toBeVisible();
});

test("a message's menu forwards that one; more can be selected, with a text above", async () => {
  const server = fakeServer();
  const { ticket } = server;
  ticket.messages.push(newMessage(ticket.id, { content: "It arrived broken." }));
  await openTicket(server);
  await page.getByRole("button", { name: "Message actions" }).first().click();
  await page.getByRole("menuitem", { name: "Forward" }).click();
  await expect.element(form.getByRole("checkbox", { name: /Where is my parcel/ })).toBeChecked();
  await form.getByRole("checkbox", { name: /It arrived broken/ }).click();
  await to.fill("sam@supplier.example");
  await form.getByRole("textbox", { name: "Your words above it" }).fill("Please replace it.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(form).not.toBeInTheDocument();
  const ids = ticket.messages.map(({ id }) => id);
  expect(server.people.forwards).toMatchObject([{ content: "Please replace it.", messageIds: ids.slice(0, 2) }]);
});

test("a refused forward keeps everything and its key, and a begun one returns", async () => {
  const first = await openTicket();
  first.server.before = async () => {
    throw refusal("sending_quota_reached");
  };
  await userEvent.keyboard("f");
  await to.fill("sam@supplier.example");
  await form.getByRole("textbox", { name: "Your words above it" }).fill("Please look.");
  await submit.click();
  await expect.element(page.getByText("Not forwarded")).toBeVisible();
  await first.close();
  const again = await openTicket(fakeServer(first.ticket));
  await userEvent.keyboard("f");
  await expect.element(form.getByRole("textbox", { name: "Your words above it" })).toHaveValue("Please look.");
  await submit.click();
  await expect.element(form).not.toBeInTheDocument();
  const [before] = first.server.people.forwards;
  expect(again.server.people.forwards).toMatchObject([{ idempotencyKey: before?.idempotencyKey }]);
});

test("internal messages and those not sent to everybody are labelled and not preselected, and only one button is called Forward", async () => {
  const server = fakeServer();
  const { ticket } = server;
  const passedOn = { content: "Not for outside.", passedOn: "forward" } as const;
  const toStoreOnly = {
    audience: "side",
    content: "Aside.",
    authorName: "Ralf",
    authorEmail: "ralf@works.example",
  } as const;
  const answer = { isFromCustomer: false, audience: "side", content: "Back.", authorName: "Nora Quist" } as const;
  const recipients = [newRecipient("help@shop.example", { isOurs: true })];
  ticket.messages.push(
    newMessage(ticket.id, passedOn),
    newMessage(ticket.id, { ...toStoreOnly, recipients }),
    newMessage(ticket.id, { ...answer, recipients: [newRecipient("ralf@works.example", { name: "Ralf" })] }),
  );
  await openTicket(server);
  await userEvent.keyboard("f");
  await expect.element(form.getByRole("checkbox", { name: /Where is my parcel/ })).toBeChecked();
  const marked = [
    /May hold a colleague's own words.*Not for outside/,
    /^Between Shop and Ralf only · Ralf.*Aside/,
    /^Between Shop and Ralf only · Nora Quist.*Back/,
  ];
  for (const name of marked) await expect.element(form.getByRole("checkbox", { name })).not.toBeChecked();
  expect(form.getByRole("button", { name: "Forward", exact: true }).elements()).toHaveLength(1);
  await form.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Message actions" }).nth(1).click();
  await page.getByRole("menuitem", { name: "Forward" }).click();
  await expect.element(form.getByRole("checkbox", { name: /Not for outside/ })).not.toBeChecked();
  await form.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Message actions" }).nth(2).click();
  await page.getByRole("menuitem", { name: "Forward" }).click();
  await expect.element(form.getByRole("checkbox", { name: /Aside/ })).not.toBeChecked();
  await expect.element(form.getByRole("checkbox", { name: /Where is my parcel/ })).not.toBeChecked();
});
