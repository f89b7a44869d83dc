/**
 * How many decimals currencies have at Shopify: the minor units of ISO 4217, in which Shopify counts. `Intl` is no source of them: by what people
 * pay with it gives forints, rupiahs, Pakistani rupees and others no decimals, and then an order's last fillér could not be refunded.
 */
const others: Readonly<Record<number, readonly string[]>> = {
  0: [
    ...["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "MGA", "MRU"],
    ...["PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"],
  ],
  3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
};

const digits = new Map(
  Object.entries(others).flatMap(([count, currencies]) => currencies.map((currency) => [currency, Number(count)])),
);

/** How many decimals a currency has, such as 0 for JPY, 2 for HUF and 3 for KWD. */
export function digitsOfCurrency(currency: string): number {
  return digits.get(currency) ?? 2;
}
