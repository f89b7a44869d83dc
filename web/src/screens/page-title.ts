import { useEffect } from "react";
import { sharedValue } from "../ui/shared-value.ts";

const part = sharedValue<string | null>(null);

/** Names the page in the browser: after `name`, with how many news there are before it. */
export function usePageTitle(name: string, news = 0): void {
  useEffect(() => {
    document.title = `${news > 0 ? `(${news}) ` : ""}${name} · Deskhand`;
  }, [name, news]);
}

/** Gives the part of a section that is shown to whoever names the page, as long as it is there. */
export function usePartName(name: string): void {
  useEffect(() => {
    part.set(name);
    return () => part.set(null);
  }, [name]);
}

/** The name of the part of the section that is shown; null where it has none. */
export const useShownPart = part.use;
