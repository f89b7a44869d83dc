import { LibraryBig, SearchX } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Why the picker shows nothing, and what to do next (spec part 1, section 2.11). */
export function PickerEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) {
    return (
      <EmptyState icon={<LibraryBig size={20} aria-hidden />} title="No resources available">
        No agent resources have been uploaded yet
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={20} aria-hidden />}
      title="No resources found"
      action={<Button onClick={onClear}>Clear Filters</Button>}
    >
      Try adjusting your search or filter criteria
    </EmptyState>
  );
}
