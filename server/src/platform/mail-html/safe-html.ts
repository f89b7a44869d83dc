import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { type HtmlReader, mostOpen, parseBounded, wordsOf } from "./bounded-parser.ts";

const maxLength = 1_000_000;
/** Limit of tags and entities in a mail, as each takes microseconds. The rest is cut off. */
const mostMarkup = 50_000;
/**
 * Limits for one element's style and for all styles of a mail, in characters, as parsing takes time by length. Beyond
 * them, elements lose their style.
 */
const longestStyle = 1_000;
const mostStyles = 200_000;
const textTags =
  "a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul wbr";
const length =
  /^-?[\d.]{1,8}(?:px|pt|em|rem|ex|%|cm|mm|in)?(?:\s+(?:-?[\d.]{1,8}(?:px|pt|em|rem|ex|%|cm|mm|in)?|auto)){0,3}$|^auto$/;
const colour = /^(?:#[\da-f]{3,8}|[a-z]{3,25}|rgba?\([\d\s.,%]{1,40}\)|hsla?\([\d\s.,%]{1,40}\))$/i;
const word = /^[a-z-]{1,30}$/i;
const border = /^[\w\s#.,()%-]{1,60}$/;

/** What a message may contain. */
const allowed: IOptions = {
  allowedTags: textTags.split(" "),
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "title", "template", "svg", "math", "object"],
  allowedAttributes: {
    "*": ["align", "valign", "bgcolor", "dir", "lang", "title", "style", "width", "height"],
    a: ["href", "name", "target", "rel"],
    img: ["src", "alt", "data-src", "data-cid", "border"],
    table: ["border", "cellpadding", "cellspacing"],
    td: ["colspan", "rowspan", "nowrap"],
    th: ["colspan", "rowspan", "nowrap"],
    font: ["color", "face", "size"],
    ol: ["start", "type"],
    ul: ["type"],
    li: ["value"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  // `image` moves all other addresses aside.
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  allowedStyles: { "*": allowedStyles() },
  nestingLimit: 150,
  parseStyleAttributes: true,
};

/**
 * Sanitises a mail's HTML for a sandboxed frame: no scripts, forms, handlers, style sheets or addresses that load by
 * themselves. Image addresses are moved aside: a remote one to `data-src`, an inline one's Content-ID to `data-cid`
 * (see `showImages`).
 */
export function safeHtml(html: string): string {
  return sanitise(cutDeep(cutMarkup(html.slice(0, maxLength))), {});
}

class TooDeep extends Error {}

/** Elements whose shown text differs from their text. Text of all other removed elements is ignored too. */
const ambiguousElements = /<(?:iframe|math|noscript|option)\b/i;

/**
 * Sanitises HTML like `safeHtml` and passes its elements and text to a reader in the same pass. Returns null if it is
 * too long or deep for that or its shown text differs; the reader has then seen only part of it.
 */
export function sanitiseAndRead(html: string, reader: HtmlReader): string | null {
  if (html.length > maxLength || ambiguousElements.test(html) || cutMarkup(html).length < html.length) return null;
  let open = 0;
  const handlers: Handlers = {
    onOpenTag(name, attributes) {
      open += 1;
      if (open > mostOpen) throw new TooDeep();
      reader.onopentag(name, attributes, false);
    },
    onCloseTag(name, isImplied) {
      open -= 1;
      reader.onclosetag(name, isImplied);
    },
    textFilter(escaped) {
      reader.ontext(unescaped(escaped));
      return escaped;
    },
  };
  try {
    return sanitise(html, handlers);
  } catch (error) {
    // Deeper HTML must be cut first and read separately.
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

type Handlers = Pick<IOptions, "onOpenTag" | "onCloseTag" | "textFilter">;

/** Undoes the library's HTML escaping. */
function unescaped(text: string): string {
  return text.includes("&") ? text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&") : text;
}

function sanitise(html: string, handlers: Handlers): string {
  const image = (_tag: string, { src = "", "data-src": _src, "data-cid": _cid, ...rest }: Attributes): Tag => {
    const address = src.trim();
    const contentId = /^cid:(.{1,500})$/i.exec(address)?.[1];
    if (contentId) return { tagName: "img", attribs: { ...rest, "data-cid": decodeId(contentId) } };
    if (/^data:image\/(?:png|gif|jpeg|webp);base64,/i.test(address))
      return { tagName: "img", attribs: { ...rest, src } };
    if (!/^https?:\/\//i.test(address)) return { tagName: "img", attribs: rest };
    return { tagName: "img", attribs: { ...rest, "data-src": address } };
  };
  const link = (_tag: string, attributes: Attributes): Tag => ({
    tagName: "a",
    attribs: { ...attributes, target: "_blank", rel: "noopener noreferrer nofollow" },
  });
  let styles = 0;
  const styled = (tagName: string, { style = "", ...rest }: Attributes): Tag => {
    // No valid declaration contains a brace.
    const isReadable = style !== "" && style.length <= longestStyle && !/[{}]/.test(style);
    if (!isReadable || styles + style.length > mostStyles) return { tagName, attribs: rest };
    styles += style.length;
    return { tagName, attribs: { ...rest, style } };
  };
  return sanitizeHtml(html, {
    ...handlers,
    ...allowed,
    transformTags: { "*": styled, img: image, a: link },
  });
}

// Keeps the text beyond the cut, without its tags.
function cutDeep(html: string): string {
  const end = parseBounded(html, silent);
  return end === null ? html : html.slice(0, end) + wordsOf(html.slice(end));
}

const silent = { onopentag: () => undefined, ontext: () => undefined, onclosetag: () => undefined };

function cutMarkup(html: string): string {
  let count = 0;
  for (const { index } of html.matchAll(/[<&]/g)) {
    count += 1;
    if (count > mostMarkup) return html.slice(0, index);
  }
  return html;
}

// No url() and no positioning outside the flow, so a message cannot draw over its surroundings.
function allowedStyles(): Record<string, RegExp[]> {
  const box = ["margin", "padding"].flatMap((side) => [
    side,
    ...["top", "right", "bottom", "left"].map((edge) => `${side}-${edge}`),
  ]);
  const borders = ["border", "border-top", "border-right", "border-bottom", "border-left", "border-collapse"];
  return {
    ...Object.fromEntries([...box, "width", "height", "max-width", "min-width"].map((name) => [name, [length]])),
    ...Object.fromEntries(
      ["font-size", "line-height", "letter-spacing", "text-indent", "border-radius", "border-spacing"].map((name) => [
        name,
        [length, word],
      ]),
    ),
    ...Object.fromEntries(borders.map((name) => [name, [border]])),
    ...Object.fromEntries(["color", "background-color", "border-color"].map((name) => [name, [colour]])),
    ...Object.fromEntries(
      ["text-align", "vertical-align", "font-style", "text-transform", "white-space", "text-decoration"].map((name) => [
        name,
        [word],
      ]),
    ),
    background: [colour],
    "font-family": [/^[\w\s"',.-]{1,200}$/],
    "font-weight": [/^(?:\d{3}|[a-z]{3,8})$/],
    display: [/^(?:block|inline|inline-block|none|table|table-row|table-cell)$/],
  };
}

function decodeId(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    // Not encoded: ids may contain a bare percent sign.
    return contentId;
  }
}
