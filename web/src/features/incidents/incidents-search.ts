import { oneOf, textOf } from "../../lib/address-values.ts";

/** The URL parameters of incidents; absent ones list those that are not closed. */
export interface IncidentsSearch {
  tab?: "stalled" | undefined;
  /** Whether closed ones are listed, too. */
  closed?: "true" | undefined;
  /** The id of the incident that is shown. */
  incident?: string | undefined;
}

/** Reads the URL parameters of incidents and drops unknown ones, so that no link can break the screen. */
export function readIncidentsSearch(raw: Record<string, unknown>): IncidentsSearch {
  return {
    tab: oneOf(raw.tab, ["stalled"]),
    closed: oneOf(String(raw.closed), ["true"]),
    incident: textOf(raw.incident),
  };
}
