/** The end of an address: its postal code, place and province, as one country writes them. */
export interface PostalLine {
  country: string;
  zip: string;
  /** "" where the place stands in the row before. */
  city: string;
  provinceCode: string | null;
  /** What stands in the same row behind it, such as the street of a Japanese address. */
  rest: string;
}

/** A word of a place's name, and the small words between them: "Frankfurt am Main". */
const CITY = String.raw`(\p{Lu}[\p{L}'’.]*(?:[ -](?:(?:am|an|auf|aan|den|der|bei|im|ob|de|del|di|do|la|le|les|lès|sur|sous|en|upon|under|on)[ -]){0,2}\p{Lu}[\p{L}'’.]*){0,4})`;

/** Countries that write the code before the place, by the look of the code. */
const codeFirst: readonly (readonly [look: string, countries: readonly string[]])[] = [
  [String.raw`\d{4} ?[A-Z]{2}`, ["NL"]],
  [String.raw`\d{4}-\d{3}`, ["PT"]],
  [String.raw`\d{2}-\d{3}`, ["PL"]],
  [String.raw`\d{3} \d{2}`, ["SE", "CZ", "SK", "GR"]],
  [String.raw`\d{5}`, ["DE", "FR", "ES", "IT", "FI", "EE", "HR", "MC"]],
  [String.raw`\d{4}`, ["AT", "CH", "BE", "DK", "NO", "LU", "HU", "SI", "BG"]],
];
const first = codeFirst.map(([look, countries]) => ({
  pattern: new RegExp(`(?:^|[ (])(?:[A-Z]{1,2}-)?(${look}) ${CITY}`, "u"),
  countries,
}));

const american = new RegExp(String.raw`(?:^|[ ])(?:${CITY} )?([A-Z]{2}) (\d{5}(?:-\d{4})?)(?!\d)`, "u");
const canadian = new RegExp(String.raw`(?:^|[ ])(?:${CITY} )?([A-Z]{2}) ([A-Z]\d[A-Z] ?\d[A-Z]\d)(?![A-Z\d])`, "u");
const australian = new RegExp(String.raw`(?:^|[ ])(?:${CITY} )?(ACT|NSW|NT|QLD|SA|TAS|VIC|WA) (\d{4})(?!\d)`, "u");
const british = new RegExp(String.raw`(?:^|[ ])(?:${CITY} )?([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![A-Z\d])`, "u");
const irish = new RegExp(String.raw`(?:^|[ ])(?:${CITY} )?([A-Z]\d[\dW] ?[A-Z\d]{4})(?![A-Z\d])`, "u");
const japanese = /〒?\s?(\d{3}-\d{4})\s?(\p{Script=Han}{2,3}[都道府県])([^\d\s]{1,12}?[市区町村])?(.*)/u;

const prefectures =
  "北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都 神奈川県 新潟県 富山県 石川県 福井県 山梨県 長野県 岐阜県 静岡県 愛知県 三重県 滋賀県 京都府 大阪府 兵庫県 奈良県 和歌山県 鳥取県 島根県 岡山県 広島県 山口県 徳島県 香川県 愛媛県 高知県 福岡県 佐賀県 長崎県 熊本県 大分県 宮崎県 鹿児島県 沖縄県".split(
    " ",
  );

/** Reads the end of an address in a row of text; `country` is the likeliest, and decides where codes look alike. */
export function postalLineIn(row: string, country: string): PostalLine | null {
  return japaneseIn(row) ?? withProvinceIn(row, country) ?? codeFirstIn(row, country);
}

function japaneseIn(row: string): PostalLine | null {
  const [, zip, prefecture, city = "", rest = ""] = japanese.exec(row) ?? [];
  if (zip === undefined || prefecture === undefined) return null;
  const at = prefectures.indexOf(prefecture);
  if (at < 0) return null;
  const provinceCode = `JP-${String(at + 1).padStart(2, "0")}`;
  return { country: "JP", zip, city, provinceCode, rest: rest.trim() };
}

function withProvinceIn(row: string, country: string): PostalLine | null {
  for (const [of, pattern] of [
    ["AU", australian],
    ["CA", canadian],
    ["US", american],
  ] as const) {
    const [, city = "", provinceCode, zip] = pattern.exec(row) ?? [];
    if (provinceCode !== undefined && zip !== undefined) return { country: of, zip, city, provinceCode, rest: "" };
  }
  // Both look alike at a glance: the order's own country comes first.
  const islands = [
    ["GB", british],
    ["IE", irish],
  ] as const;
  for (const [of, pattern] of country === "IE" ? islands.toReversed() : islands) {
    const [, city = "", zip] = pattern.exec(row) ?? [];
    if (zip !== undefined) return { country: of, zip, city, provinceCode: null, rest: "" };
  }
  return null;
}

function codeFirstIn(row: string, country: string): PostalLine | null {
  for (const { pattern, countries } of first) {
    const [, zip, city] = pattern.exec(row) ?? [];
    if (zip === undefined || city === undefined) continue;
    const [only] = countries;
    const of = countries.includes(country) ? country : countries.length === 1 && only !== undefined ? only : "";
    return { country: of, zip, city, provinceCode: null, rest: "" };
  }
  return null;
}
