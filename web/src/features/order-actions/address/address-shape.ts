import type { ShippingAddress } from "@deskhand/contract/actions/action-parts";

export type AddressField = keyof ShippingAddress;

/** How a country writes its addresses: the fields in their order, their names, and the provinces that can be chosen. */
interface AddressShape {
  fields: readonly AddressField[];
  names: Readonly<Record<AddressField, string>>;
  /** Null where the code is typed, as at Shopify. */
  provinces: readonly (readonly [code: string, name: string])[] | null;
}

const names: Record<AddressField, string> = {
  firstName: "First name",
  lastName: "Last name",
  company: "Company",
  address1: "Street and number",
  address2: "Apartment, suite, floor",
  zip: "Postal code",
  city: "City",
  provinceCode: "Province code",
  countryCode: "Country",
  phone: "Phone",
};

const person = ["firstName", "lastName", "company"] as const;
const zipFirst: readonly AddressField[] = [...person, "address1", "address2", "zip", "city", "countryCode", "phone"];
const cityFirst: readonly AddressField[] = [...person, "address1", "address2", "city", "zip", "countryCode", "phone"];
const withProvince: readonly AddressField[] = [
  ...person,
  "address1",
  "address2",
  "city",
  "provinceCode",
  "zip",
  "countryCode",
  "phone",
];
const japanese: readonly AddressField[] = [
  "countryCode",
  "zip",
  "provinceCode",
  "city",
  "address1",
  "address2",
  "company",
  "lastName",
  "firstName",
  "phone",
];

const states = codes(
  "AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC Washington DC|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MH Marshall Islands|MD Maryland|MA Massachusetts|MI Michigan|FM Micronesia|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PW Palau|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific",
);
const canadian = codes(
  "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon",
);
const australian = codes(
  "ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia",
);

/** Countries whose addresses at Shopify have a province, of which the code is typed. */
const typedProvinces =
  "AE AR BR CL CN CO CR EG ES GT HK ID IE IN IT KR KW MX MY NG NZ PA PE PH PT RO RU SV TH UY VE ZA".split(" ");

const special: Record<string, AddressShape> = {
  US: {
    fields: withProvince,
    names: { ...names, address1: "Street address", zip: "ZIP code", provinceCode: "State" },
    provinces: states,
  },
  CA: { fields: withProvince, names: { ...names, provinceCode: "Province" }, provinces: canadian },
  AU: {
    fields: withProvince,
    names: { ...names, city: "Suburb", zip: "Postcode", provinceCode: "State or territory" },
    provinces: australian,
  },
  GB: { fields: cityFirst, names: { ...names, city: "Town or city", zip: "Postcode" }, provinces: null },
  JP: { fields: japanese, names: { ...names, provinceCode: "Prefecture code, such as JP-13" }, provinces: null },
};
const usual: AddressShape = { fields: zipFirst, names, provinces: null };
const typed: AddressShape = { fields: withProvince, names, provinces: null };

/** How addresses of a country are written; "" is a country that is not chosen yet. */
export function shapeOf(country: string): AddressShape {
  return special[country] ?? (typedProvinces.includes(country) ? typed : usual);
}

/** The fields that a country has not are empty in what is sent. */
export function fitted(address: ShippingAddress): ShippingAddress {
  const { fields } = shapeOf(address.countryCode);
  return fields.includes("provinceCode") ? address : { ...address, provinceCode: null };
}

const countryCodes =
  "AC AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PS PT PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );
const english = new Intl.DisplayNames(["en"], { type: "region" });

/** The countries that Shopify ships to, by name. */
export const countries: readonly { value: string; label: string }[] = countryCodes
  .map((value) => ({ value, label: english.of(value) ?? value }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));

function codes(text: string): [string, string][] {
  return text.split("|").map((entry) => {
    const at = entry.indexOf(" ");
    return [entry.slice(0, at), entry.slice(at + 1)];
  });
}
