import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTicket } from "../../../testing/open-ticket.tsx";

beforeEach(() => localStorage.clear());

const to = page.getByRole("combobox", { name: "To", exact: true });
/** Who is not the customer has the address beside the name. */
const ines = "Ines Roth <ines@roth.example>";
const answerTo = page.getByRole("group", { name: "Answer to" });

/** Those who stand in a line of the reply. */
const namesIn = (line: string) =>
  page
    .getByRole("list", { name: line, exact: true })
    .getByRole("listitem")
    .elements()
    .map((item) => item.querySelector("bdi")?.textContent);

test("a reply that is begun stays whose it was once its ticket is another customer's, which is said", async () => {
  const { composer, ticket, refresh } = await openTicket();
  const makeOver = async (name: string, email: string) => {
    const customer = { id: crypto.randomUUID(), name, email };
    Object.assign(ticket, { customer, customerId: customer.id, customerChangedAt: "2026-03-02T11:00:00.000Z" });
    await refresh();
  };
  await composer.fill("Dear Ines");
  await makeOver("Cora", "cora@x.example");
  await expect.element(page.getByText("The ticket is of Cora now, who is not on this.")).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual([ines]);
  await page.getByRole("button", { name: "Write to Cora" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Cora"]);
  await expect.element(page.getByText(/^Cora did not get the message/)).toBeVisible();
  await to.fill("eva@x.example");
  await userEvent.keyboard("{Enter}");
  await makeOver("Dora", "dora@x.example");
  await expect.element(page.getByText("The ticket is of Dora now, who is not on this.")).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual(["Cora <cora@x.example>", "eva@x.example"]);
  await page.getByRole("button", { name: "Write to Dora" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Dora"]);
  await answerTo.getByRole("button", { name: "Reply all" }).click();
  await expect.poll(() => namesIn("To")).toEqual(["Dora", "Ines Roth <ines@roth.example>"]);
});

test("who has entered the field of a reply writes to whom they saw there, whoever comes before the first letter", async () => {
  const { composer, ticket, refresh } = await openTicket();
  await composer.click();
  await expect.poll(() => namesIn("To")).toEqual(["Ines Roth"]);
  const customer = { id: crypto.randomUUID(), name: "Cora", email: "cora@x.example" };
  Object.assign(ticket, { customer, customerId: customer.id, customerChangedAt: "2026-03-02T11:00:00.000Z" });
  await refresh();
  await expect.element(page.getByRole("heading", { name: /Cora/ }).or(page.getByText("Cora")).first()).toBeVisible();
  await userEvent.keyboard("Dear Ines");
  await expect.element(page.getByText("The ticket is of Cora now, who is not on this.")).toBeVisible();
  await expect.poll(() => namesIn("To")).toEqual([ines]);
});
