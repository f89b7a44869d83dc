import { useEffect } from "react";
import type { api } from "../../lib/api.ts";
import { sharedValue } from "../../ui/shared-value.ts";

/** What a list of tickets asks for, without its pages. */
type ListInput = Omit<NonNullable<Parameters<typeof api.tickets.list.call>[0]>, "cursor" | "limit">;

const shown = sharedValue<ListInput | null>(null);

/** The list of tickets that is on the screen, be it below an open ticket; null where there is none. */
export const useShownList = shown.use;

/** Says which list of tickets is on the screen, for as long as it is. */
export function useShowList(input: ListInput): void {
  const asText = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is made anew each time, and only another one counts.
  useEffect(() => {
    shown.set(input);
    return () => shown.set(null);
  }, [asText]);
}
