import { expect, test } from "vitest";
import { findNews } from "./find-news.ts";
import { separateQuotes } from "./strip-quotes.ts";

const reply = ["Hello Ann,", "we send a new one tomorrow.", "Is Elm Street 5 still right?", "Yes or no?", "", "Mina"];
const said = {
  texts: ["Best regards,\nSupport Team\nTicket: 0001", reply.join("\n"), "My lamp is broken.\nYes"],
  isAll: true,
  mailDomain: "desk.example",
};
const introduction = "On Mon, 30 Nov 2026 at 19:20, Shop <help+a1b2@desk.example> wrote:";
const quoted = (lines: readonly string[]) => lines.map((line) => `> ${line}`.trimEnd()).join("\n");
const changed = (from: string, to: string) => reply.join("\n").replace(from, to).split("\n");

function unfold(input: string, kind: "text" | "html" = "text", isAll = true): string | null {
  const { text, folding } = separateQuotes({ kind, input });
  const news = folding && findNews(folding, { ...said, isAll });
  return news ? news.text.replace(/^See below\n\n/, "") : text === "See below" ? null : text;
}

const inQuote = (lines: readonly string[]) => unfold(`See below\n\n${introduction}\n${quoted(lines)}`);

test.each([
  ["behind a line", changed("tomorrow.", "tomorrow. NO I WANT A REFUND"), "NO I WANT A REFUND"],
  ["of one word", changed("tomorrow.", "tomorrow. No"), "No"],
  ["behind a greeting", changed("Ann,", "Ann, not yet"), "not yet"],
  ["on a line of its own", changed("Mina", "Oak Street 9\nMina"), "Oak Street 9"],
  ["in words of the question", changed("right?", "right? Elm Street 5 is right"), "Elm Street 5 is right"],
  ["that begins like the next line", changed("Yes or no?", "Yes\nYes or no? No."), "Yes\nNo."],
  ["that the writer gave before", changed("Is Elm", "My lamp is broken.\nIs Elm"), "My lamp is broken."],
  ["of a picture", changed("Yes or no?", "Yes or no? 👍"), "👍"],
  ["with signs", changed("tomorrow.", "tomorrow. (#1042, -5 €)"), "(#1042, -5 €)"],
  ["that is a link", changed("Mina", "https://photos.example/1\nMina"), "https://photos.example/1"],
  ["in Japanese", changed("tomorrow.", "tomorrow. 返金してください"), "返金してください"],
  ["inside a line", changed("Is Elm Street 5 still", "Is Oak Street 9 still"), "Is Oak Street 9 still right?"],
  ["to a part of the quote", ["Yes or no? neither"], "neither"],
  [
    "in a mail whose lines were broken",
    ["Hello Ann, we send a new", "one tomorrow. please do", "not Is Elm"],
    "please do\nnot Is Elm",
  ],
])("finds an answer inside a quote: %s", (_, lines, found) => {
  expect(inQuote(lines)).toBe(found);
});

test.each([
  ["as it was", reply],
  ["with other line breaks", reply.join(" ").match(/.{1,24}(?: |$)/g) ?? []],
  ["without its beginning", reply.slice(2)],
  ["with what stands around it", [...reply, "", "-- ", "Best regards,", "Support Team", "Ticket: 0001"]],
  [
    "with the mail that it answers",
    [...reply, "", "On Sun, 29 Nov 2026 at 10:00, Ann <ann@a.example> wrote:", "> My lamp is broken."],
  ],
])("leaves a quote folded %s", (_, lines) => {
  expect(inQuote(lines)).toBeNull();
});

const dhl = "Dear customer,\nyour parcel is lost.";
const block = (name: string, email: string) =>
  `From: ${name} <${email}>\nSent: Sunday, 29 November 2026 10:00\nTo: ann@customer.example\nSubject: News`;

test.each([
  ["below a title", `-------- Original Message --------\n${block("DHL", "noreply@dhl.example")}\n\n${dhl}`],
  ["below a block", `${block("DHL", "noreply@dhl.example")}\n\n${dhl}`],
  ["in marked lines", `On Sun, 29 Nov 2026 at 10:00, DHL <noreply@dhl.example> wrote:\n${quoted(dhl.split("\n"))}`],
])("shows mail of others %s that the ticket does not have, with its introduction", (_, mail) => {
  expect(unfold(`See below\n\n${mail}`)).toBe(mail);
  expect(unfold(`See below\n\n${mail}`, "text", false)).toBeNull();
});

test("shows mail of others above the ticket's own, which stays folded", () => {
  const foreign = `${block("DHL", "noreply@dhl.example")}\n\n${dhl}`;
  const own = `${block("Shop", "help+a1b2@desk.example")}\n\n${reply.join("\n")}`;
  expect(unfold(`See below\n\n${foreign}\n\n${own}`)).toBe(foreign);
});

test("shows words in the place of a quote without our address above them", () => {
  expect(inQuote(["I changed my mind."])).toBe("> I changed my mind.");
});

test("puts answers between the writer's own lines", () => {
  const mail = `First\n\n${introduction}\n${quoted(changed("tomorrow.", "tomorrow. No"))}\n\nLast`;
  expect(unfold(mail)).toBe("First\n\nNo\n\nLast");
});

const html = reply
  .map((line) => `${line.replace("tomorrow.", 'tomorrow. <font color="red">NO, REFUND</font>')}<br>`)
  .join("");

test.each([
  [
    "Gmail",
    `<div class="gmail_quote"><div class="gmail_attr">${introduction.replace(/[<>]/g, "")}</div><blockquote class="gmail_quote">${html}</blockquote></div>`,
  ],
  [
    "Apple Mail",
    `<blockquote type="cite"><div>On 30 Nov 2026, at 19:20, S wrote:</div><br><div>${html}</div></blockquote>`,
  ],
  [
    "Outlook",
    `<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Shop &lt;help@desk.example&gt;<br><b>Sent:</b> Monday, 30 November 2026 19:20<br><b>To:</b> Ann<br><b>Subject:</b> Lamp</p></div><p>${html}</p>`,
  ],
])("finds an answer inside a quote of %s", (_, quote) => {
  expect(unfold(`<div>See below</div><br>${quote}`, "html")).toBe("NO, REFUND");
});

test("shows a quoted line in which words were struck out", () => {
  const quote = html.replaceAll("tomorrow", "<s>tomorrow</s>").replace("NO, REFUND", "today");
  const input = `<div>See below</div><br><blockquote type="cite"><div>On 30 Nov 2026, at 19:20, S wrote:</div>${quote}</blockquote>`;
  expect(unfold(input, "html")).toBe("we send a new one ~~tomorrow~~. today");
});

test("keeps a header without colons folded", () => {
  const header =
    'From "Shop" <help@shop.example>\nTo "Ann" <ann@customer.example>\nDate 1/1/2024 10:00:12 PM\nSubject Re: Bag';
  const input = `ok, gold\n\n------ Original Message ------\n${header}\n\nWhich zipper was it?`;
  const { folding } = separateQuotes({ kind: "text", input });
  const said = { texts: ["Which zipper was it?"], isAll: true, mailDomain: "shop.example" };
  expect(folding).not.toBeNull();
  expect(folding && findNews(folding, said)).toBeNull();
});
