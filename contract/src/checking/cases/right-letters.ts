import type { CheckedOrder } from "../facts.ts";
import { cancelled, inDollars, inYen, inZloty, refunded, underway, waiting } from "./facts-for-cases.ts";

/** Whole letters of a usual day. */
export const rightLetters: readonly { order: CheckedOrder; texts: readonly string[] }[] = [
  {
    order: refunded,
    texts: [
      "Hi Anna,\n\nThank you for the pictures. I'm so sorry that the lamp reached you in this state. I have issued a full refund for it: 45.90 € are on their way back to your card. You don't need to return anything.\n\nIf the second lamp has a fault as well, just reply to this mail.\n\nWarm regards,\nMaria",
      "Hi Anna,\n\nI understand. The price for express delivery is 14.90 €, and we'd need your order by 2 pm.\n\nMaria",
      "Hi Anna,\n\nThe lamp takes an E27 bulb with up to 60 W. The cable is 180 cm long. Article number 20417.\n\nMaria",
      "Hi Anna,\n\nyour two-year guarantee ends on 9 November 2028, two years after the parcel was delivered.\n\nMaria",
      "Hi Anna,\n\nwe charged 128.80 € on 3 November and paid back 45.90 € on 16 November, so in the end you paid 82.90 €.\n\nMaria",
      "Hi Anna,\n\nyour bank may show the payment of 128.80 € on 4 or 5 November.\n\nMaria",
      "Hi Anna,\n\nThe lamp is listed at 49.90 € now; you paid 45.90 €.\n\nMaria",
      "Hi Anna,\n\nCould you tell me whether you mean order #1042 or an older one, for example from 2024?\n\nMaria",
      "Hi Anna,\n\nWe will send a prepaid label to this address within 24 hours. Once the parcel has been delivered to us and inspected, 77.95 € will be refunded.\n\nMaria",
      "Hallo Anna,\n\ndanke für die Fotos. Wir haben Ihnen 45,90 € erstattet, die Lampe dürfen Sie behalten. Sollte die zweite Lampe ebenfalls beschädigt sein, melden Sie sich bitte.\n\nViele Grüße\nMaria",
      "Hallo Anna,\n\nExpressversand kostet 14,90 €, die Bestellung müsste bis 14 Uhr eingehen.\n\nViele Grüße\nMaria",
      "Hallo Anna,\n\nsobald die Retoure bei uns zugestellt wurde, prüfen wir sie und erstatten 77,95 €.\n\nViele Grüße\nMaria",
      "Bonjour Anna,\n\nmerci pour les photos. Nous vous avons remboursé 45,90 € et vous pouvez garder la lampe. La livraison express coûte 14,90 €.\n\nCordialement\nMaria",
      "Hola Anna:\n\ngracias por las fotos. Le hemos reembolsado 45,90 € y puede quedarse con la lámpara. El envío exprés cuesta 14,90 €.\n\nSaludos\nMaria",
      "Ciao Anna,\n\ngrazie per le foto. Le abbiamo rimborsato 45,90 € e può tenere la lampada. La spedizione express costa 14,90 €.\n\nCordiali saluti\nMaria",
      "Beste Anna,\n\nbedankt voor de foto's. We hebben € 45,90 terugbetaald en u mag de lamp houden. Expresverzending kost € 14,90.\n\nMet vriendelijke groet\nMaria",
    ],
  },
  {
    order: underway,
    texts: [
      "Hi Anna,\n\nI've contacted DHL about 00340434161094042557 and they promised an answer by Thursday, 3 December. If it isn't found by 8 December, we refund you.\n\nMaria",
      'Hi Anna,\n\nThe status "delivered" you see belongs to another shipment. Yours hasn\'t arrived at the depot.\n\nMaria',
      "Hi Anna,\n\nwe've updated the address. The parcel had already left, so DHL will redirect it. Nothing else has changed.\n\nMaria",
      "Hi Anna,\n\nthank you for letting us know that the parcel was delivered to the wrong house. We're sorry!\n\nMaria",
      "Hi Anna,\n\nyour subscription to our newsletter has been cancelled.\n\nMaria",
      "Hi Anna,\n\nthe appointment with the electrician on 5 December was cancelled by you, as I see.\n\nMaria",
      "Hallo Anna,\n\nDHL hat uns mitgeteilt, dass die Zustellung am 28. November nicht möglich war. Ein zweiter Versuch erfolgt am 1. Dezember.\n\nViele Grüße\nMaria",
      "Hallo Anna,\n\nIhr Newsletter-Abo wurde storniert.\n\nViele Grüße\nMaria",
      "Hallo Anna,\n\nschade, dass das Paket beim falschen Nachbarn abgegeben wurde.\n\nViele Grüße\nMaria",
      "Bonjour Anna,\n\nDHL a tenté une livraison le 28 novembre. Une nouvelle tentative aura lieu le 1er décembre.\n\nCordialement\nMaria",
      "Bonjour Anna,\n\nvotre abonnement à la newsletter a été annulé.\n\nCordialement\nMaria",
      "Hola Anna:\n\nDHL intentó entregar el paquete el 28 de noviembre y lo volverá a intentar el 1 de diciembre.\n\nSaludos\nMaria",
      "Ciao Anna,\n\nDHL ha tentato la consegna il 28 novembre e riproverà il 1 dicembre.\n\nCordiali saluti\nMaria",
      "Beste Anna,\n\nDHL heeft op 28 november geprobeerd te bezorgen en probeert het op 1 december opnieuw.\n\nMet vriendelijke groet\nMaria",
      "Dzień dobry,\n\nDHL próbował doręczyć paczkę 28 listopada i spróbuje ponownie 1 grudnia.\n\nPozdrawiam\nMaria",
      "アンナ様\n\nDHLが11月28日に配達を試みましたが、ご不在でした。12月1日に再配達されます。\n\nよろしくお願いいたします。",
    ],
  },
  {
    order: waiting,
    texts: [
      "Hi Anna,\n\nyour payment was received on 20 November, and the order is being prepared. It will be handed over to DHL on 1 December.\n\nMaria",
      "Hi Anna,\n\nthe chandelier is shipped directly from the maker in Italy and takes 10 days.\n\nMaria",
      "Hi Anna,\n\nwe can't ship to a P.O. box. Please send us another address so that it can be shipped.\n\nMaria",
      "Hallo Anna,\n\nIhre Zahlung ist am 20. November eingegangen. Die Leuchte wird direkt vom Hersteller verschickt.\n\nViele Grüße\nMaria",
      "Bonjour Anna,\n\nnous avons reçu votre paiement le 20 novembre. Votre commande est en préparation et sera remise à DHL le 1er décembre.\n\nCordialement\nMaria",
      "Hola Anna:\n\nrecibimos su pago el 20 de noviembre. El pedido se está preparando.\n\nSaludos\nMaria",
    ],
  },
  {
    order: cancelled,
    texts: [
      "Hi Anna,\n\nthe order was cancelled at your request on 21 November, so nothing has been shipped and nothing will be charged.\n\nMaria",
    ],
  },
  {
    order: inDollars,
    texts: [
      "Hi Anna,\n\nI applied the $50.00 discount. Your new total is $1,249.00 including $12.00 shipping and $98.20 tax.\n\nMaria",
      "Hi Anna,\n\nUPS tried to deliver on November 28 and will try again on December 1.\n\nMaria",
    ],
  },
  {
    order: inZloty,
    texts: [
      "Dzień dobry Pani Anno,\n\ndziękujemy za zdjęcia. Zwróciliśmy 199,00 zł, lampę może Pani zatrzymać. Wysyłka ekspresowa kosztuje 29,00 zł.\n\nPozdrawiam\nMaria",
    ],
  },
  {
    order: inYen,
    texts: [
      "アンナ様\n\n写真をお送りいただきありがとうございます。4,590円を返金いたしました。速達の送料は1,490円です。\n\nよろしくお願いいたします。",
    ],
  },
];
