import { expect, test } from "vitest";
import { easternReplies } from "../../../../../stand-ins/eastern-mail-programs.ts";
import { type ReplyLanguage, sender, westernReplies } from "../../../../../stand-ins/mail-programs.ts";
import { stripQuotedHistory } from "./strip-quotes.ts";

// Own lines that begin like a date, a header, a list or a signature, in many languages.
const anywhere = [
  "2 of the 3 arrived",
  "12345 is my order",
  "2024 was better",
  "10:30 would suit me",
  "3/4 of it is gone",
  "01.02.2024",
  "12/03/2024 10:00 at the latest",
  "Reach me at ann@customer.example",
  "ann@customer.example",
  "<ann@customer.example>",
  "+49 30 1234567",
  "- one bag",
  "* 2 belts",
  "1. Which size?",
  "Ann Lee",
  "Ann Lee <ann@customer.example>",
  "Thanks:",
  "Best, Ann",
  "Mo",
  "Am",
  "On",
  "https://shop.example/orders/1042?on=1",
  "Is it on Mon, Jan 8, 2024 or later?",
  "My order of 3 May 2024, 10:00, came broken.",
];
const opening = ["Hello,", "", "the blue bag came damaged."];
const history = ["We are sorry about the zipper.", "", "Which zipper was it?"];

type Case = { kind: "text" | "html"; input: string };
type Layout = (language: ReplyLanguage, introduction: string, own: readonly string[]) => Case;

const asText = (...blocks: (readonly string[])[]): Case => ({ kind: "text", input: blocks.flat().join("\n") });
const asHtml = (...parts: string[]): Case => ({ kind: "html", input: parts.join("") });
const escaped = (line: string) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const divs = (lines: readonly string[]) => lines.map((line) => `<div>${escaped(line) || "<br>"}</div>`).join("");
const breaks = (lines: readonly string[]) => lines.map(escaped).join("<br>\n");
const paragraphs = (lines: readonly string[]) =>
  lines.map((line) => `<p class="MsoNormal">${escaped(line) || "&nbsp;"}</p>`).join("\n");
const marked = history.map((line) => `> ${line}`.trimEnd());
// Wraps as programs do: at a blank, with no line longer than `width`.
const wrapped = (line: string, width: number): string[] => {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};
// Only what does not fit on a line is broken.
const broken = (line: string, at: RegExp): string[] => {
  const longer = line.replace("help@", "help+a1b2c3d4e5f6@bags-and-belts.");
  return longer.length < 77 ? [longer] : longer.split(at);
};
const block = ({ header: [from = "", sent = "", to = "", subject = "", date = ""] }: ReplyLanguage, mark = "") => [
  `${mark}${from}:${mark} ${sender}`,
  `${mark}${sent}:${mark} ${date}`,
  `${mark}${to}:${mark} Ann Lee <ann@customer.example>`,
  `${mark}${subject}:${mark} Your bag`,
];
const markedBlock = (language: ReplyLanguage) =>
  block(language).map((line) => escaped(line).replace(/^(.+?:)/, "<b>$1</b>"));
const rule = "_".repeat(32);

