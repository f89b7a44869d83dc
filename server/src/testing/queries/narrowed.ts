import type { Expected } from "./expected.ts";

/** Phrases and filters. */
export const narrowed: Expected[] = [
  ['"gift card code"', "Gift card code does not work"],
  ['"GIFT CARD"', "Gift card code does not work"],
  ['"weak dimmer spring"', "My new lamp flickers"],
  ['"for the guest room"', "Seam came undone after two weeks"],
  ['lamp "loose contact"', "My new lamp flickers"],
  ["“wrong lorry”", "Where is my order ?"],
  ['"noch nicht angekommen"', "Bestellung noch nicht angekommen"],
  ['"groesse der bettwaesche"', "Größe der Bettwäsche"],
  ["from:mussig", "Bestellung noch nicht angekommen"],
  ['from:"Jürgen Müßig"', "Bestellung noch nicht angekommen"],
  ["from:j.muessig@gmx-mail.example lampen", "Bestellung noch nicht angekommen"],
  ["from:priya curtains", "Wholesale enquiry"],
  ["tag:vip", "Wholesale enquiry"],
  ["tag:VIP wholesale", "Wholesale enquiry"],
  ["tag:b2b", "Wholesale enquiry", "T-shirt sizes for the staff party"],
  ["status:urgent", "Reklamation: Lampenschirm gerissen"],
  ["status:pending", "Wholesale enquiry"],
  ["status:closed facture", "Facture introuvable"],
  ["status:resolved leverans", "Tack för snabb leverans"],
  ["tag:damage status:urgent schirm", "Reklamation: Lampenschirm gerissen"],
  ["zoe after:2020", "Café lamp wobbles"],
  ["zoe before:2999-01-01", "Café lamp wobbles"],
  ["from:moreau tag:b2b shirts", "T-shirt sizes for the staff party"],
];
