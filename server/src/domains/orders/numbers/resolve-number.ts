import type { Read } from "../../../platform/db/tenant.ts";
import { resolveNumberQuery } from "./numbers.queries.ts";

/** What to search for instead of a number that is not found as typed. */
type Resolved = { orders: string[]; customers: string[]; tickets: string[] };

/**
 * Resolves the number of an order with a word before it, of a parcel or of a phone
 * (docs/product.md#what-every-search-does-alike) to the order, its customer and their tickets. Null for any other text.
 */
export async function resolveNumber(read: Read, typed: string): Promise<Resolved | null> {
  const code = readCode(typed);
  if (code === null) return null;
  const [found] = await read(resolveNumberQuery(code));
  const named = code.isNamed ? [code.number] : [];
  const customers = found ? [found.email ?? found.customerName ?? []].flat() : [];
  return {
    orders: [...named, ...[found?.orderName ?? customers].flat()],
    customers,
    tickets: [
      ...named.flatMap((number) => [`order:${number}`, number]),
      ...(found?.email ? [`from:${found.email}`] : []),
    ],
  };
}

/** A typed text that may be a number of something. */
export type Code = {
  /** As typed, without a word before it. */
  number: string;
  /** Whether a word before it says that it is an order's. */
  isNamed: boolean;
  /** The forms by which order names, parcels and phones are looked up; empty where it can be none. */
  keys: string[];
  numbers: string[];
  parcels: string[];
  phone: string | null;
};

const order =
  "order|bestellung|auftrag|bestelnummer|bestelling|beställning|bestilling|commande|pedido|orden|encomenda|ordine|ordre|zamówienie|tilaus|objednávka|objednavka|rendelés|" +
  "sipariş|siparis|заказ|замовлення|поръчка|παραγγελία|comandă|comanda|narudžba|narocilo|naročilo|הזמנה|طلب|订单|訂單|注文|주문";
const sign = "no|nr|num|number|nummer|numero|numéro|número|id|n[°º]|№";
const named = new RegExp(
  `^(?:${order})(?:s?(?:${sign}))?(?:[\\s.:#-]+(?:${sign}))?[\\s.:#№-]*(?=\\S*\\d)(\\S{1,60})$`,
  "iu",
);
const shortest = { parcel: 6, phone: 7 };

/** Reads the number a search asks for, and what it may belong to; null for any other text. */
function readCode(typed: string): Code | null {
  const text = typed.trim().normalize("NFKC");
  // A filter of the search, such as order:2041, is handled by the search itself.
  if (/^\p{L}+:\S/u.test(text)) return null;
  const [, behindWord] = named.exec(text) ?? [];
  const number = (behindWord ?? text).replace(/^[#№\s]+/, "");
  if (!/\d/.test(number) || number.length > 60 || !/^[+(]?[\p{L}\p{N}][\p{L}\p{N}\s()./_-]*$/u.test(number))
    return null;
  const isWords = /\p{L}{3,}\s|\s\p{L}{3,}/u.test(number);
  if (isWords) return null;
  const bare = number.replace(/[^0-9A-Za-z]/g, "");
  const digits = number.replace("(0)", "").replace(/\D/g, "");
  const isPhone = /^[+\d\s()./-]+$/.test(number) && digits.length >= shortest.phone && digits.length <= 15;
  const isNumber = /^\d+$/.test(number);
  return {
    number,
    isNamed: behindWord !== undefined,
    keys: /\s/.test(number)
      ? []
      : [
          number
            .toLowerCase()
            .replace(/[^0-9a-z]+/g, "-")
            .replace(/(?<![0-9])-|-(?![0-9])/g, ""),
        ],
    numbers: isNumber ? [number.replace(/^0+(?=\d)/, "")] : [],
    parcels: bare.length >= shortest.parcel && behindWord === undefined ? [bare.toUpperCase()] : [],
    phone: isPhone && behindWord === undefined ? digits : null,
  };
}