const layouts: Record<string, Layout> = {
  "text, marked": (_, introduction, own) => asText(own, [introduction], marked),
  "text, marked after a blank line": (_, introduction, own) => asText(own, ["", introduction, ""], marked),
  "text, wrapped at 76": (_, introduction, own) => asText(own, wrapped(introduction, 76), marked),
  "text, wrapped at 60": (_, introduction, own) => asText(own, ["", ...wrapped(introduction, 60), ""], marked),
  "text, wrapped before the address": (_, introduction, own) => asText(own, broken(introduction, / (?=<help)/), marked),
  "text, wrapped inside the address": (_, introduction, own) =>
    asText(own, broken(introduction, /(?<= <)(?=help)/), marked),
  "text, wrapped behind the address": (_, introduction, own) =>
    asText(own, broken(introduction, /(?<=^Shop.{1,60}>) /), marked),
  "text, device line between": (_, introduction, own) =>
    asText(own, ["", "Sent from my iPhone", "", `> ${introduction}`, ">"], marked),
  "text, marked, answered below": (_, introduction, own) => asText([introduction], marked, [""], own),
  "text, marked, answered inside": (_, introduction, own) =>
    asText([introduction], marked, ["", ...own, ""], marked, own.slice(1)),
  "html, Gmail, answered inside": (_, introduction, own) =>
    asHtml(
      `<div class="gmail_quote"><div class="gmail_attr">${escaped(introduction)}<br></div><blockquote class="gmail_quote">${divs(history)}</blockquote>`,
      `<div><br></div>${divs(own)}<blockquote class="gmail_quote">${divs(history)}</blockquote><div>${escaped(own.at(-1) ?? "")}</div></div>`,
    ),
  "html, Thunderbird, answered below": (_, introduction, own) =>
    asHtml(
      `<div class="moz-cite-prefix">${escaped(introduction)}<br></div><blockquote type="cite">${divs(history)}</blockquote><p>${breaks(own)}</p>`,
    ),
  "text, Outlook": (language, _, own) => asText(own, block(language), [""], history),
  "text, Outlook after a rule": (language, _, own) => asText(own, ["", rule], block(language), [""], history),
  "text, Outlook with stars": (language, _, own) => asText(own, [""], block(language, "*"), [""], history),
  "text, Outlook with two stars": (language, _, own) => asText(own, block(language, "**"), [""], history),
  "text, marked Outlook": (language, _, own) =>
    asText(own, ["", ...[...block(language), "", ...history].map((line) => `> ${line}`)]),
  "text, original": (language, _, own) => asText(own, [language.original], block(language), [""], history),
  "html, Gmail": (_, introduction, own) =>
    asHtml(
      `<div dir="ltr">${divs(own)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">`,
      `${escaped(introduction)}<br></div><blockquote class="gmail_quote">${divs(history)}</blockquote></div>`,
    ),
  "html, Apple Mail": (_, introduction, own) =>
    asHtml(
      `<body>${breaks(own)}<br><blockquote type="cite"><div>${escaped(introduction)}</div><br></blockquote>`,
      `<blockquote type="cite">${divs(history)}</blockquote></body>`,
    ),
  "html, Thunderbird": (_, introduction, own) =>
    asHtml(
      `<p>${breaks(own)}</p><div class="moz-cite-prefix">${escaped(introduction)}<br></div>`,
      `<blockquote type="cite" cite="mid:1@shop.example">${divs(history)}</blockquote>`,
    ),
  "html, a quote without classes": (_, introduction, own) =>
    asHtml(`${divs(own)}<div>${escaped(introduction)}</div><blockquote>${divs(history)}</blockquote>`),
  "html, Proton": (_, introduction, own) =>
    asHtml(
      `${divs(own)}<div class="protonmail_quote">${escaped(introduction)}<br><blockquote type="cite">${divs(history)}</blockquote></div>`,
    ),
  "html, Zoho": (_, introduction, own) =>
    asHtml(
      `${divs(own)}<div class="zmail_extra"><div>${escaped(introduction)}</div><blockquote>${divs(history)}</blockquote></div>`,
    ),
  "html, Yahoo": (_, introduction, own) =>
    asHtml(
      `<div class="ydp1a2bcdef">${divs(own)}</div><div id="ydp3c4yahoo_quoted_12" class="ydp3c4yahoo_quoted"><div>${escaped(introduction)}`,
      `</div><div>${divs(history)}</div></div>`,
    ),
  "html, Outlook": (language, _, own) =>
    asHtml(
      `${paragraphs(own)}<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">`,
      `<p class="MsoNormal">${markedBlock(language).join("<br>")}</p></div>${paragraphs(history)}`,
    ),
  "html, Outlook on the web": (language, _, own) =>
    asHtml(
      `${divs(own)}<div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>`,
      `${markedBlock(language).join("<br>")}</font></div>${divs(history)}`,
    ),
  "html, Outlook without a rule": (language, _, own) =>
    asHtml(`${divs(own)}<div>${markedBlock(language).join("<br>")}</div>${divs(history)}`),
  "html, a table": (language, _, own) =>
    asHtml(
      `${divs(own)}<div>${language.original}</div><table><tr><td>`,
      `${markedBlock(language).join("</td></tr><tr><td>").replaceAll("</b>", "</b></td><td>")}</td></tr></table>${divs(history)}`,
    ),
  "html, web.de": (language, _, own) =>
    asHtml(
      `${divs(own)}<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">`,
      `${markedBlock(language).join("<br>")}</div><div name="quoted-content">${divs(history)}</div></div>`,
    ),
  "html, Mail.ru": (_, introduction, own) =>
    asHtml(
      `${divs(own)}<blockquote style="border-left:1px solid #0857A6;">${escaped(introduction)}<br>${divs(history)}</blockquote>`,
    ),
  "html, QQ": (language, _, own) =>
    asHtml(
      `${divs(own)}<div>${language.original}</div><div>${markedBlock(language).join("<br>")}</div>${divs(history)}`,
    ),
};

const closings = ["", "\u200b", "-- \nAnn Lee", "Ann Lee\n+49 30 1234567"];

// Layouts that mark the quote, so that less is needed above it.
const isMarked = (name: string) =>
  /marked(?! Outlook)|wrapped|device|Gmail|Apple|Thunderbird|classes|Proton|Zoho|Mail\.ru/.test(name);
const languages = [...westernReplies, ...easternReplies];

test.each(Object.entries(layouts))(
  "keeps every own line of the customer's and leaves out the history: %s",
  (name, layout) => {
    const faults = languages.flatMap((language) =>
      [...language.introductions, ...(isMarked(name) ? language.weak : [])].flatMap((introduction, turn) => {
        // One third of the lines that have no language, in turns.
        const lasts = [...language.traps, ...anywhere.filter((_, index) => (index + turn + name.length) % 3 === 0)];
        return lasts.flatMap((last) => judge(layout, language, introduction, last));
      }),
    );
    expect(faults).toEqual([]);
  },
);

function judge(layout: Layout, language: ReplyLanguage, introduction: string, last: string) {
  // Some replies have part of a signature between their last line and the history.
  const closing = last.length % 3 === 2 ? (closings[introduction.length % closings.length] ?? "") : "";
  const own = [...opening, last, ...(closing === "" ? [] : closing.split("\n"))];
  const kept = stripQuotedHistory(layout(language, introduction, own))
    .text.split("\n")
    .map(visible);
  const lost = own.map(visible).filter((line) => line !== "" && !kept.includes(line));
  const shown = kept.filter((line) => /zipper|help@shop\.example|help\+|Your bag|Shop of Bags/.test(line));
  return lost.length + shown.length > 0 ? [{ language: language.code, introduction, last, lost, shown }] : [];
}

function visible(line: string): string {
  return line
    .replace(/[\u200b\s]+/g, " ")
    .replace(/^- - /, "- ")
    .trim();
}
