import ICAL from "ical.js";

/** A part of a calendar by its name in lower case, with what it says and the parts in it. */
export type CalendarPart = { name: string; properties: ICAL.Property[]; parts: CalendarPart[] };

/** More than a mail's calendar has: a calendar of years is a file, and nobody reads it as a message. */
const most = { characters: 1_000_000, lines: 5_000, lineLength: 20_000, depth: 8 };

/**
 * The parts of a calendar (RFC 5545, section 3.6), lines that go on in the next put together; a line that says nothing in its form is
 * passed over, and what is not closed ends where the text does.
 */
export function readCalendarParts(text: string): CalendarPart[] {
  const root: CalendarPart = { name: "", properties: [], parts: [] };
  const open = [root];
  for (const line of unfolded(text)) {
    const [, edge, name] = /^(begin|end)[ \t]*:[ \t]*([\w-]{1,40})[ \t]*$/i.exec(line) ?? [];
    const part = open.at(-1) ?? root;
    if (edge?.toLowerCase() === "begin" && name) {
      const inner: CalendarPart = { name: name.toLowerCase(), properties: [], parts: [] };
      // Beyond that depth what is inside belongs to what is around it.
      if (open.length > most.depth) continue;
      part.parts.push(inner);
      open.push(inner);
    } else if (edge && name) closeUpTo(open, name.toLowerCase());
    else {
      const property = readProperty(line);
      if (property) part.properties.push(property);
    }
  }
  return root.parts;
}

function unfolded(text: string): string[] {
  return text
    .slice(0, most.characters)
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n", most.lines)
    .filter((line) => line !== "" && line.length <= most.lineLength);
}

function closeUpTo(open: CalendarPart[], name: string): void {
  const at = open.findLastIndex((part) => part.name === name);
  if (at > 0) open.length = at;
}

function readProperty(line: string): ICAL.Property | null {
  try {
    const property = ICAL.Property.fromString(line);
    // It reads values when they are asked for, and throws then.
    property.getValues();
    return property;
  } catch {
    // One line that no program reads is no reason not to read the others.
    return null;
  }
}

/** The first property of that name. */
export function firstProperty(part: CalendarPart, name: string): ICAL.Property | null {
  return part.properties.find((property) => property.name === name) ?? null;
}

/** A property's value as text; "" where it has none. */
export function textOf(property: ICAL.Property | null): string {
  const value = property?.getFirstValue();
  return typeof value === "string" ? value : "";
}

/** A parameter of a property as text; "" where it has none. */
export function parameterOf(property: ICAL.Property, name: string): string {
  const value: unknown = property.getParameter(name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : "";
}
