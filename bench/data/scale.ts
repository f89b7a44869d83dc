/** The amount of data: `large` is ten times the default. */
export type Scale = { name: string; tickets: number; messages: number; customers: number; orders: number };

export const defaultScale: Scale = {
  name: "100k",
  tickets: 100_000,
  messages: 500_000,
  customers: 30_000,
  orders: 60_000,
};
export const largeScale: Scale = {
  name: "1M",
  tickets: 1_000_000,
  messages: 5_000_000,
  customers: 300_000,
  orders: 600_000,
};

/** The share of each of the ten tenants, in percent: the first has as much as all others. */
export const tenantShares = [50, 12, 9, 8, 6, 5, 4, 3, 2, 1] as const;
