import { expect, test } from "vitest";
import { newestWords, previewText } from "./preview-text.ts";

const none = "No preview available";
const sentence = "My parcel has not arrived and I need it before Friday.";

test.each([
  ["the first long line", `Hi,\n${sentence}\nThanks`, sentence],
  [
    "the first line over 20, though a longer one follows",
    `I have one question here\n${sentence}`,
    "I have one question here",
  ],
  ["a short question as it is", "Where is my order?", "Where is my order?"],
  ["nothing for less than ten characters", "Hello", none],
  ["nothing for nothing", "", none],
  ["what follows a greeting on its line", `Hi Sarah, ${sentence}`, sentence],
  ["what follows several greetings", `Hello!\n\nDear Lumen & Loom customer service team,\n\n${sentence}`, sentence],
  [
    "a greeting where nothing else is said",
    "Dear Lumen & Loom customer service team,",
    "Dear Lumen & Loom customer service team,",
  ],
  ["a greeting above a word too short to tell anything", "Hello dear support team,\nHelp", "Hello dear support team,"],
  ["the line that was long with its greeting", `Hi Sarah, where is my parcel?\n${sentence}`, "where is my parcel?"],
  ["no greeting below another line", `Order 1042\nSehr geehrte Damen und Herren,\n${sentence}`, sentence],
  ["what only begins like a greeting", "Hi-res picture is missing in it", "Hi-res picture is missing in it"],
  [
    "no header lines",
    `From: Ann <ann@example.com>\nSent: Monday\n*To:* help@example.com\nSubject: Order\n${sentence}`,
    sentence,
  ],
  [
    "no addresses and mailto links",
    "Write to ann@example.com or <mailto:bob@example.com> about the blue bag",
    "Write to or about the blue bag",
  ],
  [
    "no links",
    "See https://example.com/track?id=1 and www.example.com for the parcel's state",
    "See and for the parcel's state",
  ],
  [
    "no social networks or handles",
    "Facebook: acme | Instagram: acme\nAsk @acme_support about the missing blue bag",
    "Ask about the missing blue bag",
  ],
  ["no phone numbers", "Please call me on +1 (555) 010-7788 about the order", "Please call me on about the order"],
  [
    "order and tracking numbers",
    "Order #1042 with tracking 1Z999AA10123456784 is late",
    "Order #1042 with tracking 1Z999AA10123456784 is late",
  ],
  [
    "no sign-offs",
    "Kind regards,\nSent from my iPhone of the year\nThe blue bag came damaged",
    "The blue bag came damaged",
  ],
  [
    "a sentence that begins as a sign-off",
    "Sent from my shop in Oslo, the parcel was lost. Where is it?",
    "Sent from my shop in Oslo, the parcel was lost. Where is it?",
  ],
  ["no program's line in another language", `Von Yahoo Mail auf Android gesendet\n${sentence}`, sentence],
  [
    "no forward's title and header in another language",
    `---------- Weitergeleitete Nachricht ----------\nVon: Ann Lee aus Berlin\nGesendet: Montag, 5. Mai 2025\nAn: den Laden hier\n${sentence}`,
    sentence,
  ],
  ["no closing in another language", `Z wyrazami szacunku\nMit freundlichen Grüßen\n${sentence}`, sentence],
  [
    "a line of a letter that looks like a header",
    "De: la couleur est fausse, je crois",
    "De: la couleur est fausse, je crois",
  ],
  ["thanks inside a sentence", "Thanks for the quick help with my bag", "Thanks for the quick help with my bag"],
  [
    "no disclaimers",
    "This email is confidential and intended only for you.\nThe blue bag came damaged",
    "The blue bag came damaged",
  ],
  [
    "no quotes and markers",
    `> ${sentence}\n---------- Forwarded message ----------\nOn Monday, Ann wrote:\nThe blue bag came damaged`,
    "The blue bag came damaged",
  ],
])("shows %s", (_, text, expected) => {
  expect(previewText(text)).toBe(expected);
});

test("cuts at a word boundary past 80 % of 150 characters, else within the word", () => {
  expect(previewText(`${"word ".repeat(60)}`)).toBe(`${"word ".repeat(30).trim()}...`);
  expect(previewText(`${"a".repeat(100)} ${"b".repeat(100)}`)).toBe(`${"a".repeat(100)} ${"b".repeat(49)}...`);
  expect(previewText(`${"a".repeat(140)} ${"b".repeat(100)}`)).toBe(`${"a".repeat(140)}...`);
  expect(previewText("c".repeat(150))).toBe("c".repeat(150));
});

test.each([
  ["Any news?", "Any news?"],
  ["Hi,\n\nOK!\n\nThanks", "Hi, OK!"],
  ["Thanks a lot!\n\nPriya", "Thanks a lot! Priya"],
  ["Hallo,\n\nDanke!\n\n> Am Montag schrieb Mina", "Hallo, Danke!"],
  ["请问包裹在哪?", "请问包裹在哪?"],
  ["Where is my parcel now?", "Where is my parcel now?"],
  [" \n> quoted", "No preview available"],
])("for the last message %j shows %j", (text, words) => {
  expect(newestWords(text)).toBe(words);
});
