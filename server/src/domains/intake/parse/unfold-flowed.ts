/** Joins the soft-broken lines of a format=flowed text (RFC 3676); quote marks stay. */
export function unfoldFlowed(text: string, deleteSpace: boolean): string {
  const lines: string[] = [];
  let parts: string[] = [];
  let depth = -1;
  const close = () => {
    if (depth >= 0) lines.push(parts.join(""));
    parts = [];
    depth = -1;
  };
  for (const line of text.split("\n")) {
    const quote = /^>*/.exec(line)?.[0] ?? "";
    const content = line.slice(quote.length).replace(/^ /, "");
    const isSignature = content === "-- ";
    if (depth !== quote.length || isSignature) close();
    const isSoft = content.endsWith(" ") && !isSignature;
    if (depth < 0) parts.push(quote, quote ? " " : "");
    depth = quote.length;
    parts.push(isSoft && deleteSpace ? content.slice(0, -1) : content);
    if (!isSoft) close();
  }
  close();
  return lines.join("\n");
}
