import { dutch as statuses } from "../statuses/dutch.ts";
import { type Words, words } from "./words.ts";

export const dutch: Words = {
  common: words(
    "onderweg|volgende|verstuurd|bezorgd|mvg|groetjes|komt|dit|die|jij|jou|kun|kunt|zodra|graag|gaat|vandaag|gisteren|grt|want|door|ik|er|dan|ook|nog|al|aan|bij|om|maar|heb|heeft|hebt|wel|geen|deze|onze|de|het|een|en|is|u|uw|je|jouw|wij|we|hebben|niet|voor|met|van|op|beste|bedankt|groet(?:en)?|bestelling|naar|dat|zijn|hallo|goedemorgen|pakket|factuur|terugbetaling|betaald|totaal|verzonden|bijlage|wordt",
  ),
  condition: words(
    "je (?:meldt|noemt|vraagt)|laten weten|vervelend (?:om te horen|dat)|spijt ons dat|jammer dat|(?:u|je) (?:schrijft|schreef|zegt|zei|vermeldt|vermeldde|meldt|meldde)|volgens (?:u|jou|je|uw bericht)|in (?:uw|je) (?:bericht|mail|e-mail)|als|indien|zodra|wanneer|mocht(?:en)?|tenzij|totdat|voordat|nadat|(?:ik|we) begrijp(?:en)? dat",
  ),
  hedge: words(
    "niets|niemand|zonder|graag|per ongeluk|abusievelijk|(?:ik|we) schreef|helft|zal|zullen|zult|zou|zouden|kan|kunnen|kunt|kon|moet(?:en)?|mag|mogen|niet|geen|nooit|nog niet|wil(?:len)?|wilt|gaat|gaan|wordt|worden|u (?:schrijft|schreef|zegt|vermeldt|vroeg|meldt)|je (?:schrijft|schreef|zegt|vroeg|meldt)|volgens (?:u|jou|je)|uw bericht|je bericht|normaal|meestal|doorgaans|gewoonlijk|waarschijnlijk|mogelijk|misschien|in plaats van|om te",
  ),
  hedgesBackwards: true,
  settled: words(
    "maakt|komt|maken|ligt|liggen|staat|staan|kwam|kwamen|ging|gingen|vertrok|vertrokken|wacht|blijft|ontvingen|stortten|storte|boekten|betaalden|kreeg|krijgt|is|zijn|was|waren|werd|werden|heb|hebt|heeft|hebben|bedraagt|bedroeg|kost(?:te|ten)?|terugbetaald|betaald|teruggestort|afgeschreven|gecrediteerd|ontvangen",
  ),
  amounts: {
    refund: words(
      "terug(?:betaal\\p{L}*|betaling\\p{L}*|stort\\p{L}*|gestort|geboek\\p{L}*|boek\\p{L}*|krijg\\p{L}*|gekregen|gegaan|ontvang\\p{L}*|gegeven|geven)?|retour (?:gestort|geboekt)|vergoed\\p{L}*|terugbetaal\\p{L}*|terugbetaling|terugbetalingen|teruggestort|terugstorting|gecrediteerd|restitutie",
    ),
    total: words(
      "kwam(?:en)? op|komen op|kwamen op|bedraagt|bedroeg|kost samen|kostten samen|is samen|uitkomt op|komt uit op|maakt|alles bij elkaar|kwam (?:je|u) op|kom(?:t)? op|bij elkaar|afgegaan|afgerekend|blijft|resteert|resterend\\p{L}*|samen|uitgegeven|overmaken|openstaand\\p{L}*|verschuldigd|eindbedrag|kwijt|totaal\\p{L}*|bedrag|betaald|betaling|afgeschreven|gefactureerd|factuurbedrag|orderbedrag|som|in rekening",
    ),
    shipping: words("verzenden|bezorgen|bezorging|transport|vracht|verzendkosten|verzending|bezorgkosten|portokosten"),
    tax: words("btw|belasting(?:en)?"),
    discount: words(
      "korting\\p{L}*|kortingscode|eraf|ervan af|goedkoper|scheelde|scheelt|bespaar\\p{L}*|korting|bespaard|besparing",
    ),
    line: words("prijs|kost(?:te)?|artikel|product"),
  },
  offer: words(
    "alternatie\\p{L}+|expres\\p{L}*|gratis|website|webshop|helft|cadeau\\p{L}*|waardebon|kortingscode|kortingsbon|tegoed\\p{L}*|coulance\\p{L}*|aanbieding(?:en)?|volgende (?:bestelling|aankoop)|compensatie|gratis verzending|actie|minimum|minimale|kosten voor|vervang\\p{L}+|retour\\p{L}*|douane\\p{L}*|verschil|extra|momenteel|beschikbaar|code|voucher|aftrek|afgetrokken|bon|toeslag",
  ),
  bound: words(
    "tot|boven|onder|vanaf|minstens|ten minste|maximaal|hooguit|ongeveer|circa|ca|rond|meer dan|minder dan|tussen|extra|bijna|à",
  ),
  statuses,
  otherThing: words(
    "bedrag|overboeking|bestellingen|pakketten|\\p{L}*centrum|depot|afhaalpunt|(?:laatste|vorige|eerdere|eerste|volgende) bestelling|e-?mails?|mail|bericht|bevestiging|factuur|bon|label|\\p{L}*label|retour\\p{L}*|teruggestuurd|vervang\\p{L}+|omruil\\p{L}*|nieuwe?|abonnement|afspraak|document\\p{L}*|foto\\p{L}*|brief|verzoek|code|link|collega|leverancier|fabrikant|douane|andere|tweede|ontbrekende|rest|terug naar ons|aan ons|terugbetaling|geld|betaling|kaartje|(?:bezorger|chauffeur) (?:\\p{L}+ ){0,4}(?:geprobeerd|niemand|aangebeld|langs|langsgeweest|kon)|goederen|voorraad|binnengekomen",
  ),
  days: {
    ordered: words(
      "bestelling (?:is|dateert|was) van|bestelde je|bestelde u|besteld|geplaatst|bestelling van|gekocht|besteldatum|bestelde|bestelling (?:kwam|is) binnen",
    ),
    shipped: words(
      "opgestuurd|gestuurd|weggebracht|ingeleverd|verliet|verlaten|vertrok|overhandigd aan|aangeboden|verzond|verstuurde|weggestuurd|ingepakt en|verzonden|verstuurd|vertrokken|verzenddatum|meegegeven|op de post|de deur uit|opgehaald|overgedragen|weggegaan",
    ),
    delivered: words(
      "gearriveerd|neergezet|neergelegd|achtergelaten|aangenomen|bezorgde|leverde|in de bus|afgezet|bezorgd|afgeleverd|geleverd|aangekomen|overhandigd|afgegeven|gebracht",
    ),
    refunded: words(
      "gestort|terugvergoed|gerestitueerd|retour geboekt|bijgeschreven|vergoed|restitutie|terugstorting|teruggegeven|terugbetaald|teruggestort|terugbetaling|teruggeboekt|teruggegaan|overgemaakt|gecrediteerd|teruggeboekt",
    ),
    cancelled: words("geannuleerd|annulering"),
    expected: words("verwacht(?:e)?|geschatte?|bezorgdatum|leverdatum|gepland"),
  },
  attached: words("in de bijlage|bijgevoegd|als bijlage|bijgaand|ik voeg [^.!?\\n]{1,60} toe|toegevoegd als bijlage"),
  attachedElsewhere: words(
    "bedankt voor|dank voor|dank u voor|dankjewel voor|heeft u|hebt u|u heeft|je hebt|heb je|uw bijlage|je bijlage|kunt u|kun je|zou u|wilt u|voeg (?:een|de|uw|je)|(?:vorige|laatste|eerste|eerdere) (?:e-?mail|mail|bericht)|bij het pakket|in het pakket|in de doos",
  ),
  greeting:
    /^(?:beste|geachte|hallo|hoi|hi|dag|lieve|hey|heey|hee|ha|goeie(?:morgen|middag|navond)|waarde|moi|goede(?:morgen|middag|navond|ndag))[ ,]+(?=\p{Lu})/iu,
  noName: /^(?:allen|allemaal|klant|heer|mevrouw|meneer|team|bedankt|dank|wij|we|ik|u|uw|je|de|het|een|en|mijnheer)$/iu,
  closing:
    /^(?:(?:met )?(?:vriendelijke|hartelijke|vele|beste)? ?groet(?:en|jes)?|bedankt|hartelijk dank|fijne (?:dag|avond|week|weekend)|tot snel)[,.! ]*$/iu,
};
