import { escapeHtml } from "../escape-html.ts";

/** A piece of HTML that is safe as it is, as opposed to a string, which never is. */
export type Html = { readonly html: string };

/** Builds HTML from a template: strings in it are escaped, pieces of HTML and lists of them are taken as they are. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  return { html: parts.map((part, at) => part + (at < values.length ? insert(values[at] ?? "") : "")).join("") };
}

function insert(value: string | number | Html | Html[]): string {
  if (Array.isArray(value)) return value.map((piece) => piece.html).join("");
  return typeof value === "object" ? value.html : escapeHtml(String(value));
}
