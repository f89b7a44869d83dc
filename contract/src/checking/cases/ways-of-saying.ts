import type { CheckedOrder } from "../facts.ts";
import type { FindingKind } from "../finding.ts";
import { cancelled, inPounds, inYen, inZloty, refunded, underway, waiting } from "./facts-for-cases.ts";

/** Paid by a transfer that has not come. */
const unpaid: CheckedOrder = { ...waiting, isPaid: false };
/** Of two parcels, one has left. */
const inPart: CheckedOrder = { ...underway, isAllShipped: false };
/** Two lamps with a code that took a tenth off. */
const reduced: CheckedOrder = {
  ...waiting,
  amounts: [
    { kind: "total", amount: "114.95", currency: "EUR", title: null },
    { kind: "total", amount: "110.00", currency: "EUR", title: null },
    { kind: "shipping", amount: "4.95", currency: "EUR", title: null },
    { kind: "discount", amount: "12.22", currency: "EUR", title: null },
  ],
};

/** Statements that are wrong of an order, in the words of those who write replies. */
export const waysOfSaying: readonly { order: CheckedOrder; kind: FindingKind; texts: readonly string[] }[] = [
  {
    order: waiting,
    kind: "status",
    texts: [
      "Hi Anna, your lamp has already gone off to you.",
      "Hallo Anna, die Lampe haben wir gestern bei DHL eingeliefert.",
      "Bonjour Anna, la lampe a quitté notre entrepôt hier soir.",
      "Hola Anna: acabamos de devolverte el importe.",
      "Ciao Anna, come da accordi abbiamo provveduto all'annullamento dell'ordine.",
      "Hoi Anna, je lamp is zaterdag op de bus gedaan.",
      "Cześć Anna, lampa wyjechała od nas w piątek.",
      "コワルスキ様\nランプは昨日お出しいたしました。",
    ],
  },
  {
    order: underway,
    kind: "status",
    texts: [
      "Hi Anna, the driver left it by the side door this morning.",
      "Hallo Anna, Ihr Paket liegt seit gestern bei Ihrem Nachbarn.",
      "Bonjour Anna, votre colis vous attend au point relais.",
      "Hola Anna: veo que ya te lo entregaron, ¿lo recibió alguien?",
      "Ciao Anna, il corriere ha lasciato la lampada al portiere.",
      "Hoi Anna, je pakket ligt sinds gisteren bij je buren.",
      "Hi Anna, I'm afraid your parcel was returned to us.",
    ],
  },
  {
    order: unpaid,
    kind: "status",
    texts: [
      "Hi Anna, your payment has been received.",
      "Hallo Anna, Ihre Zahlung ist bei uns eingegangen.",
      "Hola Anna: ya hemos recibido tu transferencia.",
      "Ciao Anna, il bonifico è arrivato stamattina.",
      "Cześć Anna, wpłata dotarła, dzięki!",
    ],
  },
  {
    order: inPart,
    kind: "status",
    texts: ["Hi Anna, both lamps have been shipped.", "Hoi Anna, alles is inmiddels verstuurd."],
  },
  {
    order: refunded,
    kind: "status",
    texts: [
      "Hi Anna, no refund has gone out so far.",
      "Hallo Anna, die Gutschrift steht noch aus.",
      "Hoi Anna, ik moet je geld nog terugboeken.",
    ],
  },
  {
    order: cancelled,
    kind: "status",
    texts: ["Hallo Anna, die Bestellung ist nicht storniert.", "Ciao Anna, il rimborso non l'abbiamo ancora fatto."],
  },
  {
    order: refunded,
    kind: "amount",
    texts: [
      // What another thing cost.
      "Hi Anna, we sent €77.95 back to your card for the lamp.",
      "Hallo Anna, für die Lampe haben wir Ihnen 128,80 € zurückgebucht.",
      "Bonjour Anna, 54,90 € ont été reversés sur votre carte.",
      "Hola Anna: te hemos ingresado 49,50 € por la lámpara.",
      // What is left, and a slip of a total that is to come.
      "Ciao Anna, dei 128,80 € pagati restano 89,20 €.",
      "Hi Anna, the total with shipping would be 123.85 €, and you paid it with a card including shipping.",
    ],
  },
  { order: inZloty, kind: "amount", texts: ["Cześć Anna, przelaliśmy Ci 991,00 zł."] },
  { order: inYen, kind: "amount", texts: ["コワルスキ様\n代金として12,800円を返金させていただきました。"] },
  { order: inPounds, kind: "amount", texts: ["Hi Anna, we've credited £25.40 to your card."] },
  {
    order: reduced,
    kind: "amount",
    texts: [
      "Hallo Anna, bezahlt haben Sie 127,17 € nach Abzug des Rabatts.",
      "Bonjour Anna, vous avez réglé 127,17 €, remise déduite.",
      "Hoi Anna, er is € 127,17 van je rekening afgegaan, korting inbegrepen.",
    ],
  },
];

/** Statements that are right, and look as those do. */
export const rightWays: readonly { order: CheckedOrder; texts: readonly string[] }[] = [
  {
    order: underway,
    texts: [
      "Bonjour Anna, votre colis est en route : tant qu'il n'est pas livré, vous pouvez le refuser.",
      "Hola Anna: DHL nos dice que tu pedido sigue de camino.",
      "Hi Anna, it is no longer in our warehouse.",
      "Hoi Anna, DHL heeft je lamp ingeladen, ik verwacht ze straks bij je.",
    ],
  },
  {
    order: refunded,
    texts: [
      "Hi Anna, of the 128.80 € you paid, 45.90 € has come back, so you paid 82.90 € for the rest.",
      "Hola Anna: me dices que te cobraron 182,80 €, pero fueron 128,80 €.",
      "Hallo Anna, dann hätten Sie die vollen 128,80 € zurück.",
      "Cześć Anna, zwróciliśmy 45,90 € 16 listopada.",
      "Met de lamp en verzending kwam je op € 128,80, Anna.",
    ],
  },
  { order: unpaid, texts: ["Hallo Anna, Ihre Zahlung ist leider noch nicht eingegangen."] },
  { order: inPart, texts: ["Hi Anna, the first lamp has been shipped."] },
];
