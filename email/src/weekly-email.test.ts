import { expect, test } from "vitest";
import { renderWeeklyEmail } from "./weekly-email.ts";

const list = "https://desk.example/dashboard/tickets?everywhere=true&created=2026-11-16..2026-11-22";
const mail = renderWeeklyEmail({
  storeName: "evil.example/<b>shop</b>",
  days: "Nov 16 – Nov 22",
  figures: [{ label: "New tickets", value: "12", before: "9 the week before", url: list }],
  sentences: ["The most frequent tag was <i>www.evil.example</i>.", "Write to a@b.example."],
  settingsUrl: "https://desk.example/dashboard?settings=notifications",
});

test("only the figures and the settings are links, whatever its words are", () => {
  const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  const escaped = list.replaceAll("&", "&amp;");
  expect(links).toEqual([escaped, escaped, "https://desk.example/dashboard?settings=notifications"]);
  expect(mail.html).not.toMatch(/<[bi]>/);
  // An invisible character keeps mail programs from linking what stands in the words.
  for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/evil\.example|b\.example/);
});

test("its text says the same, with each figure's address on a line of its own", () => {
  expect(mail.text).toContain(`\n\nNew tickets: 12 (9 the week before)\n${list}\n\n`);
  expect(mail.text).toContain(
    "You can switch it off in your settings:\nhttps://desk.example/dashboard?settings=notifications\n",
  );
});
