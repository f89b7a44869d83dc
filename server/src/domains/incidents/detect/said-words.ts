import type { Outage } from "@deskhand/contract/desk/incident-words";

/** So much of a text is read: what a mail is about stands at its beginning. */
const read = 800;

/** A text in small letters without accents. */
function folded(text: string): string {
  return text.slice(0, read).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The sentences of what is read of a text, folded. */
export function sentencesOf(text: string): string[] {
  return folded(text)
    .split(/[.!?\n;]+/)
    .filter((sentence) => sentence.trim() !== "");
}

/** Words that say nothing of what a mail is about, in the languages that stores are written to most; folded, of four letters or more. */
const empty = new Set(
  (
    "about after again also already always anything because been before being both could does doing done don't ever every " +
    "from have having hello here into just know like made make many more most much need only other over please really " +
    "said same should since some something still such sure than thank thanks that their them then there these they thing " +
    "this those through today tomorrow until upon very want wanted wants were what when where which while will with without " +
    "would yesterday your yours dear team regards best kind greetings sincerely cheers morning evening afternoon help support " +
    "customer service order orders ordered number email mail message question write wrote writing " +
    "aber alle allem allen aller alles auch beim bereits bitte dann dass dein deine dem denn diese diesem diesen dieser dieses doch " +
    "eine einem einen einer eines euch fuer ganz gerne guten habe haben hallo hatte ihre ihrem ihren immer jetzt kann kein keine " +
    "koennen konnen mein meine meinem meinen meiner mich mehr mein mir moechte mochte morgen muss nach nicht noch oder ohne schon sehr " +
    "seit sich sie sind ueber uber unser unsere viel vielen vom von wann warum weil welche wenn werden wie wieder wird wurde " +
    "zum zur zwei danke dank liebe gruesse grusse grue freundlichen freundliche bestellung bestellt bestellnummer frage " +
    "avec aussi avoir bien bonjour bonsoir cela cette comme commande commandee comment dans depuis encore entre etre fait faire " +
    "j'ai leur leurs mais merci mon nous pour pouvez pourquoi quand quel quelle sans sont suis tout tous toute tres votre vous " +
    "cordialement madame monsieur bonne journee " +
    "ahora algo antes aqui como con cuando desde donde ella ellos entre esta este esto estos estoy gracias hace hacer hasta hola " +
    "mas mucho muy nada para pero pedido pedidos porque puede pueden quiero saludos sido sobre tambien tengo tiene todo una " +
    "usted ustedes buenos buenas dias tardes " +
    "ancora anche avete buongiorno buonasera che come con cosa cosi dalla degli della delle dove fatto grazie hanno mia mio molto " +
    "nella non ordine perche piu poi prima quando quello questa questo sono stata stato tutto una vorrei vostra vostro saluti cordiali"
  ).split(" "),
);

/** What is asked about prices and sales is asked by many at once. A code that is refused is known by `outagePatterns`. */
const ofSales = new Set(
  (
    "sale sales price prices cost costs offer offers deal deals discount discounts coupon voucher code newsletter unsubscribe stock sold restock " +
    "angebot angebote preis preise kostet rabatt gutschein aktion ausverkauft lager prix solde soldes promo remise " +
    "precio precios oferta ofertas rebajas descuento cupon prezzo prezzi offerta offerte saldi sconto buono"
  ).split(" "),
);

/** The words of a text that say what it is about, folded, each once. */
export function saidWords(text: string): string[] {
  const words = folded(text).match(/\p{L}[\p{L}\d'-]{3,29}/gu) ?? [];
  return [...new Set(words.map((word) => word.replace(/'s$/, "")))].filter((word) => !empty.has(word));
}

const faults =
  /not work|n't work|doesn'?t|did ?n[o']t|didn'?t|won'?t|isn'?t|wasn'?t|error|fail|broke|fault|defect|damage|missing|wrong|problem|issue|can ?not|can'?t|unable|crash|declin|reject|invalid|expired|never|leak|smell|smoke|burn|danger|hot\b|scam|fake|phish|suspicious|fraud|twice|double|unexpected|refus|stuck|lost|funktioniert nicht|geht nicht|kein|nicht|fehl|kaputt|defekt|beschadigt|falsch|abgelehnt|ungultig|betrug|doppelt|marche pas|fonctionne pas|n'est pas|erreur|impossible|casse|manqu|mauvais|deux fois|arnaque|no funciona|no puedo|fallo|roto|falta|equivocad|rechazad|estafa|dos veces|non funziona|non riesco|errore|rotto|manca|sbagliat|rifiutat|truffa|due volte/;

/** Whether a text says that something is wrong, rather than asking for advice, or about prices. */
export function isComplaint(text: string): boolean {
  const said = folded(text);
  return faults.test(said) && !(said.match(/\p{L}+/gu) ?? []).some((word) => ofSales.has(word));
}

const notWorking =
  /not work|n't work|not load|won'?t load|error|fail|broke|down\b|can ?not|can'?t|unable|crash|declin|reject|invalid|expired|blank|stuck|funktioniert (?:nicht|nichts)|geht nicht|ladt nicht|fehler|abgelehnt|ungultig|kaputt|nicht moglich|marche pas|fonctionne pas|erreur|impossible|refus|no funciona|no carga|no puedo|fallo|rechazad|non funziona|non carica|non riesco|errore|rifiutat|scadut/;

/** What a sentence names and says of it where something of the store does not work; on folded text. */
export const outagePatterns: Readonly<Record<Outage, { thing: RegExp; fault: RegExp }>> = {
  checkout: {
    thing: /check ?-?out|\bcart\b|basket|warenkorb|\bkasse\b|panier|\bcaisse\b|carrito|carrello/,
    fault: notWorking,
  },
  payment: {
    thing:
      /\bpay(?:ment|ments|ing|pal)?\b|credit card|zahlung|bezahl|kreditkarte|paiement|carte bancaire|\bpago\b|tarjeta|pagamento|carta di credito/,
    fault: notWorking,
  },
  login: {
    thing:
      /log ?-?(?:in|ged|ging)\b|sign ?-?in|signing in|password|anmeld|einlogg|passwort|connexion|connecter|mot de passe|iniciar sesion|contrasena|accedere|accesso/,
    fault: notWorking,
  },
  website: {
    thing: /web ?-?site|web ?-?page|\bsite\b|\bapp\b|webseite|internetseite|sitio web|pagina web|\bsito\b/,
    fault: notWorking,
  },
  discount: {
    thing: /discount|coupon|voucher|promo|\bcode\b|gutschein|rabatt|remise|cupon|descuento|sconto|buono/,
    fault: notWorking,
  },
};
