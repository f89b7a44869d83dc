// Words for an order and words beside it, in the languages of stores and their customers: lower case, whole words.

const list = (...words: string[]): ReadonlySet<string> => new Set(words.flatMap((text) => text.split(" ")));

const orderWords = list(
  "order orders ord ordr odrer oreder ordder orer orrder ordernumber orderno ordernr orderid ordern orderconfirmation purchase purchases cde cdes cmde cmdes",
  "bestellung bestellungen bestellnummer bestellnr bestellnummern bestellid bestellcode bestellbestätigung bestellstatus bestell bestellno",
  "auftrag auftrags auftragsnummer auftragsnr auftragsbestätigung aufträge einkauf",
  "commande commandes achat achats pedido pedidos orden órdenes ordenes compra compras encomenda encomendas",
  "ordine ordini ordinazione acquisto bestelling bestellingen bestelnummer bestelnr ordernummer ordernummers bestelnummers",
  "beställning beställningar beställningen beställningsnummer beställningsnr ordernumret ordrenummer ordrenr ordre ordrer ordren ordrebekreftelse",
  "ordrebekræftelse bestilling bestillingen bestillinger bestillingsnummer bestillingsnr köp køb kjøp",
  "tilaus tilaukseni tilauksen tilaukset tilausta tilausnumero tilausnumeroni tilausnro tilausnumeron",
  "rendelés rendelésem rendelésszám rendelésszáma rendelésszámom rendelési rendelésemet rendelésemnek megrendelésszám",
  "comanda comenzi comenzii comenzile comande sipariş siparişim siparişi siparişimin siparişin siparişler siparişiniz siparis siparisim",
  "narudžba narudžbe narudžbi narudžbu narudžbina porudžbina porudžbine porudžbinu narudzba narudzbe narudzbu naročilo naročila naročilu",
  "užsakymas užsakymo užsakymą užsakymai pasūtījums pasūtījuma pasūtījumu tellimus tellimuse tellimust tellimused tellimusnumber",
  "pöntun pöntunin pöntunarnúmer pesanan pesananku orderan porosi porosia comandă",
  "заказ заказа заказу заказе заказом заказы заказов заказам замовлення замовленням замовленні поръчка поръчката поръчки поръчките нарачка наруџбина поруџбина",
  "παραγγελία παραγγελίας παραγγελίες παραγγελια παραγγελιας طلب الطلب طلبي طلبية الطلبية طلبيتي سفارش سفارشم",
  "הזמנה הזמנת הזמנתי הזמנתך הזמנתנו הזמנות הזמנותיי",
  "đơn ऑर्डर आर्डर আদেশ অর্ডার ஆர்டர்",
);
/** Beginnings of inflected words. */
const orderStems = "zamówieni zamowieni objednáv objednav rendelés megrendelés замовлен sipariş siparis".split(" ");
const unspacedOrder = /注文|订单|訂單|オーダー|订购|주문|คำสั่งซื้อ|ออเดอร์|ご購入/u;
// Words for what is counted or was ordered, rather than an order's name.
const notOrder = /注文(?:した|し|数|金額|日)|订单(?:金额|日期)|訂單(?:金額|日期)|주문(?:일|금액)/u;

const unspacedOther =
  /发票|發票|請求|金額|金额|合計|总额|電話|电话|전화|금액|송장|客户|客戶|顧客|会員|會員|고객|商品|상품|品番|型番|追跡|快递单|運單|ใบแจ้งหนี้|โทร/u;

/** Words for a parcel or any document, after which an order's number may follow. */
const looseWords = list(
  "po oder return returns retoure retour rücksendung retur resi reso referenz référence referencia riferimento referência referentie referens reff",
  "parcel package shipment delivery paket sendung lieferung päckchen colis livraison envío envio paquete pacco spedizione pakket zending bezorging",
  "pakke pakken paketet försändelse leverans leveranse levering przesyłka paczka paczki zásilka balík csomag colet посылка доставка пакет kargo",
  "荷物 包裹 快递 택배",
);

/** Words for amounts, by their beginning. */
const amountStems =
  "total summe gesamt amount betrag montant importe importo bedrag belopp beløb beløp kwota częstk suma subtotal zwischensumme price preis prix precio preço prezzo prijs pris cena hinta ár összeg összesen végösszeg fiyat tutar toplam ücret סכום מחיר כ цена cost costs kost value wert bestellwert warenwert bestellsumme refund erstattung remboursement reembolso rimborso terugbetaling återbetalning zwrot сумма стоимост".split(
    " ",
  );

