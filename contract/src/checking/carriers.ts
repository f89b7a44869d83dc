/** A carrier, the ways in which it is written, and the hosts of its pages. */
export interface Carrier {
  name: string;
  written: RegExp;
  hosts: RegExp;
}

function carrier(name: string, written: string, hosts: string): Carrier {
  return {
    name,
    written: new RegExp(`(?<![\\p{sc=Latn}\\p{N}])(?:${written})(?![\\p{sc=Latn}\\p{N}])`, "giu"),
    hosts: new RegExp(`(?:^|\\.)(?:${hosts})$`),
  };
}

/** Those whose names are no other words. */
export const carriers: readonly Carrier[] = [
  carrier(
    "DHL",
    "DHL(?:[ -](?:Express|Paket|Parcel|eCommerce|Packet))?|Deutsche Post",
    "dhl\\.\\w+|dhl\\.co\\.uk|deutschepost\\.de",
  ),
  carrier("UPS", "UPS|United Parcel Service", "ups\\.com"),
  carrier("FedEx", "Fed ?Ex(?:[ -](?:Ground|Express|Home Delivery))?|フェデックス", "fedex\\.com"),
  carrier("DPD", "DPD|Chronopost", "dpd\\.(?:\\w+|co\\.uk|com\\.pl)|dpdgroup\\.com|chronopost\\.fr"),
  carrier("GLS", "GLS", "gls-group\\.(?:eu|com)|gls-\\w+\\.(?:com|eu)|gls-pakete\\.de"),
  carrier("Hermes", "Hermes|myHermes", "myhermes\\.\\w+|hermesworld\\.com"),
  carrier("Evri", "Evri", "evri\\.com"),
  carrier("Royal Mail", "Royal Mail|Parcelforce", "royalmail\\.com|parcelforce\\.com"),
  carrier("USPS", "USPS|U\\.?S\\.? Postal Service", "usps\\.com"),
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
  carrier("InPost", "InPost|Paczkomat\\p{L}*", "inpost\\.\\w+"),
  carrier("Poczta Polska", "Poczt[aąy] Polsk[aąi]", "poczta-polska\\.pl"),
  carrier("PostNord", "Post ?Nord", "postnord\\.\\w+"),
  carrier("Bring", "Bring Parcels", "bring\\.\\w+"),
  carrier("Swiss Post", "Swiss Post|Schweizerische Post|Die Post CH", "post\\.ch"),
  carrier("Österreichische Post", "Österreichische Post", "post\\.at"),
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

/** The carrier that a store calls so; null for one that is not among them. */
export function carrierOf(name: string): Carrier | null {
  return carriers.find(({ written }) => new RegExp(written.source, "iu").test(name)) ?? null;
}
