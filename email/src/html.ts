/** A piece of HTML that is safe as it is, as opposed to a string, which never is. */
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
 * Builds HTML from a template: strings in it are escaped, for an element or a quoted attribute; pieces of HTML and lists
 * of them are taken as they are; what is false or missing is nothing.
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
