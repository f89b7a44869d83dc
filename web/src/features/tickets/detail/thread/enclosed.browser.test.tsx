import type { CalendarEvent, Enclosed } from "@deskhand/contract/desk/enclosed";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, newMessage } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

const emptyEnclosed: Enclosed = { isInstead: false, signed: null, encrypted: null, events: [], mails: [] };
const event: CalendarEvent = {
  method: "request",
  isCancelled: false,
  summary: "Call about the lamps",
  description: "Please call me",
  comment: "",
  location: "Room 7",
  repeats: "Every week on Tuesday",
  attendeeCount: 12,
  start: { local: "2026-12-24", at: null, isDay: true, zone: null },
  end: null,
  organizer: { name: "Kim", email: "kim@customer.example", answer: null },
  attendees: Array.from({ length: 12 }, (_, at) => ({
    name: "",
    email: `p${at}@x.example`,
    answer: "accepted" as const,
  })),
};
const mail = {
  depth: 1,
  from: "Lea <lea@x.example>",
  to: "shop@x.example",
  sentAt: "2026-11-27T08:00:00.000Z",
  subject: "Old",
  isCut: false,
};

async function showMessage(
  content: string,
  enclosed: Partial<Enclosed>,
  original = { text: "", otherText: null as string | null },
  isCut = false,
) {
  const server = fakeServer();
  const hasOtherText = original.otherText !== null;
  server.original = original;
  server.ticket.messages.push(
    newMessage(server.ticket.id, { content, isCut, hasOtherText, enclosed: { ...emptyEnclosed, ...enclosed } }),
  );
  await openTicket(server);
  return page.getByRole("region", { name: "Messages" });
}

test("a calendar mail without text shows what, when, where and who instead", async () => {
  const thread = await showMessage("Invitation: as text", { isInstead: true, events: [event] });
  const card = thread.getByRole("region", { name: "Invitation" });
  for (const words of [
    "Call about the lamps",
    "Thu, Dec 24, 2026",
    "Every week on Tuesday",
    "Room 7",
    "Kim <kim@customer.example>",
  ]) {
    await expect.element(card.getByText(words)).toBeVisible();
  }
  await expect.element(card.getByText("and 4 others")).toBeVisible();
  await expect.element(thread.getByText("Invitation: as text")).not.toBeInTheDocument();
});

test("a cancelled event says so first", async () => {
  const thread = await showMessage("Sorry", { events: [{ ...event, isCancelled: true }] });
  await expect.element(thread.getByRole("region", { name: "Cancelled" })).toBeVisible();
  await expect.element(thread.getByText("Sorry")).toBeVisible();
});

test("an event does not repeat the mail's own text", async () => {
  const thread = await showMessage("Hello,\n\nPlease   call me.", {
    events: [{ ...event, description: "Please call me." }],
  });
  const card = thread.getByRole("region", { name: "Invitation" });
  await expect.element(card.getByText("Room 7")).toBeVisible();
  await expect.element(card.getByText("Please call me.")).not.toBeInTheDocument();
});

test("an enclosed mail is read in place, a long one in parts", async () => {
  const long = `${"The lamp is broken. ".repeat(100)}The end.`;
  const thread = await showMessage("See below", {
    mails: [
      { ...mail, text: "Short", depth: 1 },
      { ...mail, text: long, depth: 2 },
    ],
  });
  await expect.element(thread.getByText("See below")).toBeVisible();
  const cards = thread.getByRole("region", { name: "Enclosed message" });
  await expect.element(cards.nth(0).getByText("Short")).toBeVisible();
  await expect.element(cards.nth(1).getByText(/The end\.$/)).not.toBeInTheDocument();
  await userEvent.click(cards.nth(1).getByRole("button", { name: "··· whole message" }));
  await expect.element(cards.nth(1).getByText(/The end\.$/)).toBeVisible();
});

test("a long message expands where it was cut and keeps its enclosed parts", async () => {
  const whole = `${"The lamp is broken. ".repeat(10)}The end.`;
  const thread = await showMessage(
    whole.slice(0, 50),
    { mails: [{ ...mail, text: "Old words" }] },
    { text: whole, otherText: null },
    true,
  );
  await expect.element(thread.getByText(/The end\.$/)).not.toBeInTheDocument();
  await userEvent.click(thread.getByRole("button", { name: "··· whole message" }));
  await expect.element(thread.getByText(whole, { exact: true })).toBeVisible();
  await expect.element(thread.getByText(whole.slice(0, 50), { exact: true })).not.toBeInTheDocument();
  await expect.element(thread.getByRole("region", { name: "Enclosed message" })).toBeVisible();
});

test("signed and encrypted messages say so", async () => {
  const thread = await showMessage("Signed words", { signed: "smime" });
  await expect.element(thread.getByText("Signature not verified")).toBeVisible();
  await expect.element(thread.getByText("Signed words")).toBeVisible();
});

test("an encrypted mail says that it cannot be read here", async () => {
  const thread = await showMessage("This message is encrypted", { isInstead: true, encrypted: "pgp" });
  await expect.element(thread.getByText("Encrypted with PGP")).toBeVisible();
  await expect.element(thread.getByText(/cannot be read here/)).toBeVisible();
});

test("a plain text that differs from the HTML is one switch away", async () => {
  const thread = await showMessage("Your invoice", {}, { text: "Your invoice", otherText: "The lamp is broken" });
  await userEvent.click(thread.getByRole("button", { name: "Plain text says otherwise" }));
  await expect.element(thread.getByText("The lamp is broken")).toBeVisible();
  await expect.element(thread.getByText("Your invoice")).not.toBeInTheDocument();
  await userEvent.click(thread.getByRole("button", { name: "Hide plain text" }));
  await expect.element(thread.getByText("Your invoice")).toBeVisible();
});
