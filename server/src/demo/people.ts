import type { Role } from "@deskhand/contract/permissions";

/** The password of every account of the demo store. */
export const demoPassword = "deskhand-demo";

/** The demo store's staff. */
export const demoStaff: readonly { email: string; name: string; role: Role }[] = [
  { email: "admin@lumenandloom.example", name: "Alma Lindqvist", role: "admin" },
  { email: "supervisor@lumenandloom.example", name: "Ruben Okafor", role: "supervisor" },
  { email: "agent@lumenandloom.example", name: "Mina Castellanos", role: "agent" },
  { email: "theo@lumenandloom.example", name: "Theo Brandt", role: "agent" },
];

/** The address the demo store's people write to for help; its mail is in the outbox, unless mail is sent. */
export function demoOperatorOf({ mailDomain }: { mailDomain: string }): string {
  return `operator@${mailDomain}`;
}

type Place = { city: string; province: string | null; zip: string; country: string };
export type DemoPerson = Place & { first: string; last: string; email: string; phone: string | null; street: string };

const places = {
  dublin: { city: "Dublin", province: null, zip: "D08 X4H2", country: "Ireland" },
  cork: { city: "Cork", province: null, zip: "T12 W8KP", country: "Ireland" },
  leeds: { city: "Leeds", province: null, zip: "LS1 4AP", country: "United Kingdom" },
  bristol: { city: "Bristol", province: null, zip: "BS1 5TR", country: "United Kingdom" },
  berlin: { city: "Berlin", province: null, zip: "10437", country: "Germany" },
  graz: { city: "Graz", province: null, zip: "8010", country: "Austria" },
  utrecht: { city: "Utrecht", province: null, zip: "3511 LN", country: "Netherlands" },
  lyon: { city: "Lyon", province: null, zip: "69002", country: "France" },
  porto: { city: "Porto", province: null, zip: "4050-253", country: "Portugal" },
  seville: { city: "Seville", province: "SE", zip: "41004", country: "Spain" },
  malmo: { city: "Malmö", province: null, zip: "211 34", country: "Sweden" },
  turin: { city: "Turin", province: "TO", zip: "10123", country: "Italy" },
  portland: { city: "Portland", province: "OR", zip: "97205", country: "United States" },
  toronto: { city: "Toronto", province: "ON", zip: "M5V 2T6", country: "Canada" },
} satisfies Record<string, Place>;

/** The countries' ISO 3166-1 codes. */
export const countries: Readonly<Record<string, string>> = {
  Ireland: "IE",
  "United Kingdom": "GB",
  Germany: "DE",
  Austria: "AT",
  Netherlands: "NL",
  France: "FR",
  Portugal: "PT",
  Spain: "ES",
  Sweden: "SE",
  Italy: "IT",
  "United States": "US",
  Canada: "CA",
};

const streets = [
  "Mill Lane",
  "Harbour Street",
  "Church Road",
  "Station Road",
  "Orchard Way",
  "Weaver's Row",
  "High Street",
];

// First name, last name, country.
const names: readonly [string, string, keyof typeof places][] = [
  ["Aoife", "Brennan", "dublin"],
  ["Jonas", "Keller", "berlin"],
  ["Priya", "Raman", "leeds"],
  ["Camille", "Rousseau", "lyon"],
  ["Tomás", "Ferreira", "porto"],
  ["Ingrid", "Holm", "malmo"],
  ["Marcus", "Whitfield", "bristol"],
  ["Lucía", "Navarro", "seville"],
  ["Daan", "Visser", "utrecht"],
  ["Hannah", "Moser", "graz"],
  ["Giulia", "Ferraro", "turin"],
  ["Eleanor", "Pryce", "bristol"],
  ["Samuel", "Adeyemi", "leeds"],
  ["Katharina", "Vogel", "berlin"],
  ["Owen", "Gallagher", "cork"],
  ["Mei", "Tanaka", "toronto"],
  ["Rachel", "Steinberg", "portland"],
  ["Pierre", "Lemaire", "lyon"],
  ["Sofia", "Lindgren", "malmo"],
  ["Bram", "de Wit", "utrecht"],
  ["Niamh", "Doyle", "dublin"],
  ["Felix", "Auer", "graz"],
  ["Carolina", "Moreira", "porto"],
  ["Imogen", "Clarke", "leeds"],
  ["Diego", "Santos", "seville"],
  ["Yara", "Haddad", "berlin"],
  ["Nathan", "Brooks", "portland"],
  ["Chiara", "Bellini", "turin"],
  ["Siobhán", "Kelly", "cork"],
  ["Anders", "Nyström", "malmo"],
  ["Zoe", "Papadakis", "toronto"],
  ["Matthew", "Hollis", "bristol"],
  ["Julie", "Fontaine", "lyon"],
  ["Lena", "Hartmann", "berlin"],
  ["Arjun", "Mehta", "dublin"],
  ["Beatriz", "Lopes", "porto"],
  ["Caleb", "Turner", "portland"],
  ["Fenna", "Jansen", "utrecht"],
  ["Grace", "O'Sullivan", "cork"],
  ["Viktor", "Szabó", "graz"],
];

/** The 40 customers of the demo store. */
export const demoPeople: readonly DemoPerson[] = names.map(([first, last, place], index) => ({
  first,
  last,
  email: `${plain(first)}.${plain(last)}@example.${["com", "org", "net"][index % 3]}`,
  phone: index % 3 === 0 ? `+1 555 01${String(index).padStart(2, "0")}` : null,
  street: `${3 + ((index * 7) % 88)} ${streets[index % streets.length]}`,
  ...places[place],
}));

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
}
