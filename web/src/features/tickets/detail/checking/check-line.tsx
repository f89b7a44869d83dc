import type { Finding } from "@deskhand/contract/checking/finding";
import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { IconButton } from "../../../../ui/icon-button.tsx";

interface CheckLineProps {
  findings: readonly Finding[];
  isLocked: boolean;
  onShow: (finding: Finding) => void;
  onTake: (finding: Finding) => void;
  onDismiss: (finding: Finding) => void;
}

/**
 * Says below a reply's text what differs from what is known (docs/product.md#the-check-before-sending). Once shown it keeps its place, so
 * that the text does not move whenever something is found or mended.
 */
export function CheckLine({ findings, isLocked, onShow, onTake, onDismiss }: CheckLineProps) {
  const [hasShown, setShown] = useState(false);
  const [first, ...others] = findings;
  if (first && !hasShown) setShown(true);
  if (!hasShown) return null;
  return (
    <section
      aria-label="Check before sending"
      className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm"
    >
      {first && <TriangleAlert size={14} aria-hidden className="shrink-0 text-amber" />}
      <span role="status" className="min-w-0 flex-1 basis-32 empty:hidden">
        {first && (
          <button
            type="button"
            title="Show it in the text"
            className="line-clamp-2 max-w-full text-left hover:underline"
            onClick={() => onShow(first)}
          >
            <span dir="auto">{first.says}</span>
            {others.length > 0 && <span className="text-soft"> (and {others.length} more)</span>}
          </button>
        )}
      </span>
      {first && (
        <span className="flex items-center gap-1">
          {first.canReplace && first.right !== null && (
            <Button size="sm" className="max-w-56" disabled={isLocked} onClick={() => onTake(first)}>
              <span dir="auto" className="truncate">
                Write {first.right}
              </span>
            </Button>
          )}
          <IconButton
            label="Dismiss for this reply"
            size="sm"
            icon={<X size={14} aria-hidden />}
            disabled={isLocked}
            onClick={() => onDismiss(first)}
          />
        </span>
      )}
    </section>
  );
}
