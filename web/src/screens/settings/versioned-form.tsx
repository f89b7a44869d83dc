import { type ReactNode, useState } from "react";
import type { CallError } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureBanner } from "../failure-banner.tsx";
import { useUnsaved } from "../leave-guard.tsx";
import { useForm } from "../use-form.ts";

interface VersionedFormOptions<Draft> {
  /** Names it among what is unsaved. */
  name: string;
  begin: () => Draft;
  save: { error: CallError | null; isPending: boolean; reset: () => void };
  send: (draft: Draft) => void;
}

/** What is typed in a form of settings that are saved as a whole, until that is saved or dropped. */
export function useVersionedForm<Draft>({ name, begin, save, send }: VersionedFormOptions<Draft>) {
  const [begun] = useState(begin);
  const [draft, setDraft] = useState(begun);
  const form = useForm<string>({ save, send: () => send(draft) });
  const isEdited = draft !== begun;
  useUnsaved(name, isEdited);
  return {
    draft,
    faults: form.faults,
    change(changed: Draft) {
      setDraft(changed);
      form.edited();
    },
    /** For `VersionedForm`. */
    state: { form, save, isEdited, discard: () => setDraft(begun) },
  };
}

interface VersionedFormProps {
  state: ReturnType<typeof useVersionedForm>["state"];
  /** What they are: "limits". */
  what: string;
  /** Whether the server refused them, as they were changed meanwhile. */
  isOutdated: boolean;
  onOutdated: () => void;
  isManager: boolean;
  /** Says who else can save them. */
  refusal: string;
  className: string;
  label?: string;
  children: ReactNode;
}

/** The form of such settings: says why they were not saved, and overwrites nothing that was changed meanwhile. */
export function VersionedForm(props: VersionedFormProps) {
  const { state, what, isOutdated, onOutdated, isManager, refusal, className, label, children } = props;
  const { form, save, isEdited, discard } = state;
  return (
    <form {...form.props} aria-label={label} className={className}>
      {isOutdated ? (
        <Banner
          kind="warning"
          title={`These ${what} were changed meanwhile`}
          action={
            <Button size="sm" onClick={onOutdated}>
              Show them
            </Button>
          }
        >
          Yours were not saved.
        </Banner>
      ) : (
        <FailureBanner error={form.failure} title={`The ${what} were not saved`} onDismiss={save.reset} />
      )}
      {children}
      {isManager ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            type="submit"
            busy={save.isPending}
            busyText="Saving..."
            disabled={!isEdited || isOutdated}
          >
            Save
          </Button>
          <Button disabled={!isEdited || save.isPending} onClick={discard}>
            Discard
          </Button>
        </div>
      ) : (
        <Banner kind="info" title="View Only Access">
          {refusal}
        </Banner>
      )}
    </form>
  );
}
