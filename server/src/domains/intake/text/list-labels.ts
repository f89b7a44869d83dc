type Numbering = "1" | "a" | "A" | "i" | "I";

const styles: Record<string, Numbering> = {
  decimal: "1",
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};

type List = { next: number; step: 1 | -1; numbering: Numbering } | null;

/** The labels of the items of HTML's lists: "1. ", "b. " or "iv. " where they are numbered, else "- ". */
export class ListLabels {
  readonly #lists: List[] = [];

  /** Begins a list of this element. A list that counts down to one cannot be numbered before its end. */
  begin(name: string, { start, type, reversed, style = "" }: Record<string, string>): void {
    const isNumbered = name === "ol" && (reversed === undefined || start !== undefined);
    const written = /list-style(?:-type)?\s{0,9}:\s{0,9}([a-z-]{1,30})/i.exec(style)?.[1]?.toLowerCase() ?? "";
    const numbering = styles[written] ?? (/^[1aAiI]$/.test(type ?? "") ? (type as Numbering) : "1");
    this.#lists.push(
      isNumbered ? { next: numberOf(start) ?? 1, step: reversed === undefined ? 1 : -1, numbering } : null,
    );
  }

  end(): void {
    this.#lists.pop();
  }

  /** The label of the next item, whose number HTML may set. */
  next(value: string | undefined): string {
    const list = this.#lists.at(-1);
    if (!list) return "- ";
    const number = numberOf(value) ?? list.next;
    list.next = number + list.step;
    return `${labelOf(number, list.numbering)}. `;
  }
}

function numberOf(text: string | undefined): number | null {
  return /^\s{0,9}-?\d{1,6}\s{0,9}$/.test(text ?? "") ? Number(text) : null;
}

function labelOf(number: number, numbering: Numbering): string {
  if (numbering === "1" || number < 1 || number > 3_999) return String(number);
  const label = numbering.toLowerCase() === "a" ? lettersOf(number) : romanOf(number);
  return numbering === numbering.toLowerCase() ? label : label.toUpperCase();
}

/** a to z, then aa, ab. */
function lettersOf(number: number): string {
  const [above, last] = [Math.floor((number - 1) / 26), (number - 1) % 26];
  return `${above > 0 ? lettersOf(above) : ""}${String.fromCharCode(97 + last)}`;
}

const romans = Object.entries({
  m: 1000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});

function romanOf(number: number): string {
  let [label, rest] = ["", number];
  for (const [letters, worth] of romans) {
    label += letters.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return label;
}
