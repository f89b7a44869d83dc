import { expect, test } from "vitest";
import { defaultSignatureHtml } from "./branding.ts";
import { type ReplyEmail, renderReplyEmail } from "./reply-email.ts";

const letter: ReplyEmail = {
  branding: {
    look: "letter",
    senderName: "Acme Shop",
    primaryColor: "#123456",
    secondaryColor: "#654321",
    logoUrl: "https://acme.example/logo.png",
    signatureHtml: defaultSignatureHtml,
  },
  ticketLabel: "Ticket: 0001",
  content: "Your parcel left today.\n\nTrack it at https://track.example/a?b=1&c=2.",
};
const quoted = { authorName: "Ann Lee", date: new Date("2026-11-21T06:05:00Z"), text: "Where is it?\nAnn" };

/** The visible text of a mail's HTML, a line per block. */
const shownOf = (html: string) =>
  html
    .slice(html.indexOf("<body"))
    .replace(/<\/(?:div|p)>|<br>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

test("contains the text, the signature and the answered message, and nothing of a store's look", () => {
  const { html, text } = renderReplyEmail({ ...letter, quoted });
  expect(shownOf(html)).toEqual([
    "Your parcel left today.",
    "Track it at https://track.example/a?b=1&amp;c=2.",
    "Best regards,",
    "Support Team",
    "On Nov 21, 2026, 6:05 AM UTC, Ann Lee wrote:",
    "Where is it?",
    "Ann",
  ]);
  expect(html).not.toMatch(/gradient|SUPPORT|Ticket|<table|<img|<h1|#123456|Customer Support/);
  expect(text).toBe(
    `${letter.content}\n\n-- \nBest regards,\nSupport Team\n\nOn Nov 21, 2026, 6:05 AM UTC, Ann Lee wrote:\n> Where is it?\n> Ann\n`,
  );
});

test("is the text alone in both parts without a signature and a quote", () => {
  const { html, text } = renderReplyEmail({ ...letter, branding: { ...letter.branding, signatureHtml: "" } });
  expect(text).toBe(`${letter.content}\n`);
  expect(shownOf(html)).toHaveLength(2);
});

test("links addresses, and never treats text as HTML", () => {
  const attack = "<script>alert(1)</script>";
  const { html } = renderReplyEmail({
    ...letter,
    content: `${letter.content} ${attack}`,
    quoted: { ...quoted, authorName: attack, text: attack },
    branding: { ...letter.branding, senderName: attack },
  });
  expect(html).toContain('<a href="https://track.example/a?b=1&amp;c=2" target="_blank">');
  expect(html).not.toContain("<script");
});

test("uses the reader's colors, unless the signature has colors of its own", () => {
  const { html } = renderReplyEmail({ ...letter, quoted });
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html.slice(html.indexOf("<body"))).not.toMatch(/[^-]color:/);
  const signatureHtml = '<p style="color:#222222">Acme</p>';
  const colored = renderReplyEmail({ ...letter, branding: { ...letter.branding, signatureHtml } }).html;
  expect(colored).toContain('<meta name="color-scheme" content="light">');
  expect(colored).toMatch(/<body style="background-color:#ffffff;color:#1f2030;">/);
});

test("says that no person wrote it, without a line with its ticket", () => {
  const { html, text } = renderReplyEmail({ ...letter, isAutomatic: true });
  expect(shownOf(html).at(-1)).toBe("This is an automated response from Acme Shop");
  expect(text).toMatch(/\nSupport Team\nThis is an automated response from Acme Shop\n$/);
  expect(text).not.toContain("Ticket");
});

test("signs off only once, too", () => {
  const { html, text } = renderReplyEmail({ ...letter, content: "It left.\n\nBest regards,\nSupport Team" });
  expect(shownOf(html)).toEqual(["It left.", "Best regards,", "Support Team"]);
  expect(text).toBe("It left.\n\nBest regards,\nSupport Team\n");
});
