import { useNavigate } from "@tanstack/react-router";
import { oneOf, textOf } from "../lib/address-values.ts";

/** The URL parameters for dialogs over any section; an absent one is closed. */
interface DialogSearch {
  /** The id of the open ticket. */
  ticket?: string | undefined;
  /** The id of the open customer. */
  customerId?: string | undefined;
  /** The id of the open order. */
  orderId?: string | undefined;
  /** The open tab of the user's settings. */
  settings?: SettingsTab | undefined;
  /** The dialog for creating something. */
  new?: "ticket" | "customer" | "resource" | undefined;
}

export const settingsTabIds = ["profile", "password", "security", "sessions", "notifications", "replies"] as const;
export type SettingsTab = (typeof settingsTabIds)[number];

/** Reads which dialogs a URL opens and drops unknown values, so that no link can break the screen. */
export function readDialogs(raw: Record<string, unknown>): DialogSearch {
  return {
    ticket: textOf(raw.ticket),
    customerId: textOf(raw.customerId),
    orderId: textOf(raw.orderId),
    settings: oneOf(raw.settings, settingsTabIds),
    new: oneOf(raw.new, ["ticket", "customer", "resource"]),
  };
}

/** The names of the dialogs' URL parameters. */
export const dialogNames = Object.keys(readDialogs({}));

/** Parses a query string into plain strings; nothing is read as JSON. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes a readable query string: lists with commas, as `textsOf` reads them, and no absent values. */
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

/** Opens and closes dialogs through the URL; the section keeps its state and scroll position. */
export function useDialogs(): (change: DialogSearch, replace?: boolean) => void {
  const navigate = useNavigate();
  return (change, replace = false) =>
    void navigate({ to: ".", search: (search) => ({ ...search, ...change }), replace, resetScroll: false });
}
