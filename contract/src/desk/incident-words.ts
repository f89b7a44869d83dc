/** What the customers of an incident share, in words. Free of zod, as a ticket's banner says it too. */

export const incidentStates = ["open", "watched", "answered", "closed"] as const;
export type IncidentState = (typeof incidentStates)[number];
export const incidentStateLabels: Record<IncidentState, string> = {
  open: "Open",
  watched: "Watched",
  answered: "Answered",
  closed: "Closed",
};

/** What tickets may share; `hand` for an incident that a colleague made. */
const signKinds = ["sku", "carrier", "place", "stalled", "outage", "words", "hand"] as const;
export type SignKind = (typeof signKinds)[number];

/** Something that tickets share, such as the kind `sku` and the value LAMP-03. A carrier has the state of its parcels behind a bar. */
export type Sign = { kind: SignKind; value: string };

/** What does not work when customers say so. */
export const outages = ["checkout", "payment", "login", "website", "discount"] as const;
export type Outage = (typeof outages)[number];

const outageWords: Record<Outage, string> = {
  checkout: "the checkout not working",
  payment: "payments that fail",
  login: "not being able to sign in",
  website: "the website not working",
  discount: "a discount code not working",
};

/** How a sign is stored: `sku:LAMP-03`. */
export function writeSign({ kind, value }: Sign): string {
  return `${kind}:${value}`;
}

/** Reads a stored sign; one of a kind that there is not is read as a name. */
export function readSign(sign: string): Sign {
  const [, named = "", value = ""] = /^(\w+):(.*)$/s.exec(sign) ?? [];
  const kind = signKinds.find((one) => one === named);
  return kind ? { kind, value } : { kind: "hand", value: sign };
}

/** What the tickets of a sign are about: "SKU LAMP-03", "parcels with UPS that are delayed or had a failed delivery". */
function signWords(sign: string): string {
  const { kind, value } = readSign(sign);
  const [first = "", second = ""] = value.split("|");
  if (kind === "sku") return `SKU ${value}`;
  if (kind === "carrier") return `parcels with ${first} ${stageWords[second] ?? "on their way"}`;
  if (kind === "place") return `orders to ${value}`;
  if (kind === "stalled") return `parcels with ${value} without news`;
  if (kind === "outage") return outageWords[outages.find((one) => one === value) ?? "website"];
  if (kind === "words") return `“${value}”`;
  return value;
}

const stageWords: Readonly<Record<string, string>> = {
  processing: "that have not left yet",
  shipped: "on their way",
  exception: "that are delayed or were not delivered",
  delivered: "that are said to be delivered",
};

type Titled = {
  sign: string;
  customers: number;
  /** When the first and the last of them wrote; null while there is none. */
  firstAt: string | null;
  lastAt: string | null;
};

/** An incident's title: "7 customers in 3 hours wrote about SKU LAMP-03". One made by hand has its name. */
export function incidentTitle({ sign, customers, firstAt, lastAt }: Titled): string {
  const { kind, value } = readSign(sign);
  if (kind === "hand") return value;
  const who = `${customers.toLocaleString("en-US")} ${customers === 1 ? "customer" : "customers"}`;
  const within =
    firstAt === null || lastAt === null ? "" : ` in ${spanWords(Date.parse(lastAt) - Date.parse(firstAt))}`;
  return `${who}${within} wrote about ${signWords(sign)}`;
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** A span in the largest unit that has at least two of it, rounded up: "40 minutes", "3 hours", "2 days". */
function spanWords(ms: number): string {
  if (ms > 2 * day) return `${Math.ceil(ms / day)} days`;
  if (ms > 90 * minute) return `${Math.ceil(ms / hour)} hours`;
  const minutes = Math.max(1, Math.ceil(ms / minute));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
