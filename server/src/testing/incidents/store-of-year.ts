import { type SeededRandom, seededRandom } from "../strangers/seeded-random.ts";

/** What is sold, sent and where to, by a store of a size, and how its year goes. */
export type StoreOfYear = {
  /** Tickets on an ordinary day. */
  perDay: number;
  products: readonly Product[];
  carriers: readonly Shared[];
  places: readonly (Shared & { country: string; province: string | null })[];
  /** The first hours of its sales, and how many times more customers write while one lasts two days. */
  sales: readonly { at: number; times: number; products: readonly number[] }[];
  /** When newsletters leave, each with its subject. */
  newsletters: readonly { at: number; subject: string }[];
};
type Product = { sku: string; name: string; share: number; launchedAt: number };
type Shared = { name: string; share: number };

export const [hour, day] = [3_600_000, 86_400_000];
/** A Monday, when the year begins. */
export const yearBegins = Date.UTC(2026, 0, 5);
export const yearDays = 364;

const kinds = [
  "Lamp",
  "Kettle",
  "Blanket",
  "Bottle",
  "Backpack",
  "Candle",
  "Mug",
  "Pillow",
  "Jacket",
  "Speaker",
  "Vase",
  "Towel",
  "Chair",
  "Clock",
  "Wallet",
  "Grinder",
];
const names = [
  "Aurora",
  "Linden",
  "Harbor",
  "Juniper",
  "Cobalt",
  "Saffron",
  "Willow",
  "Onyx",
  "Meadow",
  "Ember",
  "Cedar",
  "Marble",
  "Coral",
  "Raven",
  "Tundra",
  "Velvet",
];
const themes = [
  "Autumn favourites are here",
  "Our new colours",
  "A gift guide for slow mornings",
  "Back in stock",
  "Meet the makers",
  "Free shipping this weekend",
  "Last chance for summer",
  "Your spring edit",
];

/** Makes a store from a seed; the larger, the more it sells. */
export function storeOfYear(seed: number, perDay: number): StoreOfYear {
  const random = seededRandom(seed * 7919 + perDay);
  const count = Math.round(20 + perDay * 1.2);
  const products = Array.from({ length: count }, (_, at) => productOf(random, at));
  const sales = Array.from({ length: 7 }, (_, at) => ({
    at: yearBegins + (30 + at * 47 + random.below(20)) * day + 8 * hour,
    times: 2 + random.below(30) / 10,
    products: Array.from({ length: Math.max(1, Math.round(count / 15)) }, () => random.below(count)),
  }));
  const newsletters = Array.from({ length: 30 }, (_, at) => ({
    at: yearBegins + (at * 12 + random.below(9)) * day + (7 + random.below(6)) * hour,
    subject: `${random.pick(themes)}${at % 3 === 0 ? "!" : ""}`,
  }));
  return { perDay, products, carriers: carriersOf(random), places: placesOf(), sales, newsletters };
}

function productOf(random: SeededRandom, at: number): Product {
  const [name, kind] = [random.pick(names), random.pick(kinds)];
  // Few are sold much and many a little; every tenth is new in the course of the year.
  const launchedAt = at % 10 === 9 ? yearBegins + random.below(yearDays) * day : yearBegins - day;
  return {
    sku: `${kind.toUpperCase().slice(0, 4)}-${100 + at}`,
    name: `${name} ${kind}`,
    share: 1 / (at + 2),
    launchedAt,
  };
}

function carriersOf(random: SeededRandom): Shared[] {
  const main = random.pick(["UPS", "DHL", "FedEx"]);
  const rest = ["UPS", "DHL", "FedEx", "USPS", "GLS"].filter((name) => name !== main);
  return [{ name: main, share: 5 }, ...rest.slice(0, 3).map((name, at) => ({ name, share: 2.5 / (at + 1) }))];
}

function placesOf(): StoreOfYear["places"] {
  const states = ["California", "Texas", "Florida", "New York", "Illinois", "Ohio", "Georgia", "Oregon"];
  const inUs = states.map((province, at) => ({ country: "United States", province, share: 3 / (at + 1) }));
  const lands = ["Germany", "Austria", "France", "Netherlands", "Sweden", "Canada"];
  const elsewhere = lands.map((country, at) => ({ country, province: null, share: 2 / (at + 1) }));
  return [...inUs, ...elsewhere].map((place) => ({ ...place, name: place.province ?? place.country }));
}

/** How many times its usual a store gets at an hour: by the hour, the day of the week and the season. */
export function rhythmAt(at: number): number {
  const date = new Date(at);
  const byHour = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 9, 9, 9, 9, 8, 8, 7, 8, 9, 8, 6, 4];
  const byDay = [0.8, 1.3, 1.15, 1.05, 1, 0.95, 0.75];
  const byMonth = [1.15, 0.95, 0.9, 0.9, 0.9, 0.85, 0.85, 0.9, 0.95, 1.05, 1.35, 1.6];
  const hours = (byHour[date.getUTCHours()] ?? 1) / 149;
  return hours * 24 * (byDay[date.getUTCDay()] ?? 1) * (byMonth[date.getUTCMonth()] ?? 1);
}

/** The sale that goes on at a time. */
export function saleAt({ sales }: StoreOfYear, at: number): StoreOfYear["sales"][number] | undefined {
  return sales.find((sale) => at >= sale.at && at < sale.at + 2 * day);
}

/** How much a product is ordered at a time beside others: what was on sale brings questions for two weeks. */
export function demandOf(store: StoreOfYear, index: number, at: number): number {
  const product = store.products[index];
  if (!product || at < product.launchedAt) return 0;
  const isNew = at < product.launchedAt + 30 * day;
  const wasOnSale = store.sales.some(
    (sale) => at >= sale.at && at < sale.at + 14 * day && sale.products.includes(index),
  );
  return product.share * (isNew && product.launchedAt > yearBegins ? 4 : 1) * (wasOnSale ? 6 : 1);
}
