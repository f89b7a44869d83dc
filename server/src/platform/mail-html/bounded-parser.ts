import { type Handler, Parser } from "htmlparser2";

/**
 * More elements than any real mail has open at once. The parser looks through all that are open for each that is closed, so
 * only their number bounds its time; and it alone knows that number: a closing tag may be for nothing that is open.
 */
export const mostOpen = 500;

/** What is told of HTML as it is read: its elements and its words. */
export type HtmlReader = Pick<Handler, "onopentag" | "ontext" | "onclosetag">;

/**
 * Reads HTML up to where too many elements stand open, counted by the parser's own stack, in time linear in its length. Gives
 * where it stopped; null when it came to the end, and has told the handler of it.
 */
export function parseBounded(html: string, handler: HtmlReader): number | null {
  let open = 0;
  let isTooDeep = false;
  const counted: Partial<Handler> = {
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
  const parser = new Parser(counted, { decodeEntities: true, lowerCaseTags: true });
  parser.write(html);
  if (isTooDeep) return parser.endIndex + 1;
  parser.end();
  return null;
}

/** The words of HTML that is not parsed, its tags left out. */
export function wordsOf(html: string): string {
  return html.replace(/<[^<>]{0,2000}>/g, " ");
}
