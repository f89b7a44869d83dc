const tag = /<(\/?)([a-z][a-z0-9:-]{0,40})(?=[\s/>])/gi;
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const maxOpen = 2_000;

/**
 * Cuts HTML off where more elements stand open than any real mail has. The HTML parser takes quadratic time with the
 * depth, so a megabyte of "<div>" would hold a thread for seconds. The cut text loses its tags, not its words.
 */
export function boundNesting(html: string): string {
  let open = 0;
  for (const match of html.matchAll(tag)) {
    if (empty.has((match[2] ?? "").toLowerCase())) continue;
    open += match[1] ? -1 : 1;
    if (open > maxOpen) return html.slice(0, match.index) + html.slice(match.index).replace(/<[^<>]{0,2000}>/g, " ");
  }
  return html;
}
