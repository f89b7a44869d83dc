import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { bareSubject, cleanSubject, withoutAnswerMarks } from "./subjects.ts";

const long = `${"Where are the three lamps of order 1042? ".repeat(20)}`.trim();

test.each([
  ["Where is my order?", "Where is my order?"],
  ["Re: Where is my order?", "Where is my order?"],
  ["RE: FW: Fwd: re : Where is my order?", "Where is my order?"],
  ["Re[2]: Order #1042", "Order #1042"],
  ["Re(12): Order", "Order"],
  ["Re^3: Order", "Order"],
  ["Re*2: Order", "Order"],
  ["AW[2]: Re: Bestellung", "Bestellung"],
  ["Fwd:Re:Order", "Order"],
  ["AW: Meine Bestellung", "Meine Bestellung"],
  ["Aw: AW: aw: Meine Bestellung", "Meine Bestellung"],
  ["Antw: Bestelling", "Bestelling"],
  ["Antwort: Bestellung", "Bestellung"],
  ["WG: AW: Bestellung", "Bestellung"],
  ["SV: Min pakke", "Min pakke"],
  ["VS: VL: Tilaus", "Tilaus"],
  ["RV: Mi pedido", "Mi pedido"],
  ["TR : Ma commande", "Ma commande"],
  ["Tr\u00A0: Re\u00A0: Ma commande", "Ma commande"],
  ["Rép : Ma commande", "Ma commande"],
  ["Re\u0301p : Ma commande", "Ma commande"],
  ["RES: ENC: Meu pedido", "Meu pedido"],
  ["R: I: Il mio ordine", "Il mio ordine"],
  ["RIF: Il mio ordine", "Il mio ordine"],
  ["Odp: PD: Zamówienie", "Zamówienie"],
  ["YNT: İLT: Siparişim", "Siparişim"],
  ["Vá: Továbbítás: Rendelés", "Rendelés"],
  ["Doorst: Bestelling", "Bestelling"],
  ["回复：订单", "订单"],
  ["答复: 转发: 订单", "订单"],
  ["回覆：轉寄：訂單", "訂單"],
  ["返信: 転送: 注文", "注文"],
  ["회신: 전달: 주문", "주문"],
  ["Отв: Пересл: Заказ", "Заказ"],
  ["НА: Заказ", "Заказ"],
  ["ΑΠ: ΠΡΘ: Παραγγελία", "Παραγγελία"],
  ["\u200Fרד\u200F: Order", "\u200Fרד\u200F: Order"],
  ["תגובה: הזמנה", "הזמנה"],
  ["رد: إعادة توجيه: طلب", "طلب"],
  ["\u202Bرد\u200F: طلب", "طلب"],
  ["ＲＥ：ＦＷ： Order", "Order"],
  ["\uFEFFRe: Order", "Order"],
  ["Re: AW: SV: 回复： RV: TR: Order", "Order"],
  ["Re: [Ticket: 0042] AW: Order [Ticket: 0001]", "Order"],
  ["Re: [Ticket: 0042]", "No Subject"],
  ["Re: re-order", "re-order"],
  ["RÉ: Ma commande", "Ma commande"],
  ["Ré : ma commande", "ma commande"],
  ["Re\u0301: Ma commande", "Ma commande"],
  ["TB: Ma commande", "Ma commande"],
  ["TB: RE: 4 TB disk", "4 TB disk"],
  ["Réf : Ma commande", "Ma commande"],
  ["Réf : RE: 1042", "1042"],
  ["NA: Order 1042", "Order 1042"],
  ["NA: Re: the lamp", "the lamp"],
  ["Re: [EXTERNAL] AW: Bestellung", "Bestellung"],
  ["[EXTERNAL] Re: Bestellung", "Bestellung"],
  ["[EXT] AW: [External Sender] Re: Bestellung", "Bestellung"],
  ["AW: [Extern] WG: Bestellung", "Bestellung"],
  ["***SPAM*** Re: Bestellung", "Bestellung"],
  ["VS: Tilaus 1042", "Tilaus 1042"],
  ["VS: tilaus 1042", "tilaus 1042"],
  ["Vs: Tilaus", "Tilaus"],
  ["VS: Re: the other lamp", "the other lamp"],
  ["Re: VS: the other lamp", "the other lamp"],
  ["TR: ma commande", "ma commande"],
  ["Tr : Ma commande", "Ma commande"],
  ["RV: mi pedido", "mi pedido"],
  ["Rv: Mi pedido", "Mi pedido"],
  ["rv: RE: mi pedido", "mi pedido"],
  ["Enc: Meu pedido", "Meu pedido"],
  ["Res: Meu pedido", "Meu pedido"],
  ["HA: Заказ", "Заказ"],
])("removes the marks of %j", (subject, expected) => {
  expect(cleanSubject(subject)).toBe(expected);
});