/** Words for other things with numbers, by their beginning, in all compounds: "Kundennummer", "Rechnungsnr". */
const otherStems = [
  ..."invoice factuur индекс rechnung factur faktur fattur fatura faktura lasku számla счет счёт рахунок laskun".split(
    " ",
  ),
  ..."ticket case request vorgang anfrage incident dossier caso richiesta ärende henvendelse tapaus zgłoszeni обращени тикет заявк".split(
    " ",
  ),
  ..."customer client kunde klant cliente klient asiakas zákazn ügyfél müşteri клиент клієнт account konto compte cuenta member mitglied".split(
    " ",
  ),
  ..."item article artikel artículo articulo artigo articolo product produkt produit producto produto prodotto tuote model modell modelo modello modèle sku ean upc asin isbn gtin товар артикул модел cikkszám termék ürün לקוח מוצר פריט".split(
    " ",
  ),
  ..."transfer payment zahlung pago charge deposit".split(" "),
  ..."phone tel mobile mobil handy cell fax whatsapp call ring telefon teléfono téléphone telefoon puhelin phon тел телефон".split(
    " ",
  ),
  ..."street str straße strasse rue calle via avenue ave road rd lane house haus hausnummer apt apartment appartement wohnung flat suite unit room zimmer raum floor box postfach zip postcode plz postal postleitzahl cap pobox ul улица дом кв".split(
    " ",
  ),
  ..."voucher coupon code gutschein discount rabatt promo pin pwd password passwort kode kód gift giftcard bon".split(
    " ",
  ),
  ..."kd ext extension durchwahl fiscal art serial seriennummer serie version page seite batch lot charge ral pantone color colour farbe couleur".split(
    " ",
  ),
  ..."card karte carte tarjeta iban bic account konto swift vat ust tax steuer siret nif".split(" "),
  ..."rma quote offer angebot devis oferta contract vertrag policy transaction transaktion zahlung paypal data".split(
    " ",
  ),
  ..."qty quantity quantité menge anzahl cantidad stück pieces units".split(" "),
  ..."sendungsnummer trackingnummer trackingnr 追跡 운송장 快递单号".split(" "),
  ..."发票 請求 請求書 金額 合計 金额 电话 電話 전화 종액 금액 客户 顧客 会員 商品 品番 型番 فاتورة هاتف المبلغ חשבונית טלפון".split(
    " ",
  ),
];
/** Words used of orders as well as of amounts; after them only a number with "#" is certainly an order's. */
const softStems = [
  ..."transferred wired überwiesen paid pay payed bezahl gezahlt überw payé pagado pagué pagu pagato betaald betalt betald zapłac charged abgebucht debited spent credit оплат".split(
    " ",
  ),
  ..."address adresse anschrift date datum fecha dato size größe grösse taille weight gewicht width height länge breite höhe".split(
    " ",
  ),
  ..."tracking suivi seguimiento rastreo sporing spårning".split(" "),
];
const claimStems =
  "refund erstattung rückerstattung remboursement reembolso rimborso terugbetaling återbetalning zwrot reimburse возврат tilbagebetaling refusjon devolución devolução restituzione annulation cancellation".split(
    " ",
  );
/** Words for web discussions, right before their number. */
const threadWords = list(
  "issue issues pr prs pull mr bug bugs commit build thread post comment discussion episode chapter",
);

