import { expect, test } from "vitest";
import { classifyCase, subject } from "./mail-cases.ts";

// A person's words that look like those of a program: hidden as automatic, they are never seen.

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
])("somebody writes %s", async (words, body) => {
  const headers = ["From: Ann Lee <ann@example.com>", subject(words)];
  expect(await classifyCase({ name: "", kind: "person", headers, body }, false)).toMatchObject({ kind: "person" });
});

test("a form that acknowledges and names its visitor is the visitor's", async () => {
  const headers = ["From: Shop <web@smallfirm.example>", "Subject: New message"];
  const body =
    "We received your message. This is an automated message.\n\nName: Ann Lee\nEmail: ann@example.com\nMessage: I want to order";
  expect(await classifyCase({ name: "", kind: "person", headers, body }, false)).toMatchObject({ kind: "person" });
});
