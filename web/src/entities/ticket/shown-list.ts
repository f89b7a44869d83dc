import { useEffect } from "react";
import type { api } from "../../lib/api.ts";
import { sharedValue } from "../../ui/shared-value.ts";

/** What a list of tickets asks for, apart from its pages. */
type ListInput = Omit<NonNullable<Parameters<typeof api.tickets.list.call>[0]>, "cursor" | "limit">;

const shownInput = sharedValue<ListInput | null>(null);

/** Returns the list of tickets on the screen, even if it lies below an open ticket; null if there is none. */
export const useShownList = shownInput.use;

/** Records which list of tickets is on the screen, as long as it is there. */
export function useShowList(input: ListInput): void {
  const asText = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is a new object each time, and only different content counts.
  useEffect(() => {
    shownInput.set(input);
    return () => shownInput.set(null);
  }, [asText]);
}
