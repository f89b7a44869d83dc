import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { type HtmlReader, mostOpen, parseBounded, wordsOf } from "./bounded-parser.ts";

const maxLength = 1_000_000;
/** Tags and entities of one mail; each takes microseconds. What is beyond is cut off. */
const mostSigns = 50_000;
/** Of one element's styles, and of all in one mail, in characters: reading them takes as long. What is beyond goes without. */
const longestStyle = 1_000;
const mostStyles = 200_000;
const textTags =
  "a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul wbr";
const length =
  /^-?[\d.]{1,8}(?:px|pt|em|rem|ex|%|cm|mm|in)?(?:\s+(?:-?[\d.]{1,8}(?:px|pt|em|rem|ex|%|cm|mm|in)?|auto)){0,3}$|^auto$/;
const colour = /^(?:#[\da-f]{3,8}|[a-z]{3,25}|rgba?\([\d\s.,%]{1,40}\)|hsla?\([\d\s.,%]{1,40}\))$/i;
const word = /^[a-z-]{1,30}$/i;
const border = /^[\w\s#.,()%-]{1,60}$/;

/** What may stand in a message, made once: it is the same for each. */
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
  // Everything else was put aside above.
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  allowedStyles: { "*": allowedStyles() },
  nestingLimit: 150,
  parseStyleAttributes: true,
};

/**
 * Sanitises a mail's HTML for a sandboxed frame: no scripts, forms, handlers, style sheets, or addresses that load by themselves.
 * Images have theirs beside: a remote one in `data-src`, an inline one its Content-ID in `data-cid` (`showImages`).
 */
export function safeHtml(html: string): string {
  return sanitise(cutDeep(cutSigns(html.slice(0, maxLength))), {});
}

class TooDeep extends Error {}

/** Of what is in these nobody is shown anything, or something else; of all others that are left out nobody reads the words either. */
const readApart = /<(?:iframe|math|noscript|option)\b/i;

/**
 * Sanitises HTML as `safeHtml` does, and tells a reader of its elements and words in the same walk; null where it is longer or deeper than is
 * read in one, or has other words than are shown, and the reader knows then only of some of it.
 */
export function sanitiseAndRead(html: string, reader: HtmlReader): string | null {
  if (html.length > maxLength || readApart.test(html) || cutSigns(html).length < html.length) return null;
  let open = 0;
  const told: Told = {
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
    return sanitise(html, told);
  } catch (error) {
    // What is too deep has to be cut first, and is read apart.
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

type Told = Pick<IOptions, "onOpenTag" | "onCloseTag" | "textFilter">;

/** A text as it was before the library wrote it for HTML. */
function unescaped(text: string): string {
  return text.includes("&") ? text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&") : text;
}

function sanitise(html: string, told: Told): string {
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
    // No declaration holds a brace.
    const isReadable = style !== "" && style.length <= longestStyle && !/[{}]/.test(style);
    if (!isReadable || styles + style.length > mostStyles) return { tagName, attribs: rest };
    styles += style.length;
    return { tagName, attribs: { ...rest, style } };
  };
  return sanitizeHtml(html, {
    ...told,
    ...allowed,
    transformTags: { "*": styled, img: image, a: link },
  });
}

// Beyond, the text loses its tags, not its words.
function cutDeep(html: string): string {
  const end = parseBounded(html, silent);
  return end === null ? html : html.slice(0, end) + wordsOf(html.slice(end));
}

const silent = { onopentag: () => undefined, ontext: () => undefined, onclosetag: () => undefined };

function cutSigns(html: string): string {
  let signs = 0;
  for (const { index } of html.matchAll(/[<&]/g)) {
    signs += 1;
    if (signs > mostSigns) return html.slice(0, index);
  }
  return html;
}

// Nothing with url(), no positions that leave the flow: a message cannot draw over its surroundings.
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
    // Not encoded after all: ids may hold a bare percent sign.
    return contentId;
  }
}