/** Words that may stand between an order and its number. */
const betweenWords = list(
  "number numbers nbr nmbr nummern numbre s optional no nr nos nrs num numero número numéro numer nummer numarası numaram id ids code reference ref confirmation confirmed details detail status info summary",
  "is was are the my our your with under that this it which called as regarding re mit der die das den dem meine meiner mein unser unsere lautet ist unter on er é o",
  "n nº º ª núm le la les ma mon mes est sont sous el mi mis es con los las il mio mia è mijn het met min mitt mina är med moje moja mój moim jest har numerze",
  "של שלי שלנו שלך הוא היא מספרה azonosító azonosítója azonosítóm lu numaram",
  "mea meu mele noastră nostro nostra nostri nuestro nuestra nossa nosso minha vår våra vores naša naše named titled labelled labeled",
  "č číslo čís číslem sz szám száma számú számom nro numeroni nu numarali numaralı nolu αρ αριθμός αριθμο номер номером ном бр № br broj brojem št številka nurodytas numur numurs",
  "رقم رقمه رقمي شماره מספר מס số hàng mã nomor нумер numru 番 号 番号 號 编号 編號 编号是 は の 번호 번호는 번 번호가 หมายเลข เลขที่ नंबर संख्या είναι μου sayılı",
);
const numberWords = list(
  "n number numbers no nr nbr nmbr numer nummern numbre nro nos nos num numero número numéro numer nummer id nº º ª č číslo sz szám száma nro αρ αριθμός номер бр br broj št številka رقم شماره מספר מס số nomor 番号 编号 編號 번호 หมายเลข नंबर nolu numaralı numara numaram numarası azonosító azonosítója מספרה tilausnumero tilausnumeroni",
);

const linkWords = list(
  "and or und oder et ou y e o u i og och en of ja tai és vagy illetve valamint ile ו și sau si plus sowie also auch ve veya и или та або και ή और و או với và dan atau maybe samt oraz lub nebo či alebo ter ali",
  "和 と 及 跟 与 以及 、 및 와 과 そして",
);
const rangeWords = list("to till until bis jusqu à a hasta al tot til do до through thru 至 から");

/** Words that may follow an order's number in a sentence; other words name what is counted. */
const plainFollowers = list(
  "is was has had still not and or but please pls plz came arrived arrive arrives did didn does hasn wasn be been to from on in at for with that which should would could can will never again yet today yesterday now thanks thank when where why as it they are were have haven shows says",
  "ist war wurde wird wurden sind hat noch nicht kam kommt fehlt fehlen und oder bitte aber am im auf von mit bei soll kann bis heute gestern ankam angekommen",
  "est a n et ou mais pas était sont ont doit merci svp manque toujours ne no ha han está están es son y pero por favor con sin falta aún todavía sigue llegó è sono non ancora e ma per favore manca arrivato",
  "é são não ainda mas chegou falta nog niet en maar is zijn heeft graag ontbreekt är har inte och men kom saknas er ikke og eller mangler on ei ole ja mutta puuttuu jest nie i ale czy proszę jeszcze brakuje je není a prosím chybí не и но ещё еще это пришёл пришел где nu și dar lipsește henüz gelmedi nerede",
  "ve ama hala hâlâ daha için ile geldi ulaşmadı teslim iptal eksik hasarlı kırık kayıp değil nem még és de hol mikor hiányzik érkezett megérkezett jött kérem",
  "hibás sérült törött לא עדיין הגיע הגיעה היה הייתה חסר חסרה איפה מתי אבל שבור שבורה תודה בבקשה",
);

/** Words after the number of one order: "my 1042 order". "1042 orders" are counted. */
const followingOrder = list(
  "order bestellung auftrag commande pedido ordine bestelling beställning bestilling ordre tilaus zamówienie zamówienia objednávka",
  "comandă comanda заказ заказа замовлення поръчка",
);

// In languages that put the number first, beginnings of words for the thing.
const followingStems = ["sipariş", "siparis", "rendelés", "megrendelés"];

/** Grammatical endings attached to a number: "1142-es", "1142'de". */
const endings = list(
  "es as os ös ban ben ba be ból ből hoz hez höz nak nek ra re ról ről tól től on en ön val vel hal t et at ot öt",
  "de da den dan te ta ten tan e a ye ya in ın un ün nin nın i ı u ü yi yı yu yü lik lık li lı lu lü",
);
const prepositions = list(
  "in from within inside of about with bei aus mit dans de en del con na w we z ze ve in da dal nel fra från i from в из во со с со към u iz la din",
);
const parts =
  /^(?:item|arti[ckg]|artíc|prod|ürün|termék|מוצר|פריט|mod[eè]l|siz|größ|grös|taille|colou?r|couleur|farb|pieces)/iu;
// Prefixes Hebrew attaches to the next word: "in", "from", "to", "the" and the like.
const hebrewPrefix = /^[ובכלמשה](?=[\u05d0-\u05ea]{3})/u;
const hebrewPrefixes = /^[ובכלמשה]{2}(?=[\u05d0-\u05ea]{3})/u;

