import sanitizeHtml from "sanitize-html";

const length = [/^\d{1,4}(?:\.\d+)?(?:px|em|rem|%|pt)?$/];
const color = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]{3,20}$/i];

/** What is left of a mail's 600 pixels beside its margins. */
const mostWidth = 520;

/** Keeps a picture, table or cell from being wider than the mail; a picture also on a phone. */
function fitted(tagName: string, { width, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const isWide = width !== undefined && /^\d+(?:px)?$/.test(width) && Number.parseInt(width, 10) > mostWidth;
  if (tagName !== "img") return { tagName, attribs: { ...attribs, ...(width && { width: isWide ? "100%" : width }) } };
  const { height, style = "", ...rest } = attribs;
  // Outlook takes its size from the attributes alone.
  const size = isWide ? { width: String(mostWidth) } : { ...(width && { width }), ...(height && { height }) };
  return { tagName, attribs: { ...rest, ...size, style: `${style};max-width:100%;height:auto` } };
}

/** A signature's HTML with its looks and links, and without anything that runs, submits, or covers the mail around it. */
export function safeSignature(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...["p", "br", "div", "span", "b", "strong", "i", "em", "u", "s", "small", "a", "img", "hr", "ul", "ol", "li"],
      ...["h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "td", "th", "font"],
    ],
    allowedAttributes: {
      a: ["href", "title"],
      img: ["src", "alt", "width", "height"],
      table: ["cellpadding", "cellspacing", "border", "width", "align"],
      td: ["align", "valign", "width", "colspan", "rowspan"],
      th: ["align", "valign", "width", "colspan", "rowspan"],
      font: ["color", "face", "size"],
      "*": ["style"],
    },
    allowedStyles: {
      "*": {
        color,
        "background-color": color,
        "font-size": length,
        "font-weight": [/^(?:normal|bold|[1-9]00)$/],
        "font-style": [/^(?:normal|italic)$/],
        "font-family": [/^[\w\s,'"-]{1,200}$/],
        "text-align": [/^(?:left|right|center)$/],
        "text-decoration": [/^(?:none|underline)$/],
        "line-height": length,
        margin: [/^(?:\d{1,3}(?:px|em)?\s*){1,4}$/],
        padding: [/^(?:\d{1,3}(?:px|em)?\s*){1,4}$/],
      },
      img: { "max-width": [/^100%$/], height: [/^auto$/] },
    },
    transformTags: { img: fitted, table: fitted, td: fitted, th: fitted },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https"] },
    allowProtocolRelative: false,
  }).trim();
}
