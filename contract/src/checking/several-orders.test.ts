import { expect, test } from "vitest";
import { factsOf, refunded } from "./cases/facts-for-cases.ts";
import { checkReply } from "./check-reply.ts";
import { readFacts } from "./context.ts";
import type { CheckedOrder, KnownAmount } from "./facts.ts";

const of = (
  currency: string,
  kind: KnownAmount["kind"],
  value: KnownAmount["amount"],
  title: string | null = null,
): KnownAmount => ({
  kind,
  amount: value,
  currency,
  title,
});

/** Two lines with a tenth off; one of them is refunded. */
const coat: CheckedOrder = {
  ...refunded,
  name: "#2051",
  orderNumber: "2051",
  isCertain: false,
  amounts: [
    of("EUR", "total", "225.00"),
    of("EUR", "refund", "45.00"),
    of("EUR", "discount", "25.00"),
    of("EUR", "line", "200.00", "Wollmantel Fjell"),
    of("EUR", "line", "50.00", "Strickmütze Sno"),
  ],
};

/** Paid, and not shipped. */
const lamp: CheckedOrder = {
  ...refunded,
  name: "#2077",
  orderNumber: "2077",
  isCertain: false,
  isRefunded: false,
  isShipped: false,
  isAllShipped: false,
  isDelivered: false,
  isAllDelivered: false,
  parcels: [],
  dates: [{ kind: "ordered", at: "2026-11-20T10:12:00.000Z" }],
  amounts: [
    of("EUR", "total", "94.40"),
    of("EUR", "shipping", "4.90"),
    of("EUR", "line", "89.50", "Tischlampe Kupfer"),
  ],
};

const known = readFacts(factsOf(refunded, { orders: [lamp, coat], customerNames: ["Joanna Pawlak"] }));
const check = (text: string) =>
  checkReply(text, known, { files: [], names: [], today: null }).map(({ kind, written }) => `${kind} ${written}`);

test.each([
  // Reckoned from what is known.
  "Hallo Joanna, die Mütze kostete nach Abzug von 10 % genau 45,00 €, und bezahlt haben Sie 225,00 €.",
  "Hallo Joanna, von den 225,00 € bleiben nach der Erstattung 180,00 € übrig.",
  "Hi Joanna, you paid 180.00 € for the Wollmantel with the discount.",
  "Bonjour Joanna, vous avez payé 319,40 € pour les deux commandes.",
  "Hola Joanna, el total de ambos pedidos fue de 319,40 €.",
  "Ciao Joanna, il totale senza spedizione è 89,50 €.",
  "Hallo Joanna, in totaal betaalde je 94,40 €, waarvan 4,90 € verzendkosten.",
  "Hi Joanna, the refund was 45.00 €, not 54.00 € as I wrote by mistake.",
  "Hi Joanna, the price went up from 129 € to 139 € in our shop.",
  // Of which order it is said shows by what was bought.
  "Hallo Joanna, die Strickmütze haben wir bereits erstattet. Ihre Tischlampe wird morgen verschickt.",
  "Hi Joanna, we have already refunded 45.00 €.",
  "Hallo Joanna, der Wollmantel wurde zugestellt.",
  // Others' orders.
  "Hi Joanna, your friend can only change her own order (#2099) herself.",
  "Bonjour Joanna, la commande de votre voisin (n° 2099) a été livrée à part.",
  // Attached to a thing, or by the customer.
  "Ciao Joanna, la brugola è allegata alla lampada.",
  "Hola Joanna, la pletina va adjunta a la base.",
  "Hi Joanna, the key is attached to the base of the lamp.",
  "Hallo Joanna, das Foto, das Sie gestern angehängt haben, hilft uns sehr.",
  // How she is called.
  "Cześć Asiu, dziękujemy za wiadomość.",
  "Dzień dobry Joasiu, wszystko jest w porządku.",
  "Hi J., thanks for your message.",
])("nothing is said of %j", (text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ["amount 52,20 €", "Hallo Joanna, wir überweisen Ihnen die 52,20 € morgen.", "25.20"],
  ["amount €49.40", "Hi Joanna, if you cancel, you get back the full €49.40.", "94.40"],
] as const)("digits that changed places are found: %s", (finding, text, total) => {
  const orders = [{ ...lamp, amounts: [of("EUR", "total", total)] }];
  const found = checkReply(text, readFacts(factsOf(lamp, { orders, customerNames: ["Joanna"] })), {
    files: [],
    names: [],
    today: null,
  });
  expect(found.map(({ kind, written }) => `${kind} ${written}`)).toEqual([finding]);
});

test.each([
  ["amount", "Hi Joanna, we can refund you the full £94.40 of #2077 today."],
  ["amount", "Hallo Joanna, die Tischlampe kostet 89,50 € inkl. Versand."],
  ["amount", "Hallo Joanna, für die Bestellung #2051 haben Sie insgesamt 250,00 € bezahlt."],
  ["status", "Hallo Joanna, Ihre Tischlampe wurde gestern verschickt."],
  ["status", "Hi Joanna, good news: your Tischlampe is on its way."],
  ["number", "Hallo Joanna, der Wollmantel aus Bestellung #2077 wurde zugestellt."],
  ["status", "Hi Joanna, the refund of order #2051 has not yet been issued."],
])("%s is found in %j", (kind, text) => {
  const found = checkReply(text, known, { files: [], names: [], today: null });
  expect(found.map((finding) => finding.kind)).toEqual([kind]);
});
