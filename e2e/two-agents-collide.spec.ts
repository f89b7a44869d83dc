import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("the second of two agents who answer at once is shown what the first wrote, and decides", async () => {
  const mina = await signInAtDemoStore(desk, "agent");
  const ruben = await signInAtDemoStore(desk, "supervisor");
  await Promise.all([mina, ruben].map((page) => page.goto("/dashboard/tickets?q=Cushion+in+green")));
  await expect(mina.getByText("No active tickets found")).toBeVisible();
  const otto = desk.newCustomer("Otto Krause", "otto@krause.example");
  const address = await supportAddress(mina);
  await otto.writes({ to: address, subject: "Cushion in green", text: "Does the cushion come in green?" });
  const minas = await openTicket(mina, "Cushion in green");
  const rubens = await openTicket(ruben, "Cushion in green");

  await minas.composer.fill("In green from next month on.");
  await rubens.composer.fill("We have it in green.");
  await rubens.dialog.getByRole("button", { name: "Send Reply" }).click();
  await expect(minas.message("We have it in green.")).toContainText("From: Ruben Okafor");

  await minas.dialog.getByRole("button", { name: "Send Reply" }).click();
  const notice = minas.dialog.getByRole("status").filter({ hasText: "The conversation moved on" });
  await expect(notice).toContainText("The conversation moved on since you started writing");
  await expect(notice).toContainText("Ruben Okafor");
  await expect(notice).toContainText("We have it in green.");
  await expect(minas.composer).toHaveValue("In green from next month on.");

  await minas.send(() => notice.getByRole("button", { name: "Send anyway" }).click());
  await expect(rubens.message("In green from next month on.")).toContainText("From: Mina Castellanos");
  const answers = [await desk.mailbox.next(otto.email), await desk.mailbox.next(otto.email)];
  expect(answers.map(({ text }) => text?.includes("In green from next month on."))).toContain(true);
  expect(answers.map(({ text }) => text?.includes("We have it in green."))).toContain(true);

  // What one has looked at no longer stands in the way.
  await minas.composer.fill("Shall I put one");
  const last = answers.at(-1);
  if (last === undefined) throw new Error("No answer came");
  await otto.replies(last, "Then I wait for it.");
  await expect(minas.message("Then I wait for it.")).toBeVisible();
  await minas.composer.fill("Shall I put one aside?");
  await minas.dialog.getByRole("button", { name: "Send Reply" }).click();
  await expect(notice).toContainText("Then I wait for it.");
  await notice.getByRole("button", { name: "Review" }).click();
  await expect(minas.composer).toHaveValue("Shall I put one aside?");
  await minas.send();
  await desk.mailbox.next(otto.email);
});
