import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useRef } from "react";
import { api } from "../../../lib/api.ts";
import { isSignedOut } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/new-key.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { LeaveGuard } from "../../../screens/leave-guard.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { blankFields, type ResourceDraft, valuesOf } from "./resource-fields.ts";
import { ResourceFormDialog, useResourceDraft } from "./resource-form-dialog.tsx";

interface AddResourceDialogProps {
  onClose: () => void;
  onOpenResource: (resourceId: string) => void;
  returnFocusTo: () => HTMLElement | null;
}

const blank: ResourceDraft = { fields: blankFields, key: "", knownUpdatedAt: "" };

/** Adds a resource (docs/product.md#writing-resources). The draft stays in the browser until saved or discarded. */
export function AddResourceDialog({ onClose, onOpenResource, returnFocusTo }: AddResourceDialogProps) {
  const cache = useQueryClient();
  const { user } = useSession();
  const form = useResourceDraft("new", blank);
  const { fields, key } = form.draft;
  // Once the resource exists, closing loses nothing.
  const isSettled = useRef(false);
  // The values sent under the key; unknown for a restored draft.
  const sentValues = useRef(key === "" ? null : "");

  const create = useMutation({
    ...failsOffline,
    async mutationFn({ key, ...values }: ReturnType<typeof input>): Promise<ResourceDetail> {
      const before = sentValues.current;
      sentValues.current = JSON.stringify(values);
      const created = await api.knowledge.create.call({ key, ...values });
      // An earlier request had arrived after all, with the earlier values.
      if (before === null || before === sentValues.current) return created;
      return api.knowledge.update.call({ id: created.id, knownUpdatedAt: created.updatedAt, ...values });
    },
    onSuccess(resource) {
      isSettled.current = true;
      form.forget();
      onClose();
      const isSeen = user === null || accessLevelsOf(user.role).includes(resource.accessLevel);
      showToast({
        id: "resource-saved",
        icon: <CircleCheck size={16} aria-hidden />,
        title: "Resource created",
        message: isSeen ? resource.title : `${resource.title}. Your role does not see it.`,
        onChoose: isSeen ? () => onOpenResource(resource.id) : undefined,
      });
      void cache.invalidateQueries({ queryKey: api.knowledge.key() });
    },
  });

  function input(key: string) {
    return { key, ...valuesOf(fields), uploadId: fields.file?.uploadId ?? null };
  }

  return (
    <LeaveGuard
      stays={(search) => isSettled.current || ("new" in search && search.new === "resource")}
      onDiscard={form.forget}
    >
      <ResourceFormDialog
        title="Add Agent Resource"
        saveText="Create Resource"
        savingText="Creating..."
        failureTitle={
          isSignedOut(create.error) ? "You must be logged in to create resources" : "Failed to create resource"
        }
        form={form}
        save={create}
        // A resource needs a text or a file.
        isComplete={fields.content.trim() !== "" || fields.file !== null}
        onSave={() => {
          const requestKey = key === "" ? newKey() : key;
          form.keepKey(requestKey);
          create.mutate(input(requestKey));
        }}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
      />
    </LeaveGuard>
  );
}
