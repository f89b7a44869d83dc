import { expect, test } from "vitest";
import { factsOf, refunded, underway } from "./cases/facts-for-cases.ts";
import { checkReply } from "./check-reply.ts";
import { readFacts } from "./context.ts";

const check = (text: string, facts: Parameters<typeof readFacts>[0]) =>
  checkReply(text, readFacts(facts), { files: [], names: [], today: null }).map(({ written, right }) => [
    written,
    right,
  ]);

test.each([
  ["Jean-Pierre Dupont", "Bonjour Jean-Pierre,"],
  ["Jean-Pierre Dupont", "Bonjour M. Dupont,"],
  ["José Ñúñez", "Hola Jose:"],
  ["Katherine O'Neil", "Hi Kate,"],
  ["Müller, Jürgen", "Sehr geehrter Herr Mueller,"],
  ["jurgen.m@web.example", "Hallo Jürgen,"],
  ["Piotr Zieliński", "Dzień dobry Panie Piotrze,"],
  ["Ewa Lis", "Dzień dobry Pani Ewo,"],
  ["Lotte van den Berg", "Beste mevrouw Van den Berg,"],
  ["Giulia Bianchi", "Gentile Sig.ra Bianchi,"],
  ["佐藤 花子", "佐藤様"],
  ["Sarah Miller", "Good morning from Berlin,"],
  ["Anna Kowalski", "アンナ様"],
])("%s may be greeted with %j", (name, greeting) => {
  expect(check(`${greeting}\n\n`, factsOf(underway, { customerNames: [name] }))).toEqual([]);
});

test.each([
  ["Jean-Pierre Dupont", "Bonjour M. Durand,", "M. Durand", "M. Dupont"],
  ["Katherine O'Neil", "Hi Karen,", "Karen", "Katherine"],
  ["Ewa Lis", "Dzień dobry Pani Moniko,", "Pani Moniko", null],
  ["Lotte van den Berg", "Beste mevrouw Van Dijk,", "mevrouw Van Dijk", "mevrouw Van den Berg"],
  ["Giulia Bianchi", "Gentile Sig.ra Rossi,", "Sig.ra Rossi", "Sig.ra Bianchi"],
  ["佐藤 花子", "田中様", "田中", "佐藤"],
  ["Sarah Miller", "Hello Mrs Millar,", "Mrs Millar", "Mrs Miller"],
])("%s may not be greeted with %j", (name, greeting, written, right) => {
  expect(check(`${greeting}\n\n`, factsOf(underway, { customerNames: [name] }))).toEqual([[written, right]]);
});

test.each([
  ["LL-20417", "Hi Anna, your order LL-20471 was delivered.", [["LL-20471", "LL-20417"]]],
  ["LL-20417", "Hi Anna, your order 20417 was delivered.", []],
  ["LL-20417", "Hi Anna, your order ll20417 was delivered, with SKU LT-20418-B.", []],
  ["#100542", "Bonjour Anna, votre commande 100524 a été livrée.", [["100524", "100542"]]],
  ["#100542", "佐藤様\n\nご注文番号：100524の件でご連絡いたします。", [["100524", "100542"]]],
])("in a store that writes %s, %j", (name, text, found) => {
  const order = { ...refunded, name, orderNumber: name.replace(/\D/g, "") };
  expect(check(text, factsOf(order, { orderNames: [], thread: [] }))).toEqual(found);
});
