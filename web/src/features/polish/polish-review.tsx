import { useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ChangeView } from "./change-view.tsx";
import { correctionsText } from "./corrections-text.ts";
import { wordChanges } from "./word-changes.ts";

export interface PolishReviewProps {
  original: string;
  polished: string;
  corrections: number;
  onUse: () => void;
  onKeep: () => void;
}

/** Shows what polishing would change before it replaces the draft; Enter takes it, Escape keeps the draft. */
export function PolishReview({ original, polished, corrections, onUse, onKeep }: PolishReviewProps) {
  const changes = useMemo(() => wordChanges(original, polished), [original, polished]);
  return (
    <Dialog
      title="Polished reply"
      subtitle={`${correctionsText(corrections)}. Struck through is taken out, underlined is put in.`}
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>
            Keep mine
            <span aria-hidden className="hidden sm:inline">
              <Kbd>Esc</Kbd>
            </span>
          </Button>
          <Button variant="primary" data-autofocus onClick={onUse}>
            Use polished text
          </Button>
        </>
      }
    >
      <div className="rounded-panel border border-line bg-panel px-4 py-3">
        <ChangeView changes={changes} />
      </div>
    </Dialog>
  );
}
