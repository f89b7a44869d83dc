import { Button } from "../../../ui/button.tsx";
import { useUnmerge } from "./use-unmerge.ts";

/** Takes a merge back from where it led to. */
export function UndoMergeButton({ id }: { id: string }) {
  const unmerge = useUnmerge();
  return (
    <Button
      size="sm"
      className="mt-1.5"
      busy={unmerge.isPending}
      busyText="Undoing..."
      onClick={() => unmerge.mutate({ id })}
    >
      Undo Merge
    </Button>
  );
}
