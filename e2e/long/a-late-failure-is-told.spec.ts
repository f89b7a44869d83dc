import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { openTicket } from "../ticket-screen.ts";

const desk = await openDesk();

test("a reply that fails after its ticket's dialog was closed is reported, even if another page answers instead of the server", async () => {
  const { page, address, ticketsPath } = await desk.newStore("far-away-lamps");
  await page.goto(ticketsPath);
  await desk
    .newCustomer("Uma", "uma@lamps.example")
    .writes({ to: address, subject: "Dim lamp", text: "My lamp is dim." });
  const ticket = await openTicket(page, "Dim lamp");
  // A hotel's network answers with its sign-in page.
  await page.route("**/replies", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Welcome to the hotel" }),
  );
  await ticket.composer.fill("Please turn it up.");
  await ticket.dialog.getByRole("button", { name: "Send Reply" }).click();
  await ticket.close();
  const failureToast = page.getByRole("button", { name: /Your reply was not sent \(Ticket: 0001\)/ });
  await expect(failureToast).toContainText("Deskhand could not be reached");
  await page.unroute("**/replies");

  await failureToast.click();
  await expect(ticket.dialog.getByRole("alert")).toContainText("Failed to send reply: Deskhand could not be reached.");
  await expect(ticket.composer).toHaveValue("Please turn it up.");
  await ticket.send();
  await expect(ticket.dialog.getByRole("alert")).toHaveCount(0);
});