test.each([
  "TR-808 broken",
  "TR 808: broken",
  "TRX-5: strap torn",
  "SVG: files do not open",
  "DRAW: a blue bag",
  "AWS invoice",
  "AW 24 collection",
  "Reorder of shoes",
  "Refund: 20 EUR",
  "Ref: 1042",
  "Réf : 1042",
  "Rif: ordine 1042",
  "Return: blue bag",
  "Answer: yes",
  "Resolved: thanks",
  "r: 12 mm",
  "i: have a question",
  "Order: AW: 1042",
  "[EXTERNAL] Where is it?",
  "12:30 delivery",
  "Red: wrong colour",
  "Ενημέρωση: παραγγελία",
  "Ответственный: Анна",
  "订单：回复",
  "VS: the other lamp",
  "VS: The other lamp",
  "vs: blue or red",
  "Tr: not",
  "TR: not delivered",
  "tr: ma commande",
  "Enc: photos of the lamp",
  "Enc: the invoice",
  "res: table for two",
  "Res: my table",
  "RV: the awning is torn",
  "rv: awning torn",
  "TB: 2 instead of 4",
  "TB: is it 4?",
  "NA: not available",
  "na: where is it",
  "I: have a question",
  "R: this one is mine",
  "Ha: that was quick",
  "PD: my parcel",
  "pd: gracias",
  "Réf. 1042",
  "Re-order: ten lamps",
  "Region: EU",
  "[EXTERNAL] Order: 1042",
  "[Lumen] Re: order",
])("leaves %j alone", (subject) => {
  expect(cleanSubject(subject)).toBe(subject);
});

test.each([
  ["with each run of blanks as one space", "  Two   spaces\tand a tab ", "Two spaces and a tab"],
  ["as a placeholder if it is empty", "", "No Subject"],
  ["as a placeholder if it is only blanks", "   ", "No Subject"],
  ["as a placeholder if it is only one mark", "Re:", "No Subject"],
  ["as a placeholder if it is only marks", "AW: WG: ", "No Subject"],
  ["whole, after its mark", `AW: ${long}`, long],
  ["whole, up to the longest line of a mail", "x".repeat(998), "x".repeat(998)],
  ["cut, beyond the longest line of a mail", "x".repeat(999), `${"x".repeat(995)}...`],
  ["cut between two characters", "😀".repeat(1_000), `${"😀".repeat(995)}...`],
])("keeps a subject %s", (_, subject, expected) => {
  expect(cleanSubject(subject)).toBe(expected);
});

test("removes answer marks without forward marks, or all marks, and changes nothing when repeated", () => {
  expect(withoutAnswerMarks("SV: AW: Fwd: Where?")).toBe("Fwd: Where?");
  expect(bareSubject(bareSubject("Re: TR: SV: Where?"))).toBe("Where?");
  expect(withoutAnswerMarks("VS: the other lamp")).toBe("VS: the other lamp");
  expect(withoutAnswerMarks("VS: Tilaus")).toBe("Tilaus");
});

test("an ambiguous word is a mark if the mail's header says that the mail is an answer", () => {
  for (const subject of ["VS: the other lamp", "tr: the other lamp", "NA: the other lamp", "Réf : the other lamp"])
    expect(cleanSubject(subject, true), subject).toBe("the other lamp");
  for (const subject of ["Order: 1042", "Refund: 20 EUR", "[EXTERNAL] Where is it?"])
    expect(cleanSubject(subject, true)).toBe(subject);
});

test.each(["Re:", "Re", " ", "\u200F", "回复：", "a\u0301", "[Ticket: ", "Re[1]", "[EXTERNAL] ", "VS: ", "*****"])(
  "a subject that repeats %j very often becomes a valid subject of a ticket, in linear time",
  (unit) => {
    // Code that takes quadratic time would exceed the test's time limit here.
    const subject = cleanSubject(unit.repeat(500_000));
    expect(subject).not.toBe("");
    expect(subject.length).toBeLessThanOrEqual(limits.mailSubjectLength);
  },
);
