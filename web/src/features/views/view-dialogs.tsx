import type { SavedView, ViewFilter } from "@deskhand/contract/desk/views";
import { limits } from "@deskhand/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { DangerDialog, Dialog } from "../../ui/overlay/dialog.tsx";

interface NameViewDialogProps {
  /** The view to rename; null for a new one. */
  view: SavedView | null;
  /** The new view's filter. */
  filter: Partial<ViewFilter>;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** Names a view; a new one may be shared at once. */
export function NameViewDialog({ view, filter, onSaved, onClose }: NameViewDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(false);
  const [idempotencyKey] = useState(newKey);
  const save = useMutation({
    ...failsOffline,
    mutationFn: () =>
      view === null
        ? api.views.create.call({ name, filter, isShared, idempotencyKey })
        : api.views.update.call({ id: view.id, name, expectedUpdatedAt: view.updatedAt }),
    async onSuccess({ id }) {
      await cache.invalidateQueries({ queryKey: api.views.key() });
      onSaved(id);
      onClose();
    },
  });
  const form = useForm<"name">({ save, send: () => save.mutate() });
  return (
    <Dialog
      size="sm"
      title={view === null ? "Save as view" : "Rename view"}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={name.trim() === ""}
            busy={save.isPending}
            busyText="Saving..."
          >
            Save view
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="The view was not saved" onDismiss={form.clear} />
        <InputField
          data-autofocus
          label="Name"
          required
          dir="auto"
          autoComplete="off"
          maxLength={limits.viewNameLength}
          value={name}
          error={form.faults.name}
          onChange={({ target }) => {
            setName(target.value);
            form.edited();
          }}
        />
        {view === null && (
          <Checkbox
            label="Share with everybody in the store"
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}

interface DeleteViewDialogProps {
  view: SavedView;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a view is deleted. */
export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  const cache = useQueryClient();
  async function end() {
    onDeleted();
    onClose();
    await cache.invalidateQueries({ queryKey: api.views.key() });
  }
  const remove = useMutation(
    api.views.remove.mutationOptions({
      ...failsOffline,
      onSuccess: end,
      // Somebody else deleted it first.
      onError: (error) => (isMissing(error, "view_not_found") ? end() : undefined),
    }),
  );
  return (
    <DangerDialog
      title="Delete this view?"
      confirmText="Delete view"
      busyText="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: view.id })}
      onClose={onClose}
    >
      <FailureBanner error={remove.error} title="The view was not deleted" onDismiss={remove.reset} />
      <p className="break-anywhere">
        <strong dir="auto">{view.name}</strong>{" "}
        {view.isShared ? "goes for everybody in the store." : "goes from your list."} The tickets stay as they are.
      </p>
    </DangerDialog>
  );
}
