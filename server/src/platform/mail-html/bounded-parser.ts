import { type Handler, Parser } from "htmlparser2";

/**
 * The limit of open elements, more than any real mail has. The parser searches all open ones for each closing tag, so
 * only their number bounds its time. Only the parser knows that number, as a closing tag may match nothing.
 */
export const mostOpen = 500;

/** Receives the elements and text of HTML as it is parsed. */
export type HtmlReader = Pick<Handler, "onopentag" | "ontext" | "onclosetag">;

/**
 * Parses HTML in linear time, up to the point where too many elements are open. Returns that position, or null if it
 * parsed everything.
 */
export function parseBounded(html: string, handler: HtmlReader): number | null {
  let open = 0;
  let isTooDeep = false;
  const countingHandler: Partial<Handler> = {
    onopentag(name, attributes, isImplied) {
      handler.onopentag(name, attributes, isImplied);
      open += 1;
      if (open <= mostOpen) return;
      isTooDeep = true;
      parser.pause();
    },
    ontext: handler.ontext,
    onclosetag(name, isImplied) {
      open -= 1;
      handler.onclosetag(name, isImplied);
    },
  };
  const parser = new Parser(countingHandler, { decodeEntities: true, lowerCaseTags: true });
  parser.write(html);
  if (isTooDeep) return parser.endIndex + 1;
  parser.end();
  return null;
}

/** Returns HTML's text with tags removed, without parsing. */
export function wordsOf(html: string): string {
  return html.replace(/<[^<>]{0,2000}>/g, " ");
}
