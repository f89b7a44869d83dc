import type { CheckedOrder } from "../facts.ts";
import { cancelled, inYen, inZloty, refunded, underway, waiting } from "./facts-for-cases.ts";

/** Replies in which nothing is wrong, by what they are about. */
export const rightReplies: readonly (readonly [order: CheckedOrder, text: string])[] = [
  [
    refunded,
    "Hi Anna,\n\nYour order #1042 was delivered on 9 November 2026, and we refunded 45.90 € on November 16.\n\nBest regards\nBen from Lumen & Loom",
  ],
  [refunded, "Hello Anna, the refund of €45.90 has been issued. It can take up to 10 days until your bank shows it."],
  [refunded, "Dear Ms. Kowalski,\n\nThe total of order 1042 was 128,80 EUR including shipping of 4,95 EUR."],
  [refunded, "Hi Anna,\nIf you were charged 49.90 €, please send us a picture of the statement."],
  [
    refunded,
    "Hi Anna, we could offer you a voucher of 20 € for your next order, or refund 10.00 € as a goodwill gesture.",
  ],
  [refunded, "Orders over 50 € ship for free. Your order was 128.80 €."],
  [refunded, "Hi there,\nWe will refund 30.00 € once the lamp has been returned to us."],
  [refunded, "Good morning Anna, was the second lamp refunded as well? Then the refund would be 77.95 €."],
  [refunded, "You wrote that you paid 139.00 €. According to our records the total was 128.80 €."],
  [
    refunded,
    "Hi Anna, you can call us at +49 30 1234567, Monday to Friday from 9:00 to 17:00. Our shop is at Lampenstraße 12, 10115 Berlin.",
  ],
  [refunded, "Hi Anna, the replacement bulb (SKU MB-204-GRY, 4000 K, 60 cm) costs 12.50 € at the moment."],
  [refunded, "Hi Anna,\nour colleague Maria has attached the label to the parcel."],
  [refunded, "Hi Anna, thanks for the photo you attached. Could you attach one of the box as well?"],
  [
    refunded,
    "Hallo Anna,\n\nIhre Bestellung #1042 wurde am 09.11.2026 zugestellt. Die Erstattung über 45,90 € haben wir am 16. November veranlasst.\n\nMit freundlichen Grüßen\nBen Huber",
  ],
  [
    refunded,
    "Guten Tag Frau Kowalski, der Gesamtbetrag Ihrer Bestellung betrug 128,80 €, davon 4,95 € Versand und 20,56 € MwSt.",
  ],
  [
    refunded,
    "Hallo Anna, wir können Ihnen 20 € erstatten oder einen Gutschein über 25 € ausstellen. Was ist Ihnen lieber?",
  ],
  [refunded, "Hallo Anna, sobald die Rücksendung bei uns angekommen ist, erstatten wir Ihnen 77,95 €."],
  [refunded, "Liebe Anna, falls Ihnen 139,00 € abgebucht wurden, schicken Sie uns bitte einen Beleg."],
  [
    refunded,
    "Bonjour Anna,\n\nVotre commande n° 1042 a été livrée le 9 novembre et nous avons remboursé 45,90 € le 16 novembre.\n\nCordialement\nBen",
  ],
  [
    refunded,
    "Bonjour Madame Kowalski, le montant total de votre commande était de 128,80 €, dont 4,95 € de frais de port.",
  ],
  [refunded, "Bonjour Anna, dès que nous aurons reçu la lampe, nous vous rembourserons 77,95 €."],
  [
    refunded,
    "Bonjour, nous pouvons vous proposer un bon d'achat de 15 € ou une remise de 10 % sur votre prochaine commande.",
  ],
  [
    refunded,
    "Hola Anna:\n\nSu pedido #1042 fue entregado el 9 de noviembre de 2026. Hemos reembolsado 45,90 € el 16/11/2026.\n\nUn saludo\nBen",
  ],
  [refunded, "Hola Anna, cuando recibamos la lámpara le reembolsaremos 77,95 €."],
  [
    refunded,
    "Ciao Anna,\n\nil suo ordine #1042 è stato consegnato il 9 novembre. Abbiamo rimborsato 45,90 € il 16 novembre.\n\nCordiali saluti\nBen",
  ],
  [refunded, "Gentile Anna, se le sono stati addebitati 139,00 €, ci invii per favore la ricevuta."],
  [
    refunded,
    "Beste Anna,\n\nUw bestelling #1042 is op 9 november bezorgd. We hebben € 45,90 terugbetaald op 16 november.\n\nMet vriendelijke groet\nBen",
  ],
  [refunded, "Beste Anna, zodra we de lamp terug hebben, betalen we € 77,95 terug."],
  [
    inZloty,
    "Dzień dobry Pani Anno,\n\nzwrot 199,00 zł za zamówienie nr 1042 został zrealizowany 16 listopada. Kwota zamówienia wynosiła 1 234,56 zł.\n\nPozdrawiam\nBen",
  ],
  [inZloty, "Cześć Anno, jeśli pobrano 1 300,00 zł, prosimy o potwierdzenie z banku."],
  [
    inYen,
    "アンナ様\n\nご注文番号1042の返金額は4,590円です。返金は11月16日に完了いたしました。合計金額は12,800円でした。\n\nよろしくお願いいたします。",
  ],
  [inYen, "アンナ様\n商品が届きましたら、800円を返金いたします。"],
  [
    underway,
    "Hi Anna, your order #1042 was shipped on 24 November with DHL. The tracking number is 00340434161094042557. It has not been delivered yet; it is expected on 2 December.",
  ],
  [underway, "Hi Anna, once it has been delivered, you have 30 days to return it. Has it been delivered already?"],
  [
    underway,
    "Hi Anna, the total was €1,234.56. The parcel is on its way: https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434161094042557",
  ],
  [
    underway,
    "Hallo Anna, Ihr Paket ist mit DHL unterwegs und wurde am 24.11. versandt. Der Betrag von 1.234,56 € wurde noch nicht erstattet.",
  ],
  [underway, "Bonjour Anna, votre colis est en route. Il n'a pas encore été livré."],
  [underway, "Hi Anna, we cannot ship with UPS, and returns go back with the DPD label in the parcel."],
  [underway, "Hi Anna, I'm sorry. Your replacement order #1043 will leave tomorrow."],
  [
    waiting,
    "Hi Anna, your order has not been shipped yet. As soon as it has been shipped you will get a mail. A confirmation was sent to you.",
  ],
  [
    waiting,
    "Hallo Anna, Ihre Bestellung wurde noch nicht versandt. Die Bestätigung haben wir Ihnen per E-Mail geschickt.",
  ],
  [waiting, "Hola Anna, su pedido todavía no ha sido enviado. Normalmente los pedidos se envían en 24 horas."],
  [waiting, "Ciao Anna, il suo ordine non è stato ancora spedito."],
  [waiting, "Bonjour Anna, votre commande n'a pas encore été expédiée. Souhaitez-vous qu'elle soit annulée ?"],
  [cancelled, "Hi Anna, your order #1042 has been cancelled and 1,234.56 € have been refunded on Nov 21, 2026."],
  [
    cancelled,
    "Hallo Anna, Ihre Bestellung 1042 wurde am 21.11.2026 storniert, der Betrag von 1.234,56 € wurde erstattet.",
  ],
];
