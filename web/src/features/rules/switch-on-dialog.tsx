import type { Rule } from "@deskhand/contract/admin/rules";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button, isRepeatedClick } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { definitionOf, draftOf } from "./rule-draft.ts";
import { Trial, type Tried } from "./rule-trial.tsx";

interface SwitchOnDialogProps {
  name: string;
  /** Absent until it was tried. */
  tried: Tried | undefined;
  /** Why it was not tried. */
  failure?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows what a rule would have done, and switches it on. */
export function SwitchOnDialog({ name, tried, failure, onConfirm, onClose }: SwitchOnDialogProps) {
  return (
    <Dialog
      title="Switch On Rule"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={tried === undefined}
            onClick={(event) => isRepeatedClick(event) || onConfirm()}
          >
            Switch on
          </Button>
        </>
      }
    >
      <p className="break-anywhere">
        From now on “<bdi>{name}</bdi>” does this by itself.
      </p>
      {failure}
      {tried === undefined ? !failure && <TableSkeleton rows={3} /> : <Trial tried={tried} />}
    </Dialog>
  );
}

/** The same for a rule that is there, which is tried first. */
export function TryBeforeOn({ rule, ...asking }: { rule: Rule } & Pick<SwitchOnDialogProps, "onConfirm" | "onClose">) {
  const input = definitionOf(draftOf(rule));
  // What was tried before is of other tickets.
  const { data, error, refetch } = useQuery(api.rules.try.queryOptions({ input, staleTime: 0, gcTime: 0 }));
  const failure = error && (
    <FailureBanner error={error} title="The rule was not tried" onRetry={() => void refetch()} />
  );
  return <SwitchOnDialog {...asking} name={rule.name} tried={data} failure={failure} />;
}
