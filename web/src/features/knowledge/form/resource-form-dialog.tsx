import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { draftKey, useDraft } from "../../../lib/drafts.ts";
import type { CallError } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { FileDropArea } from "../../../screens/file-drop-area.tsx";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import {
  type ResourceDraft,
  type ResourceField,
  type ResourceFields,
  readResourceDraft,
  resourceFaults,
  withPart,
  writeResourceDraft,
} from "./resource-fields.ts";
import { ResourceForm } from "./resource-form.tsx";
import { useResourceUpload } from "./use-resource-upload.ts";

interface ResourceFormDialogProps {
  title: string;
  saveText: string;
  savingText: string;
  /** Shown before the reason why saving failed. */
  failureTitle: string;
  form: ReturnType<typeof useResourceDraft>;
  /** The edited resource; absent for a new one. */
  edited?: ResourceDetail;
  save: { error: CallError | null; isPending: boolean; reset: () => void };
  /** Whether it has enough besides a title. */
  isComplete: boolean;
  /** A conflicting change by somebody else, and the choice about it. */
  conflict?: ReactNode;
  onSave: () => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** The dialog for a new or edited resource. Place it inside a `LeaveGuard`. */
export function ResourceFormDialog(props: ResourceFormDialogProps) {
  const { title, saveText, savingText, failureTitle, form, edited, save, isComplete, conflict = false } = props;
  const { onSave, onClose, returnFocusTo } = props;
  const { fields } = form.draft;
  const formId = useId();
  const uploading = useResourceUpload((file) => change({ file }));
  const isUploading = uploading.sending !== null && uploading.sending.fault === null;
  const canSave = fields.title.trim() !== "" && isComplete && !isUploading;
  useUnsaved(edited === undefined ? "resource" : "changes", form.isUnsaved || uploading.sending !== null);
  const checked = useForm<ResourceField>({ faultsOf: resourceFaults, save, send: onSave });

  function change(part: Parameters<typeof form.change>[0]) {
    form.change(part);
    checked.edited();
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <p className="mr-auto text-soft text-xs max-sm:basis-full">{hint(fields.title, isComplete, isUploading)}</p>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!canSave}
            busy={save.isPending}
            busyText={savingText}
          >
            {saveText}
          </Button>
        </>
      }
    >
      <FileDropArea invitation="Drop the file to attach it" onFiles={save.isPending ? undefined : uploading.upload}>
        <form
          {...checked.props}
          id={formId}
          className="flex flex-col gap-4"
          onKeyDown={(event) => {
            if (!isSendKey(event) || !canSave) return;
            event.preventDefault();
            checked.submit();
          }}
        >
          {form.isFound && (
            <Banner kind="info" action={<BannerButton onClick={form.forget}>Start over</BannerButton>}>
              What you wrote before and did not save is here again.
            </Banner>
          )}
          {conflict || <FailureBanner error={checked.failure} title={failureTitle} onDismiss={checked.clear} />}
          <ResourceForm
            fields={fields}
            faults={checked.faults}
            edited={edited}
            uploading={uploading}
            isReadOnly={save.isPending}
            onChange={change}
          />
        </form>
      </FileDropArea>
    </Dialog>
  );
}

/** Says in one sentence what is missing before it can be saved. */
function hint(title: string, isComplete: boolean, isUploading: boolean): string {
  if (isUploading) return "The file is still uploading";
  if (title.trim() === "") return isComplete ? "A title is needed" : "A title is needed, and some content or a file";
  return isComplete ? "" : "Add some content or attach a file";
}

/**
 * The draft of a new or edited resource, kept in this browser until saved or discarded. `before` holds the initial
 * values and must be the same object while the same resource is edited.
 */
export function useResourceDraft(resourceId: string, before: ResourceDraft) {
  const userId = useSession().user?.id ?? "";
  const [stored, setStored] = useDraft(draftKey(userId, "resource", resourceId));
  const draft = useMemo(() => readResourceDraft(stored, before), [stored, before]);
  const [wasKept, setWasKept] = useState(stored !== "");
  // Several changes may follow before the next render.
  const latest = useRef(draft);
  latest.current = draft;

  function keep(next: ResourceDraft) {
    latest.current = next;
    setStored(writeResourceDraft(next, before));
  }

  return {
    draft,
    isUnsaved: stored !== "",
    /** Whether an unsaved draft was found. */
    isFound: wasKept && stored !== "",
    change: (part: Partial<ResourceFields>) =>
      keep({ ...latest.current, fields: withPart(latest.current.fields, part, before.fields) }),
    /** Stores the key of the creating request, which stays the same until the server has responded. */
    keepKey(key: string) {
      keep({ ...latest.current, key });
    },
    forget() {
      setWasKept(false);
      setStored("");
    },
  };
}
