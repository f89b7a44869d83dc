import { useNavigate } from "@tanstack/react-router";
import { oneOf, textOf } from "../lib/address-values.ts";

/** What lies over a section, whichever it is; what is absent is closed. */
interface DialogSearch {
  /** The id of the ticket whose dialog is open. */
  ticket?: string | undefined;
  /** The id of the customer whose dialog is open. */
  customerId?: string | undefined;
  /** The id of the order whose dialog is open. */
  orderId?: string | undefined;
  /** The panel of one's own settings that is open. */
  settings?: SettingsTab | undefined;
  /** What is being made: its dialog is open. */
  new?: "ticket" | "customer" | "resource" | undefined;
}

export const settingsTabIds = ["profile", "password", "security", "sessions", "notifications", "replies"] as const;
export type SettingsTab = (typeof settingsTabIds)[number];

/** Reads which dialogs an address opens, leaving out what is unknown, so that no link can break the screen. */
export function readDialogs(raw: Record<string, unknown>): DialogSearch {
  return {
    ticket: textOf(raw.ticket),
    customerId: textOf(raw.customerId),
    orderId: textOf(raw.orderId),
    settings: oneOf(raw.settings, settingsTabIds),
    new: oneOf(raw.new, ["ticket", "customer", "resource"]),
  };
}

/** The parameters by which an address names what lies over its section. */
export const dialogNames = Object.keys(readDialogs({}));

/** Splits an address's query string into plain strings; nothing in it is taken for JSON. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes parameters as a readable query string: lists with commas, which `textsOf` reads again, nothing for what is absent. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    const written = Array.isArray(value) ? value.map(withoutCommas).join(",") : value;
    if (typeof written === "string" && written !== "") query.set(key, written);
  }
  const written = query.toString().replaceAll("%2C", ",");
  return written === "" ? "" : `?${written}`;
}

function withoutCommas(text: string): string {
  return text.replaceAll("%", "%25").replaceAll(",", "%2C");
}

/** Opens and closes, by the address, what lies over a section; the section and its scroll position stay as they are. */
export function useDialogs(): (change: DialogSearch, replace?: boolean) => void {
  const navigate = useNavigate();
  return (change, replace = false) =>
    void navigate({ to: ".", search: (search) => ({ ...search, ...change }), replace, resetScroll: false });
}
