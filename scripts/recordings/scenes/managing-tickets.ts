import { letUndo, type Stage } from "../stage.ts";

/** A ticket is found, assigned, discussed among colleagues, answered with a canned response, and resolved. */
export async function managingTickets(stage: Stage): Promise<void> {
  const { camera, hand } = stage;
  const page = await stage.openDemo("agent");
  await letUndo(page, 30);
  await page.goto("/dashboard/tickets");
  const list = page.getByRole("list", { name: "Tickets" });
  await list.getByRole("link").first().waitFor();
  await camera.show(page);
  camera.markPoster();

  await camera.say("“Tickets” holds what waits for you: urgent ones first, then the newest.");
  const filters = page.getByRole("region", { name: "Filters" });
  await hand.pointAt(list.getByRole("link").first());
  await camera.watch(1.5);
  await camera.say("Filter by status, priority and category, or search every word of every message.");
  await hand.click(filters.getByRole("button", { name: "open", exact: true }));
  await camera.watch(1);
  await hand.fill(filters.getByRole("searchbox"), "lamp");
  await camera.watch(1.5);

  const subject = "I would like to return the floor lamp";
  await hand.click(list.getByRole("link", { name: subject, exact: true }));
  const ticket = page.getByRole("dialog", { name: /^Ticket: / });
  await camera.watchUntil(ticket.getByPlaceholder("Type your response...").waitFor());
  await camera.say("A ticket shows its thread, with the customer and the order beside it.");
  await camera.watch(1.5);
  await camera.say("“Assign to me” tells colleagues that you take it.", "top");
  await hand.click(ticket.getByRole("button", { name: "Assign to me" }));
  await hand.choose(ticket.getByLabel("Priority"), "High");

  await camera.say("An “Internal note” stands in the thread, for colleagues alone: customers never see it.", "top");
  await hand.click(ticket.getByRole("button", { name: "Internal note", exact: true }));
  await hand.fill(ticket.getByPlaceholder("Add an internal note..."), "Unused and in its box: the usual 30 days.");
  await hand.click(ticket.getByRole("button", { name: "Add Note" }));
  await camera.watch(1);

  await camera.say("Answer in your own words, or take a canned response, filled in for this customer.", "top");
  await hand.click(ticket.getByRole("button", { name: "Reply", exact: true }));
  await hand.click(ticket.getByRole("button", { name: "Canned Responses" }));
  const responses = page.getByRole("dialog", { name: "Canned Responses" });
  await camera.watchUntil(responses.getByPlaceholder("Search responses...").waitFor());
  await hand.fill(responses.getByPlaceholder("Search responses..."), "return");
  await camera.watch(1);
  await hand.click(responses.getByRole("button", { name: /^Use Response: / }).first());
  await camera.watch(2.5);
  await camera.say("Done with it? “Send and set Resolved” answers, and moves the ticket to the archive.", "top");
  await hand.click(ticket.getByRole("button", { name: "More ways to send" }));
  const resolve = page.getByRole("menuitem", { name: "Send and set Resolved" });
  await hand.pointAt(resolve);
  await camera.watch(1);
  const number = (await ticket.getByRole("heading", { level: 2 }).textContent()) ?? "";
  await hand.click(resolve);
  await camera.watchUntil(ticket.getByRole("heading", { level: 2 }).filter({ hasNotText: number }).waitFor());
  await camera.say("The next ticket that needs a reply is there; “Undo” still takes back what was sent.", "top");
  await hand.pointAt(page.getByRole("button", { name: "Undo", exact: true }));
  await camera.watch(2);
  await hand.click(page.getByRole("button", { name: "Send now", exact: true }));
  await camera.watchUntil(page.getByText("Reply sent successfully!").filter({ visible: true }).waitFor());
  await camera.watch(1.5);
  await hand.click(ticket.getByRole("button", { name: "Close", exact: true }));
  await camera.say("When the customer writes again, the ticket opens again by itself.");
  await hand.click(filters.getByRole("button", { name: "Clear", exact: true }));
  await camera.watch(1.5);
}
