import { german as statuses } from "../statuses/german.ts";
import { type Words, words } from "./words.ts";

export const german: Words = {
  common: words(
    "weil|wegen|kurz\\p{L}*|grüsse|gruss|gruß|grüße|beim|bin|hab|dein\\p{L}*|dir|dich|uns|du|alles|unterwegs|gutgeschrieben|zugestellt|verschickt|geliefert|raus|kommt|gern|meldet|laut|aber|oder|wenn|ich|es|im|am|zum|zur|noch|schon|auch|dass|sich|den|dem|wie|nach|heute|der|die|das|und|ist|nicht|wir|sie|ihre?[rnm]?|ihnen|haben|wurde|für|mit|von|bei|auf|ein|eine[rnm]?|hallo|bitte|liebe[r]?|guten|bestellung|paket|rechnung|erstattung|erstattet|sendung|ihnen|wurden|versand\\p{L}*|anbei",
  ),
  condition: words(
    "(?:du|sie) (?:erwähn\\p{L}+|sprichst|sprechen|fragst|fragen|meinst)|mitgeteilt haben|leid zu (?:hören|lesen)|schade[^.!?]{0,20} dass|danke für (?:die|ihre) (?:rückmeldung|information|info)|sie (?:schreiben|schrieben|sagten|sagen|erwähnen|erwähnten|meinen|berichten|berichteten|nannten|nennen)|sie haben (?:geschrieben|erwähnt|gesagt|berichtet)|du (?:schreibst|schriebst|sagst)|laut (?:ihnen|ihrer nachricht)|in ihrer (?:nachricht|mail|e-mail)|wenn|falls|sofern|sobald|ob|solange|sollten? (?:sie|ihnen|du|es)|bevor|im falle|(?:ich|wir) verstehen?,? dass|ihnen (?:wurde )?gesagt",
  ),
  hedge: words(
    "gerne?|ned|nit|nich|nichts|niemand|ohne|(?:ich|wir) (?:schrieb(?:en)?|hatten? geschrieben|nannten?)|irrtümlich|versehentlich|fälschlich\\p{L}*|bereit|hälfte|werden?|wird|wirst|würde[n]?|können?|kann|könnte[n]?|sollte[n]?|soll|müsste[n]?|muss|müssen|dürfte[n]?|möchte[n]?|nicht|kein(?:e|en|er|em|es)?|nie(?:mals)?|weder|noch nicht|sie (?:schreiben|schrieben|sagten|erwähnen|erwähnten|fragten|meinen|berichten)|sie haben (?:geschrieben|erwähnt|gefragt)|ihre(?:r)? (?:nachricht|aussage|angabe)n?|laut ihnen|normalerweise|üblicherweise|in der regel|gewöhnlich|voraussichtlich|eventuell|möglicherweise|vielleicht|vermutlich|statt|anstatt|um [^,.]{1,40} zu",
  ),
  hedgesBackwards: true,
  settled: words(
    "traf(?:en)?|brachten?|übergab(?:en)?|verlie(?:ß|ss)(?:en)?|legten?|stellten?|gab(?:en)?|schickten?|versandten?|lieferten?|fährt|reist|zahlten?|belief(?:en)?|macht|machen|ergibt|ergeben|kam|ging(?:en)?|kam(?:en)?|liegt|liegen|steht|stehen|wartet|warten|befindet|befinden|rollt|wurden?|worden|haben?|hat|ist|sind|war(?:en)?|betr(?:ug|ugen|ägt|agen)|beläuft|belief|belaufen|kostet(?:e|en)?|kosten|erhielten|erstattet|bezahlt|gezahlt|gutgeschrieben|überwiesen|berechnet|abgebucht|enthält",
  ),
  amounts: {
    refund: words(
      "zurück\\p{L}*|retour(?: gebucht| überwiesen| gezahlt)?|ausgezahlt|auszahlen|gutschreib\\p{L}*|vergüte\\p{L}*|rückbuch\\p{L}*|rücküberw\\p{L}*|erstatt\\p{L}*|gutschrift(?:en)?|\\p{L}*erstattet(?:e|en)?|\\p{L}*erstattung(?:en|sbetrag)?|zurückgezahlt|zurückerstattet|zurücküberwiesen|rückzahlung|gutgeschrieben",
    ),
    total: words(
      "belief(?:en)? sich|beliefen sich|kommt auf|kommen auf|kam(?:en)? auf|beläuft sich|belaufen sich|betrug|beträgt|macht zusammen|gezahlten?|bezahlten?|macht|machen|ergibt|ergeben|summiert|insgesamt|zusammen|bleiben|bleibt|verbleib\\p{L}*|restbetrag|ausgegeben|überweis\\p{L}*|offen|fällig|warenwert|warenkorb|gesamt\\p{L}*|summe|rechnungs(?:betrag|summe)|bestellwert|auftragswert|bezahlt|gezahlt|zahlung|zahlten|abgebucht|berechnet|belastet|endbetrag|betrag|kaufpreis|bestellung über",
    ),
    shipping: words(
      "lieferung|fracht|transport|zustellkosten|versand|versandkosten|lieferkosten|porto|versandgebühr(?:en)?|liefergebühr",
    ),
    tax: words("mehrwertsteuer|mwst|umsatzsteuer|ust|steuer(?:n)?"),
    discount: words(
      "abgezogen|abgegangen|erspart|günstiger|billiger|sparen|sparten|rabattiert|rabatt(?:e|s)?|nachlass|ermäßigung|preisnachlass|gespart|ersparnis",
    ),
    line: words("preis|kostet(?:e)?|artikel|produkt|stückpreis|einzelpreis"),
  },
  offer: words(
    "alternativ\\p{L}*|wäre|wären|express\\p{L}*|gelistet|kostenlos\\p{L}*|kostenfrei\\p{L}*|gratis|webseite|website|onlineshop|regulär\\p{L}*|hälfte|gutschein(?:e|s|code)?|geschenk\\p{L}*|guthaben|kulanz\\p{L}*|angebot(?:e|s)?|nächste[nrs]? (?:bestellung|einkauf)|entschädigung|versandkostenfrei|kostenlos(?:er|en)? versand|aktion\\p{L}*|mindest\\p{L}*|gebühr(?:en)?|bearbeitungs\\p{L}*|pfand|ersatz\\p{L}*|rücksende\\p{L}*|zoll\\p{L}*|differenz|zusätzlich\\p{L}*|aufpreis|abzug|abzüglich|derzeit|aktuell|erhältlich|code",
  ),
  bound: words(
    "(?<!(?:bestellung|erstattung|rechnung|betrag|zahlung|gutschrift|kauf) )über|bis zu|bis|unter|ab|mindestens|höchstens|maximal|etwa|ca|circa|rund|ungefähr|mehr als|weniger als|zwischen|je|pro|weitere|zusätzlich|knapp|fast|à",
  ),
  statuses,
  otherThing: words(
    "betrag|bestellungen|pakete|sendungen|\\p{L}*zentrum|depot|zustellbasis|sortier\\p{L}*|paketshop|packstation|filiale|(?:letzte|vorige|vorherige|frühere|erste|nächste)[nrs]? (?:bestellung|sendung|lieferung)|e-?mails?|mail|nachricht|bestätigung|bestellbestätigung|rechnung|etikett|\\p{L}*label|rück(?:sendung|sende\\p{L}*|gabe)|retoure\\p{L}*|retour\\p{L}*|ersatz\\p{L}*|austausch|neue[nrs]?|abo\\p{L}*|termin|dokumente?|fotos?|brief|anfrage|gutschein|code|link|kollege[n]?|kollegin|lieferant|hersteller|zoll|anderen?|zweite[nrs]?|fehlende[nrs]?|rest(?:liche[nrs]?)?|weitere[nrs]?|werden in der regel|bei uns|zurückgeschickt|an uns|\\p{L}*erstattung|gutschrift|geld|zahlung|ware|(?:fahrer|zusteller|bote)\\p{L}* (?:\\p{L}+ ){0,5}(?:versucht|niemanden?|angetroffen|geklingelt|da|dort|vor ort)|karte|benachrichtigung\\p{L}*|abholschein|wareneingang",
  ),
  days: {
    ordered: words(
      "bestellung (?:ist vom|stammt vom|datiert vom|war vom)|bestellten|bestellt(?:en)?|bestellung vom|aufgegeben|bestelldatum|auftrag vom|gekauft|getätigt|ihre bestellung kam|bestellung ging",
    ),
    shipped: words(
      "abgegangen|spediert|losgegangen|weggegangen|abgesandt|abgesendet|herausgegangen|hinausgegangen|ging(?:en)? (?:\\p{L}+ ){0,3}(?:raus|ab|los|weg|hinaus)|verlie(?:ß|ss)(?:en)?|eingeliefert|abgefertigt|auf den weg|aufgegeben bei|in die post|rausgeschickt|weggeschickt|mitgenommen|raus|versandt|versendet|verschickt|abgeschickt|losgeschickt|übergeben|unser lager verlassen|versanddatum|rausgegangen|rausgeschickt|auf die reise|abgeholt|verlassen|unterwegs seit|zur post",
    ),
    delivered: words(
      "überreicht|hinterlegt|abgelegt|abgestellt|eingeworfen|entgegengenommen|in empfang genommen|gebracht|abgeliefert|zugegangen|angeliefert|vorbeigebracht|kam(?:en)? (?:\\p{L}+ ){0,4}an|traf(?:en)? (?:\\p{L}+ ){0,4}ein|gelandet|zugestellt|ausgeliefert|geliefert|angekommen|eingetroffen|abgegeben|ausgehändigt|erhalten haben",
    ),
    refunded: words(
      "zurückgegangen|ausgezahlt|ausbezahlt|rückvergütet|vergütet|zurückgeflossen|angestoßen|gutschrift|rückbuchung|zurückgegeben|zurücktransferiert|\\p{L}*erstattet|\\p{L}*erstattung|zurückgezahlt|überwiesen|gutgeschrieben|zurückgebucht|angewiesen|zurücküberwiesen|rücküberwiesen|veranlasst",
    ),
    cancelled: words("storniert|stornierung|annulliert"),
    expected: words("voraussichtlich\\p{L}*|erwartet|liefertermin|zustellung (?:ist )?für|lieferdatum|geplant\\p{L}*"),
  },
  attached: words(
    "hängt (?:an )?dieser (?:e-?mail|mail|nachricht)(?: an)?|(?:liegt|ist) (?:\\p{L}+ )?dieser (?:e-?mail|mail|nachricht) (?:bei|beigefügt|angehängt)|im anhang|anbei|beigefügt|angehängt|hänge ich|füge ich|in der anlage|als anhang|habe ich ihnen [^.!?\\n]{1,60} angehängt",
  ),
  attachedElsewhere: words(
    "danke für|dank für|bedanken|haben sie|ihr(?:em|en)? anhang|hängen sie|fügen sie|senden sie|schicken sie|können sie|könnten sie|(?:letzten|vorigen|ersten|vorherigen|früheren) (?:e-?mail|nachricht|mail)|von ihnen|der sendung beigefügt|dem paket|der lieferung|im paket",
  ),
  greeting:
    /^(?:hallo|hi|hey|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin(?: moin)?|servus|grüezi(?: mitenand)?|grüessech|hoi|sali|salü|grüß (?:dich|sie|euch)|griaß di|tach|guten? (?:mittag|nachmittag)|verehrte[r]?|hej|na|grüß gott|werte[r]?)[ ,]+(?=\p{Lu})/iu,
  noName:
    /^(?:zusammen|an|alle|damen|herren|und|team|kund\p{L}*|vielen|danke|wir|ich|sie|ihre?|ihr|kundenservice|support|da|nochmals|nochmal|leute|die|das|der)$/iu,
  closing:
    /^(?:(?:mit )?(?:vielen?|freundlichen?|besten?|lieben?|herzlichen?|schönen?)? ?(?:grü(?:ß|ss)en?|dank|wünschen)|hochachtungsvoll|bis bald|alles gute|ihr(?:e)? .{1,40}team|(?:ein(?:en)? )?schönen? (?:tag|wochenende|abend|woche))[,.! ]*$/iu,
};
