import { italian as statuses } from "../statuses/italian.ts";
import { type Words, words } from "./words.ts";

export const italian: Words = {
  common: words(
    "tuo|tua|tuoi|ti|ieri|oggi|domani|ancora|arriva|partit[oaie]|resta|quando|perché|così|poi|sul|nei|ecco|abbraccio|ma|lo|hai|già|dello|nella|sulla|dal|alla|ed|anche|questo|questa|giorni|lei|suoi|nostro|quindi|sono|stat[oaie]|rimborsat[oaie]|addebitat[oaie]|spedit[oaie]|il|gli|una?|è|suo|sua|abbiamo|stat[oa]|per|con|ciao|del|della|di|che|grazie|ordine|lei|buongiorno|gentile|non|saluti|nel|la|pacco|fattura|rimborso|spedizione|allegato|allego",
  ),
  condition: words(
    "(?:mi|ci) (?:dice|dici|dite|scrive|scrivi|segnali|racconta|racconti)|(?:dici|scrivi) che|per averci (?:informato|segnalato|avvisato|scritto)|dispiace (?:sapere|che)|(?:ci )?(?:scrive|indica|segnala|dice)|(?:ci )?ha (?:scritto|indicato|segnalato|menzionato|detto)|secondo (?:lei|il suo)|nel suo (?:messaggio|e-?mail)|nella sua (?:e-?mail|mail)|se|qualora|appena|non appena|quando|una volta(?: che)?|nel caso|finché|prima che|dopo che|capisco che|(?:ti|le) hanno detto",
  ),
  hedge: words(
    "niente|nulla|nessuno|senza|volentieri|lieti di|per errore|(?:avevo|avevamo) (?:scritto|indicato)|metà|non|mai|nessun[oa]?|né|sarà|saranno|sarebbe|verrà|verranno|\\p{L}{2,}(?:eremo|iremo|erà|eranno|irà|iranno|erebbe|irebbe)|avrà|potrà|può|possono|possiamo|potrebbe\\p{L}*|potremmo|deve|dovrebbe\\p{L}*|devono|vorrebbe|desidera|(?:ci )?(?:scrive|indica|segnala|chiede|dice)|ha (?:scritto|indicato|segnalato|chiesto|menzionato)|secondo (?:lei|il suo)|suo messaggio|normalmente|generalmente|solitamente|di solito|invece di|anziché|prima di|essere|ancora",
  ),
  hedgesBackwards: false,
  settled: words(
    "fanno|fa|faceva|risulta|viene|vengono|è|sono|era|erano|ha|hanno|abbiamo|ho|stat[oaie]|ammonta|ammontava|costa|costava|costato|rimborsat\\p{L}+|pagat\\p{L}+|addebitat\\p{L}+|accreditat\\p{L}+|include|comprende|ricevuto",
  ),
  amounts: {
    refund: words(
      "riaccredit\\p{L}+|restitu\\p{L}+|stornat\\p{L}+|rend(?:iamo|erle|ere|eremo)|riav\\p{L}+|rimbors\\p{L}+|riaccreditat\\p{L}+|restituit\\p{L}+",
    ),
    total: words(
      "ammont\\p{L}+|è costato|sono costat\\p{L}+|per un totale|fanno|viene a costare|costati|somma|speso|spesa effettiva|costo (?:finale|effettivo)|restano|resta|rimane|rimangono|in tutto|in totale|pagare|dovut\\p{L}+|saldo|bonificare|total\\p{L}*|importo(?: totale)?|pagat\\p{L}+|pagamento|addebitat\\p{L}+|addebito|fatturat\\p{L}+|ordine di|somma|valore dell'ordine",
    ),
    shipping: words(
      "trasporto|spese di trasporto|affrancatura|spese di spedizione|costi di spedizione|costo di spedizione|spedizione|consegna",
    ),
    tax: words("iva|tasse|imposte"),
    discount: words("scontat\\p{L}+|tolt[oaie]|in meno|detratt\\p{L}+|sconto|riduzione|risparmi\\p{L}+"),
    line: words("prezzo|costa|costava|articolo|prodotto"),
  },
  offer: words(
    "alternativ[ae]|express|espress[oa]|gratis|gratuit\\p{L}*|sito|negozio|metà|buono|buoni|voucher|carta regalo|credito|gesto commerciale|offerta|offerte|prossimo (?:ordine|acquisto)|risarcimento|compensazione|spedizione gratuita|promozione|minimo|commission\\p{L}+|dogan\\p{L}+|dazi|sostitu\\p{L}+|differenza|supplemento|aggiuntiv\\p{L}+|attualmente|disponibile|codice|detra\\p{L}+|dedott\\p{L}+|trattenut\\p{L}+|coupon",
  ),
  bound: words(
    "fino a|oltre|più di|meno di|a partire da|circa|almeno|al massimo|massimo|tra|superior\\p{L}* a|quasi|ciascuno|ulteriori|altri",
  ),
  statuses,
  otherThing: words(
    "importo|denaro|somma|ordini|pacchi|centro|deposito|filiale|punto|hub|(?:ultimo|precedente|primo|prossimo) ordine|ordine precedente|e-?mails?|mail|messaggio|conferma|fattura|ricevuta|etichetta\\p{L}*|reso|resi|restitu\\p{L}+|sostitu\\p{L}+|cambio|nuov[oaie]|abbonamento|appuntamento|prenotazione|document\\p{L}*|foto\\p{L}*|lettera|richiesta|buono|codice|link|collega|fornitore|produttore|dogana|altr[oaie]|seconda|secondo (?:ordine|pacco)|mancant\\p{L}+|resto|rimborso|bonifico|pagamento|soldi|merce|avviso|in magazzino|fattorino (?:\\p{L}+ ){0,4}(?:provato|passato|suonato|trovato|potuto)|(?:il|quando il) corriere (?:è|ha provato)",
  ),
  days: {
    ordered: words(
      "ordine (?:è del|risale al|porta la data del)|ordinò|effettuat[oa]|ordinato|ordine del|acquistat[oa]|data dell'ordine|fatto|hai ordinato|ha ordinato|acquistat\\p{L}+|ordinat[oaie]|ordine (?:è|risale)",
    ),
    shipped: words(
      "uscit[oaie]|mandat[oaie]|lasciato (?:il|la) nostr[oa]|imbucat[oaie]|evas[oaie]|consegnat[oaie] (?:al corriere|a (?:brt|gls|dhl|ups|sda))|ritirat[oaie] da(?:l)? (?:corriere|brt|gls|dhl|ups|sda)|ripartit[oaie]|spedit[oaie]|inviat[oaie]|partit[oaie]|affidat[oa]|data di spedizione|ritirat[oa] dal corriere|pres[oa] in carico|lasciato il nostro",
    ),
    delivered: words(
      "(?<!ci (?:ha|hanno) )lasciat[oaie](?! (?:il|la) nostr)|portat[oaie]|depositat[oaie]|giunt[oaie]|consegna (?:è|risulta)|consegnat[oaie]|arrivat[oaie]|recapitat[oaie]|ricevut[oaie]|ritirat[oaie]",
    ),
    refunded: words(
      "stornat[oaie]|storno|accredito|riaccredito|ridat[oaie]|versat[oaie]|rimbors\\p{L}+|riaccreditat\\p{L}+|accreditat\\p{L}+|restituit\\p{L}+|bonific\\p{L}+",
    ),
    cancelled: words("annullat[oaie]|cancellat[oaie]|annullamento"),
    expected: words("previst[oa]|stimat[oa]|attes[oa]|data di consegna"),
  },
  attached: words("in allegato|allegat[oaie]|allego|alleghiamo|trova allegat[oa]"),
  attachedElsewhere: words(
    "grazie (?:mille |tante )?(?:per|del\\p{L}*|di)|grazie per|ha allegato|allegat[oaie] da lei|può|potrebbe|alleghi|allegare|ci invii|(?:precedente|ultimo|ultima|prima) (?:e-?mail|messaggio|mail)|(?:e-?mail|messaggio|mail) precedente|suo allegato|nel pacco|al pacco|che ha",
  ),
  greeting:
    /^(?:ciao|salve|buon(?:giorno|asera| pomeriggio)|gentile|gentilissim[oa]|car[oa]|egregi[oa]|spett|spettabile|hey|buondì|ehi|cara|stimatissim[oa])[ ,]+(?=\p{Lu})/iu,
  noName: /^(?:a|tutti|cliente|clienti|team|signor|signora|signore|grazie|il|la|lo|i|gli|le|abbiamo|e|ci|di)$/iu,
  closing:
    /^(?:(?:cordiali|distinti|cari|un cordiale) salut[io]|saluti|grazie(?: mille| ancora)?|buona (?:giornata|serata|settimana)|a presto|cordialmente)[,.! ]*$/iu,
};
