import { expect, test } from "vitest";
import { classifyCase, type MailCase, subject } from "./mail-cases.ts";

// A person's words that look like a program's. If such a mail were taken for automatic, nobody would see it.

test.each([
  ["Re: Automatic reply: 4711", "No, that does not answer it."],
  ["Re: Odpowiedź automatyczna: 4711", "Please answer my question."],
  ["Re: ตอบกลับอัตโนมัติ: 4711", "Where is my order?"],
  ["Question about an automatic reply: 4711", "I got no answer."],
  ["Pytanie: odpowiedź automatyczna", "Nie mam odpowiedzi."],
  ["Automatic door: response time", "It reacts too late."],
  ["Auto: silla", "¿Tienen sillas para mi auto?"],
  ["Fuera de la oficina: entrega al vecino", "Hola, ¿pueden entregar mi pedido el lunes?"],
  ["Afwezig: graag bij de buren bezorgen", "Nummer 4711."],
  [
    "No answer",
    "Hello, I only got this: We have received your request. This is an automated message. My order is late.",
  ],
  ["Your form", "I must prove that I am human, click and click, and my message is still not delivered. Please fix it."],
  ["Please confirm your e-mail", "Please confirm your e-mail of Monday. I cannot click the link."],
])("classifies an answer with the subject %s as a person's", async (words, body) => {
  const headers = ["From: Ann Lee <ann@example.com>", subject(words)];
  expect(await classifyCase({ name: "", kind: "person", headers, body }, false)).toMatchObject({ kind: "person" });
});

test("takes the visitor whom an acknowledging form names as the author", async () => {
  const headers = ["From: Shop <web@smallfirm.example>", "Subject: New message"];
  const body =
    "We received your message. This is an automated message.\n\nName: Ann Lee\nEmail: ann@example.com\nMessage: I want to order";
  expect(await classifyCase({ name: "", kind: "person", headers, body }, false)).toMatchObject({ kind: "person" });
});

const ann = "From: Ann Lee <ann@example.com>";

test.each<[string, Partial<MailCase>]>([
  [
    "by an old program that calls its mail junk",
    {
      headers: [ann, subject("Pakke"), "Precedence: junk"],
      body: "Hei, pakken min er ikke kommet. Hvor er den?\n\nAnn",
    },
  ],
  ["by a site that leaves the return path empty", { envelopeFrom: "", body: "Does the filter fit the old lamp, too?" }],
  [
    "about a parcel that was returned, in the words of returned mail",
    { headers: [ann, subject("택배가 반송되었습니다")], body: "안녕하세요, 택배가 반송되었습니다." },
  ],
  [
    "of a customer who will be away",
    { headers: [ann, subject("On vacation")], body: "We are away until May 3rd, please hold the parcel." },
  ],
])("classifies a mail %s as a person's", async (name, changes) => {
  const mail: MailCase = { name, kind: "person", headers: [ann, subject("A lamp")], body: "", ...changes };
  expect(await classifyCase(mail, false)).toMatchObject({ kind: "person" });
});

test.each<[string, string[], string]>([
  ["away by a program that calls its mail junk", [ann, subject("Re: Order"), "Precedence: junk"], "I am on vacation."],
  ["without a word that calls itself junk", [ann, subject("Thanks"), "Precedence: junk"], "Your mail was received."],
  [
    "of a help desk whose answers come to a tagged address",
    ["From: Help <help@other.example>", "Reply-To: help+id7@other.example", "Auto-Submitted: auto-generated"],
    "Your request (7) has been received.",
  ],
  ["about a domain", [ann, subject("Report domain: shop.example Submitter: mail.example Report-ID: 7")], ""],
])("classifies a mail %s as a program's", async (name, headers, body) => {
  expect(await classifyCase({ name, kind: "auto_reply", headers, body }, false)).toMatchObject({ kind: "auto_reply" });
});
