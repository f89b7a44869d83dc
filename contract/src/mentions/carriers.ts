/** A carrier, the ways in which it is written, and the hosts of its pages. */
export interface Carrier {
  name: string;
  written: RegExp;
  hosts: RegExp;
  /** The beginning of its page of a parcel, before the number; null for those of which the store's own link is followed. */
  page: string | null;
}

function carrier(name: string, written: string, hosts: string, page: string | null = null): Carrier {
  return {
    name,
    written: new RegExp(`(?<![\\p{sc=Latn}\\p{N}])(?:${written})(?![\\p{sc=Latn}\\p{N}])`, "giu"),
    hosts: new RegExp(`(?:^|\\.)(?:${hosts})$`),
    page,
  };
}

/** Those whose names are no other words. One may stand here twice, by names of which only one has the page. */
export const carriers: readonly Carrier[] = [
  carrier(
    "DHL",
    "DHL(?:[ -](?:Express|Paket|Parcel|eCommerce|Packet))?|DHLeCommerce",
    "dhl\\.\\w+|dhl\\.co\\.uk",
    "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
  ),
  carrier("DHL", "Deutsche Post", "deutschepost\\.de"),
  carrier("UPS", "UPS|United Parcel Service", "ups\\.com", "https://www.ups.com/track?tracknum="),
  carrier(
    "FedEx",
    "Fed ?Ex(?:em|u|owi)?(?:[ -](?:Ground|Express|Home Delivery))?|フェデックス",
    "fedex\\.com",
    "https://www.fedex.com/fedextrack/?trknbr=",
  ),
  carrier("DPD", "DPD|Chronopost", "dpd\\.(?:\\w+|co\\.uk|com\\.pl)|dpdgroup\\.com|chronopost\\.fr"),
  carrier("GLS", "GLS", "gls-group\\.(?:eu|com)|gls-\\w+\\.(?:com|eu)|gls-pakete\\.de"),
  carrier("Hermes", "Hermes|myHermes", "myhermes\\.\\w+|hermesworld\\.com"),
  carrier("Evri", "Evri", "evri\\.com"),
  carrier("Royal Mail", "Royal Mail|Parcelforce", "royalmail\\.com|parcelforce\\.com"),
  carrier(
    "USPS",
    "USPS|U\\.?S\\.? Postal Service",
    "usps\\.com",
    "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  ),
  carrier("OnTrac", "OnTrac", "ontrac\\.com"),
  carrier("Canada Post", "Canada Post|Postes Canada", "canadapost(?:-postescanada)?\\.ca"),
  carrier("Australia Post", "Australia Post|AusPost", "auspost\\.com\\.au"),
  carrier("PostNL", "Post ?NL", "postnl\\.\\w+"),
  carrier("bpost", "bpost", "bpost\\.(?:be|cloud)"),
  carrier("Colissimo", "Colissimo|La Poste", "laposte\\.fr|colissimo\\.fr"),
  carrier("Mondial Relay", "Mondial Relay", "mondialrelay\\.\\w+"),
  carrier("Correos", "Correos(?: Express)?", "correos(?:express)?\\.(?:es|com)"),
  carrier("SEUR", "SEUR", "seur\\.com"),
  carrier("MRW", "MRW", "mrw\\.es"),
  carrier("Nacex", "Nacex", "nacex\\.\\w+"),
  carrier("Poste Italiane", "Poste Italiane|SDA(?: Express)?", "poste\\.it|sda\\.it"),
  carrier("BRT", "BRT|Bartolini", "brt\\.it"),
  carrier("InPost", "InPost(?:em|u|owi|cie)?|Paczkomat\\p{L}*", "inpost\\.\\w+"),
  carrier("Poczta Polska", "Poczt[aąy] Polsk[aąi]", "poczta-polska\\.pl"),
  carrier("PostNord", "Post ?Nord", "postnord\\.\\w+"),
  carrier("Bring", "Bring Parcels", "bring\\.\\w+"),
  carrier(
    "Swiss Post",
    "Swiss Post|Schweizerische[rn]? Post|Die Post CH|(?:La )?Poste Suisse|Posta Svizzera",
    "post\\.ch",
  ),
  carrier("Österreichische Post", "Österreichische[rn]? Post|Austrian Post", "post\\.at"),
  carrier("An Post", "An Post", "anpost\\.(?:com|ie)"),
  carrier("Fastway", "Fastway(?: Couriers)?", "fastway\\.\\w+"),
  carrier("Yodel", "Yodel", "yodel\\.co\\.uk"),
  carrier("Pocztex", "Pocztex", "pocztex\\.pl"),
  carrier("ORLEN Paczka", "ORLEN Paczk(?:a|ą|i|ę|ach|om)?|Orlen Paczk\\p{L}+", "orlenpaczka\\.pl"),
  carrier("Packeta", "Packeta|Zásilkovna|Przesyłkownia", "packeta\\.\\w+|zasilkovna\\.cz"),
  carrier("Colis Privé", "Colis Privé", "colisprive\\.\\w+"),
  carrier("Relais Colis", "Relais Colis", "relaiscolis\\.com"),
  carrier("Tipsa", "Tipsa", "tip-sa\\.com"),
  carrier("Envialia", "Envialia", "envialia\\.com"),
  carrier("Zeleris", "Zeleris", "zeleris\\.com"),
  carrier("Paack", "Paack", "paack\\.\\w+"),
  carrier("Budbee", "Budbee", "budbee\\.com"),
  carrier("Trunkrs", "Trunkrs", "trunkrs\\.nl"),
  carrier("Homerr", "Homerr", "homerr\\.com"),
  carrier("Posti", "Posti Oyj|Posti Group", "posti\\.fi"),
  carrier("Purolator", "Purolator", "purolator\\.com"),
  carrier("StarTrack", "StarTrack", "startrack\\.com\\.au"),
  carrier("Aramex", "Aramex", "aramex\\.\\w+"),
  carrier("Sendle", "Sendle", "sendle\\.com"),
  carrier("Couriers Please", "Couriers ?Please", "couriersplease\\.com\\.au"),
  carrier("NZ Post", "NZ Post|New Zealand Post", "nzpost\\.co\\.nz"),
  carrier("LaserShip", "LaserShip", "lasership\\.com"),
  carrier("Planzer", "Planzer(?: Paket)?", "planzer\\.ch"),
  carrier("Quickpac", "Quickpac", "quickpac\\.ch"),
  carrier("Nexive", "Nexive", "nexive\\.it"),
  carrier("Seino", "西濃運輸|セイノー", "seino\\.co\\.jp"),
  carrier("Fukuyama", "福山通運|フクツー", "fukutsu\\.co\\.jp"),
  carrier("Estafeta", "Estafeta", "estafeta\\.com"),
  carrier("Redpack", "Redpack", "redpack\\.com\\.mx"),
  carrier("Paquetexpress", "Paquete ?express", "paquetexpress\\.com\\.mx"),
  carrier("99minutos", "99 ?minutos", "99minutos\\.com"),
  carrier("Andreani", "Andreani", "andreani\\.com"),
  carrier("Servientrega", "Servientrega", "servientrega\\.com"),
  carrier("Chilexpress", "Chilexpress", "chilexpress\\.cl"),
  carrier("Starken", "Starken", "starken\\.cl"),
  carrier("Blue Express", "Blue ?express", "blue\\.cl"),
  carrier("Loggi", "Loggi", "loggi\\.com"),
  carrier("Jadlog", "Jadlog", "jadlog\\.com\\.br"),
  carrier("Intelcom", "Intelcom", "intelcom\\.ca|dragonflyshipping\\.ca"),
  carrier("Canpar", "Canpar", "canpar\\.com"),
  carrier("Nationex", "Nationex", "nationex\\.com"),
  carrier("Dicom", "Dicom Express", "dicom\\.com"),
  carrier("LSO", "Lone Star Overnight", "lso\\.com"),
  carrier("Veho", "Veho", "shipveho\\.com"),
  carrier("Whistl", "Whistl", "whistl\\.co\\.uk"),
  carrier("Tuffnells", "Tuffnells", "tuffnells\\.co\\.uk"),
  carrier("APC Overnight", "APC Overnight", "apc-overnight\\.com"),
  carrier("Collect+", "Collect ?\\+|CollectPlus", "collectplus\\.co\\.uk"),
  carrier("Amazon Logistics", "Amazon Logistics|Amazon Shipping", "track\\.amazon\\.\\w+"),
  carrier("Trans-o-flex", "trans-?o-?flex", "trans-o-flex\\.com"),
  carrier("Dachser", "Dachser", "dachser\\.\\w+"),
  carrier("Schenker", "(?:DB )?Schenker", "dbschenker\\.com"),
  carrier("Geodis", "Geodis", "geodis\\.\\w+"),
  carrier("Ciblex", "Ciblex", "ciblex\\.fr"),
  carrier("Fercam", "Fercam", "fercam\\.com"),
  carrier("CBL", "CBL Logística|Ontime", "cbl-logistica\\.com|ontime\\.es"),
  carrier("Celeritas", "Celeritas", "celeritastransporte\\.com"),
  carrier("Sending", "Sending Transporte", "sending\\.es"),
  carrier("Red Je Pakketje", "Red ?je ?pakketje", "redjepakketje\\.nl"),
  carrier("Cycloon", "Cycloon", "cycloon\\.eu"),
  carrier("Dynalogic", "Dynalogic", "dynalogic\\.eu"),
  carrier("Meest", "Meest", "meest\\.\\w+"),
  carrier("Allegro One", "Allegro One|One by Allegro", "allegro\\.pl"),
  carrier("Ambro Express", "Ambro ?Express", "ambroexpress\\.pl"),
  carrier("Correios", "Correios|Sedex", "correios\\.com\\.br"),
  carrier("Hermes Einrichtungs Service", "Hermes Einrichtungs[ -]?Service", "hermes-2mannhandling\\.de"),
  carrier("Arco Spedizioni", "Arco Spedizioni", "arcospedizioni\\.it"),
  carrier("Susa", "Susa Trasporti", "susa\\.it"),
  carrier("Liccardi", "Liccardi Trasporti", "liccarditrasporti\\.com"),
  carrier("Coordinadora", "Coordinadora Mercantil", "coordinadora\\.com"),
  carrier("Interrapidísimo", "Inter ?rapid[ií]simo", "interrapidisimo\\.com"),
  carrier("Correo Argentino", "Correo Argentino", "correoargentino\\.com\\.ar"),
  carrier("Total Express", "Total Express", "totalexpress\\.com\\.br"),
  carrier("GO! Express", "GO! Express", "general-overnight\\.com"),
  carrier("Rhenus", "Rhenus", "rhenus\\.\\w+"),
  carrier("France Express", "France Express", "france-express\\.com"),
  carrier("Fietskoeriers", "Fietskoeriers(?:\\.nl)?", "fietskoeriers\\.nl"),
  carrier("DX", "DX(?: Delivery| Express| Freight)", "dxdelivery\\.com"),
  carrier("Palletways", "Palletways", "palletways\\.com"),
  carrier("TNT", "TNT", "tnt\\.\\w+"),
  carrier("CTT", "CTT(?: Expresso)?", "ctt\\.pt"),
  carrier(
    "Yamato",
    "Yamato(?: Transport)?|ヤマト運輸|ヤマト|クロネコヤマト|クロネコ|宅急便",
    "kuronekoyamato\\.co\\.jp",
  ),
  carrier("Sagawa", "Sagawa(?: Express)?|佐川急便|佐川", "sagawa-exp\\.co\\.jp"),
  carrier("Japan Post", "Japan Post|日本郵便|ゆうパック|郵便局", "post\\.japanpost\\.jp"),
];

// One look at a text, which mostly names none.
const anyCarrier = new RegExp(
  `(?<![\\p{sc=Latn}\\p{N}])(?:${carriers.map(({ written }) => between(written)).join("|")})(?![\\p{sc=Latn}\\p{N}])`,
  "giu",
);

/** The names of a carrier, without what may not stand around them. */
function between({ source }: RegExp): string {
  return source.slice(source.indexOf("(?:"), source.lastIndexOf("(?!"));
}

/** A carrier where a text names it. */
export interface NamedCarrier {
  carrier: Carrier;
  start: number;
  end: number;
}

const longestName = 40;

/** Finds the carriers that a text names. */
export function carriersIn(text: string): NamedCarrier[] {
  return [...text.matchAll(anyCarrier)].flatMap(({ index }) => {
    const from = Math.max(0, index - 1);
    const around = text.slice(from, index + longestName);
    return carriers.flatMap((carrier) =>
      [...around.matchAll(carrier.written)]
        .filter((found) => found.index === index - from)
        .map(({ 0: found }) => ({ carrier, start: index, end: index + found.length })),
    );
  });
}

// As they are called in a country where no other's name is the same.
const national: readonly (readonly [name: RegExp, country: string, carrier: string])[] = [
  [/^(?:die )?post$/iu, "CHF", "Swiss Post"],
  [/^la poste$/iu, "CHF", "Swiss Post"],
];

/** The carrier that a store calls so; null for one that is not among them. */
export function carrierOf(name: string, currency = ""): Carrier | null {
  const [, , called] = national.find(([own, of]) => of === currency && own.test(name.trim())) ?? [];
  if (called !== undefined) return carriers.find((one) => one.name === called) ?? null;
  return carriers.find(({ written }) => new RegExp(written.source, "iu").test(name)) ?? null;
}
