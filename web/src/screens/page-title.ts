import { useEffect } from "react";
import { sharedValue } from "../ui/shared-value.ts";

const part = sharedValue<string | null>(null);

/** Sets the browser's page title: the number of unread items, then `name`. */
export function usePageTitle(name: string, news = 0): void {
  useEffect(() => {
    document.title = `${news > 0 ? `(${news}) ` : ""}${name} · Deskhand`;
  }, [name, news]);
}

/** Sets the name of the shown part of a section, for the page title, while it is mounted. */
export function usePartName(name: string): void {
  useEffect(() => {
    part.set(name);
    return () => part.set(null);
  }, [name]);
}

/** Returns the name of the section's shown part; null if it has none. */
export const useShownPart = part.use;
