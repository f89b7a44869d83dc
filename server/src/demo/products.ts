import { type Money, money } from "@deskhand/contract/page";

export type ProductKind = "lamp" | "textile";
/** A product of the demo store; `name` and `item` as people say them, the price in euros. */
export type Product = {
  kind: ProductKind;
  title: string;
  name: string;
  item: string;
  price: number;
  sku: string;
  colours: readonly string[];
};

const lampColours = ["brass", "chalk white", "charcoal", "moss green"];
const textileColours = ["natural", "sage", "dove grey", "rust", "midnight blue", "oat"];

/** The products of the demo store. */
export const products: readonly Product[] = [
  lamp("Halo Table Lamp", "Halo table lamp", "table lamp", 129, "LMP-HAL"),
  lamp("Pebble Bedside Lamp", "Pebble bedside lamp", "bedside lamp", 79, "LMP-PEB"),
  lamp("Arc Floor Lamp", "Arc floor lamp", "floor lamp", 249, "LMP-ARC"),
  lamp("Dune Pendant Light", "Dune pendant light", "pendant light", 159, "LMP-DUN"),
  lamp("Fir Reading Lamp", "Fir reading lamp", "reading lamp", 99, "LMP-FIR"),
  lamp("Kite Wall Light", "Kite wall light", "wall light", 89, "LMP-KIT"),
  lamp("Lantern for the Garden Table", "garden lantern", "lantern", 49.5, "LMP-LAN"),
  textile("Washed Linen Duvet Cover", "linen duvet cover", "duvet cover", 139, "TEX-DUV"),
  textile("Linen Pillowcase, Set of 2", "set of linen pillowcases", "pillowcase set", 45, "TEX-PIL"),
  textile("Waffle Bath Towel", "waffle bath towel", "towel", 32, "TEX-TOW"),
  textile("Merino Throw", "merino throw", "throw", 119, "TEX-THR"),
  textile("Velvet Cushion Cover", "velvet cushion cover", "cushion cover", 39, "TEX-CUS"),
  textile("Half-Linen Curtain", "half-linen curtain", "curtain", 89, "TEX-CUR"),
  textile("Linen Table Runner", "linen table runner", "table runner", 36, "TEX-RUN"),
  textile("Organic Cotton Blanket", "cotton blanket", "blanket", 74.5, "TEX-BLA"),
  textile("Handwoven Wool Rug", "handwoven wool rug", "rug", 289, "TEX-RUG"),
];

function lamp(title: string, name: string, item: string, price: number, sku: string): Product {
  return { kind: "lamp", title, name, item, price, sku, colours: lampColours };
}

function textile(title: string, name: string, item: string, price: number, sku: string): Product {
  return { kind: "textile", title, name, item, price, sku, colours: textileColours };
}

/** In whole cents: the demo's prices are euros with two decimals. */
export function centsOf(amount: string): number {
  return Number(amount.replace(".", ""));
}

export function amountOf(cents: number): Money {
  return money.parse(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`);
}

/** As the platform's API writes it, without trailing zeros but one: 49.5, 129.0. */
export function answeredAmount(cents: number): Money {
  return money.parse(amountOf(cents).replace(/0$/, ""));
}
