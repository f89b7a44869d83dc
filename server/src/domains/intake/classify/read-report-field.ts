/** A field of a report or a returned message's head, its folded lines joined; old mailers quote such fields. Null where there is none. */
export function readReportField(text: string, name: string): string | null {
  const match = new RegExp(`^[>\\t ]{0,8}${name}:[ \\t]*([^\\n]*(?:\\n[ \\t]+\\S[^\\n]*){0,20})`, "im").exec(text);
  return match?.[1]?.replace(/\s+/g, " ").trim() || null;
}
