/** A piece of safe HTML, as opposed to a string, which is always escaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }
}

type Value = string | number | Html | readonly Html[] | false | null | undefined;

/**
 * Builds HTML from a template: escapes strings, for an element or a quoted attribute; inserts pieces of HTML and lists
 * of them unchanged; drops false and missing values.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, at) => part + insert(values[at])).join(""));
}

function insert(value: Value): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object" ? value.map(insert).join("") : escaped(String(value));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
