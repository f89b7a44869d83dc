import { rm } from "node:fs/promises";
import { afterAll, test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { newPlace } from "../new-place.ts";
import { startServer } from "../running-server.ts";
import { openTicket } from "../ticket-screen.ts";

// It has its own server, so that killing it disturbs no other journey.
const place = await newPlace("killed-server");
let server = await startServer(place, "--empty");
const desk = await openDesk(place);

afterAll(async () => {
  await server.stop();
  await rm(place.dataDir, { recursive: true, force: true });
});

test("mail accepted before the server was killed is there when it runs again, and the screen catches up", async () => {
  const { page, address, ticketsPath } = await desk.newStore("iron-will");
  await page.goto(ticketsPath);
  const rosa = desk.newCustomer("Rosa Meyer", "rosa@meyer.example");
  await rosa.writes({ to: address, subject: "Pan handle", text: "The handle of my pan is loose." });
  const ticket = await openTicket(page, "Pan handle");
  await ticket.reply("Tighten the screw below it.");
  await expect(ticket.message("Tighten the screw below it.").getByText("Sent", { exact: true })).toBeVisible();

  await rosa.writes({ to: address, subject: "Lid", text: "And where is the lid?" });
  await server.kill();
  await ticket.composer.fill("The lid comes separately.");
  server = await startServer(place, "--empty");

  // Abandoned work is noticed after 10 seconds and begun again.
  await expect(page.getByRole("heading", { name: "Active Tickets (2)" })).toBeAttached();
  await expect(ticket.composer).toHaveValue("The lid comes separately.");
  await ticket.send();
  await ticket.close();
  await expect(page.getByRole("link", { name: "Lid", exact: true })).toBeVisible();
  const answers = [await desk.mailbox.next(rosa.email), await desk.mailbox.next(rosa.email)];
  expect(answers.map(({ text }) => text)).toEqual([
    expect.stringContaining("Tighten the screw below it."),
    expect.stringContaining("The lid comes separately."),
  ]);
});
