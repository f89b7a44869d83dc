import { linesOf } from "../lines-of.ts";

/** German with a planted misspelling in each line, and without. */
export const german = {
  planted: linesOf(`
Ihre [Bestelung|Bestellung] ist auf dem Weg zu Ihnen.
Wir haben Ihr Paket [gesten|gestern] verschickt.
Vielen Dank für Ihre [Nachrricht|Nachricht].
Bitte [schiken|schicken] Sie uns ein Foto vom Schaden.
Das tut uns [wirlkich|wirklich] leid.
Die [Rechnug|Rechnung] finden Sie im Anhang.
Wir [erstaten|erstatten] Ihnen den Betrag bis Freitag.
Der Artikel ist [leidre|leider] nicht mehr auf Lager.
Bitte teilen Sie uns Ihre [Bestellnumer|Bestellnummer] mit.
Wir melden uns so bald wie [moglich|möglich].
Sie können die Lampe [kostenloss|kostenlos] zurücksenden.
Wir haben das mit dem [Versannd|Versand] geprüft.
Das Paket wurde [erfolreich|erfolgreich] zugestellt.
Ihre [Addresse|Adresse] haben wir geändert.
Das ist ein [bedauerliches|bedauerliches] [Vershen|Versehen].
Wir [entschludigen|entschuldigen] uns für die Verspätung.
Bitte [uberprüfen|überprüfen] Sie Ihr Postfach.
Der Fahrer hat Sie [nciht|nicht] angetroffen.
Die Lieferung dauert [ungefahr|ungefähr] drei Tage.
Wir wünschen Ihnen ein schönes [Wochennende|Wochenende].
`),
  sound: linesOf(`
Guten Tag Frau Müssig, vielen Dank für Ihre Geduld.
Die Versandbestätigung haben Sie gestern erhalten.
Das Retourenetikett liegt dem Paket bei.
Wir schicken Ihnen die Sendungsverfolgungsnummer morgen.
Bitte wenden Sie sich an Herrn Schmiedel aus der Buchhaltung.
Der Leinenbezug ist bei 30 Grad waschbar.
Die Wandleuchte wird ohne Leuchtmittel geliefert.
Ihr Paket liegt in der Filiale an der Bahnhofstrasse.
Wir haben Ihnen den Kaufpreis zurückerstattet.
Melden Sie sich gern, wenn noch etwas unklar ist.
Das geht leider nicht, da die Frist abgelaufen ist.
Schön, dass alles geklappt hat!
Die Größe fällt etwas kleiner aus.
Der Bezug ist aus Bio-Baumwolle.
Haben Sie schon im Spamordner nachgesehen?
Viele Grüße aus Köln
Wir gewähren fünf Jahre Garantie auf das Gestell.
Die Zahlung per PayPal ist eingegangen.
Rückfragen beantworten wir werktags bis 17 Uhr.
Das Ersatzteil wird von DHL geliefert.
`),
};