export type WordKind = "order" | "loose" | "other" | "soft" | "between" | null;

// Caches words, as comparing with all beginnings is most of the work and mails repeat words.
const cache = new Map<string, WordKind>();
const maxCached = 20_000;

/** What a word says about a number beside it. */
export function kindOf(word: string): WordKind {
  const before = cache.get(word);
  if (before !== undefined) return before;
  const small = smallOf(word);
  const kind =
    findKind(small) ?? findKind(small.replace(hebrewPrefix, "")) ?? findKind(small.replace(hebrewPrefixes, ""));
  if (cache.size >= maxCached) cache.clear();
  if (word.length <= 30) cache.set(word, kind);
  return kind;
}

// A capital İ becomes two characters.
function smallOf(word: string): string {
  return word.toLowerCase().replaceAll("i\u0307", "i");
}

function findKind(small: string): WordKind {
  if (unspacedOrder.test(small)) return notOrder.test(small) ? "other" : "order";
  if (unspacedOther.test(small)) return "other";
  if (orderWords.has(small) || orderStems.some((stem) => small.startsWith(stem))) return "order";
  if (looseWords.has(small)) return "loose";
  if (betweenWords.has(small)) return "between";
  if (isAmountWord(small) || beginsAs(small, softStems)) return "soft";
  return isOther(small) ? "other" : null;
}

const streets = /(?:str|straße|strasse|gasse|platz|allee|straat|laan|gatan|gata|vägen|veien|gade|katu)$/;

function isOther(small: string): boolean {
  return beginsAs(small, otherStems) || streets.test(small);
}

/** Whether a word marks a number as an amount: "total". */
export function isAmountWord(word: string): boolean {
  return beginsAs(word.toLowerCase(), amountStems);
}

function beginsAs(small: string, stems: readonly string[]): boolean {
  return stems.some((stem) => (stem.length > 3 ? small.startsWith(stem) : small === stem));
}

const plurals = list(
  "orders purchases bestellungen aufträge commandes achats pedidos órdenes ordenes compras encomendas ordini bestellingen beställningar bestillinger ordrer tilaukset",
  "comenzi comenzile הזמנות הזמנותיי заказы заказов замовлень поръчки zamówień objednávek narudžbe",
);

const pluralStems = ["siparişler", "rendelések", "rendelései", "megrendelések", "megrendelései"];

/** Whether a word means several orders. */
export function isPluralOrder(word: string): boolean {
  const small = smallOf(word).replace(/^ו?ה?(?=הזמנות)/u, "");
  return plurals.has(small) || pluralStems.some((stem) => small.startsWith(stem));
}
/** Whether a text is a grammatical ending of a number: "1142-es". */
export const isEnding = (word: string): boolean => endings.has(word);
/** Whether a word says that something is in, from or about what follows. */
export const isPreposition = (word: string): boolean => prepositions.has(word.toLowerCase());
/** Whether a word means a part or property of an order: "item", "size". */
export const isPart = (word: string): boolean => parts.test(word);
/** Whether a text is an attached Hebrew preposition: "ב-1142" is "in 1142". */
export const isHebrewPrefix = (word: string): boolean => /^[בלמו]$/u.test(word);
/** Whether a word makes a claim: "refund". */
export const isClaim = (word: string): boolean => beginsAs(word.toLowerCase(), claimStems);
/** Whether a word has its own number right after it: "issue". */
export const isThread = (word: string): boolean => threadWords.has(word.toLowerCase());
/** Whether a word announces a number: "No." */
export const isNumberWord = (word: string): boolean => numberWords.has(word.toLowerCase());
/** Whether a word joins numbers of one kind: "and". */
export const isLinkWord = (word: string): boolean => linkWords.has(word.toLowerCase());
/** Whether a word makes a range of two numbers: "to". */
export const isRangeWord = (word: string): boolean => rangeWords.has(word.toLowerCase());
/** Whether a word after a number continues the sentence, rather than naming what is counted. */
export const isPlainFollower = (word: string): boolean => plainFollowers.has(word.toLowerCase());
/** Whether a word after a number marks it as an order's. */
export function isFollowingOrder(word: string): boolean {
  const small = smallOf(word);
  if (followingStems.some((stem) => small.startsWith(stem))) return true;
  return followingOrder.has(small) || (unspacedOrder.test(small) && !notOrder.test(small));
}
