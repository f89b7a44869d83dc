/**
 * How mail programs introduce the answered message in one language, always with the same sender and minute. `introductions` stand
 * above a quote, marked or not, as Gmail, Apple Mail, Outlook for Mac and others write them; `weak` ones say less, and only count
 * above a marked quote. `header` has the names of an Outlook block (From, Sent, To, Subject) and its date; `traps` are a
 * customer's own lines that look like the beginning of such a line.
 */
export type ReplyLanguage = {
  code: string;
  header: readonly string[];
  original: string;
  introductions: readonly string[];
  weak: readonly string[];
  traps: readonly string[];
};

/** The author of the quoted message. */
export const sender = "Shop of Bags <help@shop.example>";

/** Splits a string of phrases, which keeps many of them readable. */
export const list = (words: string) => words.split(" | ");

/** Languages in Latin letters. */
export const westernReplies: readonly ReplyLanguage[] = [
  {
    code: "en",
    header: list("From | Sent | To | Subject | Monday, January 1, 2024 10:00 AM"),
    original: "-----Original Message-----",
    introductions: [
      `On Mon, Jan 1, 2024 at 10:00 AM ${sender} wrote:`,
      `On 1 Jan 2024, at 10:00, ${sender} wrote:`,
      `On Monday, January 1, 2024, 10:00:12 AM GMT+1, ${sender} wrote:`,
      `On Monday, January 1st, 2024 at 10:00 AM, ${sender} wrote:`,
      `---- On Mon, 01 Jan 2024 10:00:12 +0100 ${sender} wrote ----`,
      'At 2024-01-01 10:00:12, "Shop of Bags" <help@shop.example> wrote:',
      `${sender} wrote on Mon, 1 Jan 2024 at 10:00:`,
    ],
    weak: [
      `${sender} wrote:`,
      "On 1/1/24 10:00, Shop of Bags wrote:",
      "On Monday, January 1, 2024, Shop of Bags wrote:",
      "At 1/1/2024 10:00 AM, you wrote:",
      `Quoting ${sender}:`,
      `${sender} (01 Jan 2024 10:00):`,
      "Shop of Bags wrote on 1/1/24 10:00:",
    ],
    traps: list(
      "So we need 2 | So 2 of them | Do I get 20 | On 3 March it rained | On Mon we ordered 3 bags | On 3 March 2024 at 10:00 I ordered it | Sat down 3 times to call you | Mar 20 is too late | May 3 works for me | From: Berlin | To: Munich | Date: 3 May | Subject: refund | Sent: yesterday | On Monday I wrote: | Your colleague wrote: | These are the sizes: | I was told on 3 May 2024:",
    ),
  },
  {
    code: "de",
    header: list("Von | Gesendet | An | Betreff | Montag, 1. Januar 2024 10:00"),
    original: "-----Ursprüngliche Nachricht-----",
    introductions: [
      `Am Mo., 1. Jan. 2024 um 10:00 Uhr schrieb ${sender}:`,
      `Am 01.01.2024 um 10:00 schrieb ${sender}:`,
      `${sender} schrieb am Mo., 1. Jan. 2024 um 10:00:`,
      `Am Montag, 1. Januar 2024 um 10:00:12 MEZ hat ${sender} Folgendes geschrieben:`,
    ],
    weak: [
      `${sender} schrieb:`,
      "Am 01.01.24 um 10:00 schrieb Shop of Bags:",
      "Am 01.01.2024 um 10:00 schrieben Sie:",
      `Zitat von ${sender}:`,
      `* ${sender} [2024-01-01 10:00]:`,
    ],
    traps: list(
      "Am 3. März kam nichts | Di 2 Stück | So sind es 2 | Do. 3 Uhr passt | Von: Köln | Mo bis Fr ab 9 | Am Montag schrieb ich: | * Ann Lee [2024-01-01 10:00]:",
    ),
  },
  {
    code: "fr",
    header: list("De | Envoyé | À | Objet | lundi 1 janvier 2024 10:00"),
    original: "-----Message d'origine-----",
    introductions: [
      `Le lun. 1 janv. 2024 à 10:00, ${sender} a écrit :`,
      `Le 1 janv. 2024 à 10:00, ${sender} a écrit :`,
      `Le 01/01/2024 10:00, « ${sender} » a écrit :`,
    ],
    weak: [
      `${sender} a écrit :`,
      "Le 01/01/2024 à 10:00, Shop of Bags a écrit :",
      "Le 01/01/2024 à 10:00, vous avez écrit :",
    ],
    traps: list(
      "Le 3 mars rien | Le colis 12 manque | Mar 3 serait bien | De 2 à 4 pièces | Objet : remboursement | Le 3 mars j'ai écrit :",
    ),
  },
  {
    code: "es",
    header: list("De | Enviado | Para | Asunto | lunes, 1 de enero de 2024 10:00"),
    original: "-----Mensaje original-----",
    introductions: [
      "El lun, 1 ene 2024 a las 10:00, Shop of Bags (<help@shop.example>) escribió:",
      `El 1 ene 2024, a las 10:00, ${sender} escribió:`,
      `El 01/01/2024 10:00, ${sender} escribió:`,
      `En lunes, 1 de enero de 2024, 10:00:12 CET, ${sender} escribió:`,
    ],
    weak: [`${sender} escribió:`, "El 1/1/24 a las 10:00, Shop of Bags escribió:"],
    traps: list(
      "El 3 no vino | El martes 3 de marzo llegó roto | Para: mi madre | El lunes escribí: | En 3 días me voy | En lunes, 3 de marzo, 10:00",
    ),
  },
  {
    code: "it",
    header: list("Da | Inviato | A | Oggetto | lunedì 1 gennaio 2024 10:00"),
    original: "-----Messaggio originale-----",
    introductions: [
      `Il giorno lun 1 gen 2024 alle ore 10:00 ${sender} ha scritto:`,
      `Il giorno 1 gen 2024, alle ore 10:00, ${sender} ha scritto:`,
    ],
    weak: [`${sender} ha scritto:`, "Il 01/01/24 10:00, Shop of Bags ha scritto:"],
    traps: list("Il 3 marzo niente | Da: Roma | Ven 4 va bene"),
  },
  {
    code: "pt",
    header: list("De | Enviado | Para | Assunto | segunda-feira, 1 de janeiro de 2024 10:00"),
    original: "-----Mensagem original-----",
    introductions: [
      `Em seg., 1 de jan. de 2024 às 10:00, ${sender} escreveu:`,
      `Em 1 de jan. de 2024, à(s) 10:00, ${sender} escreveu:`,
    ],
    weak: ["Em 01/01/2024 10:00, Shop of Bags escreveu:"],
    traps: list("Em 3 de março nada | Sex 2 pode ser | Para: Lisboa"),
  },
  {
    code: "nl",
    header: list("Van | Verzonden | Aan | Onderwerp | maandag 1 januari 2024 10:00"),
    original: "-----Oorspronkelijk bericht-----",
    introductions: [
      `Op ma 1 jan 2024 om 10:00 schreef ${sender}:`,
      `Op 1 jan 2024, om 10:00 heeft ${sender} het volgende geschreven:`,
    ],
    weak: ["Op 01-01-2024 om 10:00 schreef Shop of Bags:"],
    traps: list("Op 3 maart niets | Ma 2 is goed | Do 3 uur kan | Van: Gent"),
  },
  {
    code: "sv",
    header: list("Från | Skickat | Till | Ämne | den 1 januari 2024 10:00"),
    original: "-----Ursprungligt meddelande-----",
    introductions: [
      `Den mån 1 jan. 2024 kl 10:00 skrev ${sender}:`,
      `1 jan. 2024 kl. 10:00 skrev ${sender}:`,
      `Den 01/01/2024 10:00 skrev ${sender} följande:`,
    ],
    weak: ["Den 2024-01-01 kl. 10:00, skrev Shop of Bags:"],
    traps: list("Den 3 mars kom inget | To 4 går bra | Till: Malmö"),
  },
  {
    code: "da",
    header: list("Fra | Sendt | Til | Emne | 1. januar 2024 10:00"),
    original: "-----Oprindelig meddelelse-----",
    introductions: [`Den man. 1. jan. 2024 kl. 10.00 skrev ${sender}:`, `D. 01/01/2024 10.00 skrev ${sender}:`],
    weak: ["Den 01.01.2024 kl. 10.00 skrev Shop of Bags:"],
    traps: list("Den 3. marts kom intet | Ons 2 passer | Fra: Aarhus"),
  },
  {
    code: "nb",
    header: list("Fra | Sendt | Til | Emne | mandag 1. januar 2024 10:00"),
    original: "-----Opprinnelig melding-----",
    introductions: [`man. 1. jan. 2024 kl. 10:00 skrev ${sender}:`, `${sender} skrev følgende den 01/01/2024, 10:00:`],
    weak: ["Den 01.01.2024 10:00, skrev Shop of Bags:"],
    traps: list("Man 3 er for mange | Tor 4 passer | Til: Oslo"),
  },
  {
    code: "fi",
    header: list("Lähettäjä | Lähetetty | Vastaanottaja | Aihe | maanantai 1. tammikuuta 2024 10.00"),
    original: "-----Alkuperäinen viesti-----",
    introductions: [
      "ma 1. tammik. 2024 klo 10.00 Shop of Bags (help@shop.example) kirjoitti:",
      `${sender} kirjoitti 1.1.2024 kello 10.00:`,
    ],
    weak: ["Shop of Bags kirjoitti 1.1.2024 klo 10.00:"],
    traps: list("Ma 2 kappaletta | Su 3 sopii | La 4 ehkä | Aihe: hyvitys"),
  },
  {
    code: "pl",
    header: list("Od | Wysłano | Do | Temat | poniedziałek, 1 stycznia 2024 10:00"),
    original: "-----Oryginalna wiadomość-----",
    introductions: [
      `pon., 1 sty 2024 o 10:00 ${sender} napisał(a):`,
      `W dniu 1.01.2024 o 10:00, ${sender} pisze:`,
      `Wiadomość napisana przez ${sender} w dniu 1 sty 2024, o godz. 10:00:`,
      `Dnia 1 stycznia 2024 10:00 ${sender} napisał(a):`,
    ],
    weak: ["W dniu 01.01.2024 o 10:00, Shop of Bags pisze:"],
    traps: list("So 2 sztuki | Pt 3 pasuje | Do: Gdańsk | W dniu 3 marca nic | Od 2 do 4"),
  },
  {
    code: "cs",
    header: list("Od | Odesláno | Komu | Předmět | pondělí 1. ledna 2024 10:00"),
    original: "-----Původní zpráva-----",
    introductions: [
      `po 1. 1. 2024 v 10:00 odesílatel ${sender} napsal:`,
      `Dne 01.01.2024 v 10:00 ${sender} napsal(a):`,
      `1. 1. 2024 v 10:00, ${sender}:`,
    ],
    weak: ["Dne 01. 01. 24 v 10:00 Shop of Bags napsal(a):"],
    traps: list("Po 2 dnech nic | Ne 3 kusy | St 4 se hodí | Dne 3. března nic"),
  },
  {
    code: "sk",
    header: list("Od | Odoslané | Komu | Predmet | pondelok 1. januára 2024 10:00"),
    original: "-----Pôvodná správa-----",
    introductions: [`po 1. 1. 2024 o 10:00 ${sender} napísal(a):`, `Dňa 01.01.2024 o 10:00 ${sender} napísal(a):`],
    weak: ["Dňa 1. 1. 2024 o 10:00 Shop of Bags napísal(a):"],
    traps: list("Po 2 dňoch nič | Ut 3 môže byť | Pre: Košice"),
  },
  {
    code: "hu",
    header: list("Feladó | Elküldve | Címzett | Tárgy | 2024. január 1., hétfő 10:00"),
    original: "-----Eredeti üzenet-----",
    introductions: [
      `${sender} ezt írta (időpont: 2024. jan. 1., H, 10:00):`,
      `2024. jan. 1. dátummal, 10:00 időpontban ${sender} írta:`,
    ],
    weak: ["2024. 01. 01. 10:00 keltezéssel, Shop of Bags írta:"],
    traps: list("2024-ben 3 darab | Sze 3 jó lesz | Tárgy: csere"),
  },
  {
    code: "ro",
    header: list("De la | Trimis | Către | Subiect | luni, 1 ianuarie 2024 10:00"),
    original: "-----Mesaj original-----",
    introductions: [`În lun., 1 ian. 2024 la 10:00, ${sender} a scris:`, `Pe 01.01.2024 10:00, ${sender} a scris:`],
    weak: ["Pe 01.01.2024 10:00, Shop of Bags a scris:"],
    traps: list("Pe 3 martie nimic | Mar 3 e bine | În 2 zile plec"),
  },
];
