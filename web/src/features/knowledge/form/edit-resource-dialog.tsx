import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { accessLevelsOf } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { type CallError, isMissing } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { DetailAbsent } from "../../../screens/detail-parts.tsx";
import { LeaveGuard } from "../../../screens/leave-guard.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { DangerDialog, Dialog } from "../../../ui/overlay/dialog.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { accessWords, typeLooks } from "../resource-badges.tsx";
import { changesOf, fieldsOf, type ResourceDraft, type ResourceFields } from "./resource-fields.ts";
import { ResourceFormDialog, useResourceDraft } from "./resource-form-dialog.tsx";

interface EditResourceDialogProps {
  resourceId: string;
  onClose: () => void;
  /** Called when it was saved with a level that its editor cannot see. */
  onOutOfSight: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Edits a resource (docs/product.md#writing-resources). Mount it with the resource's id as its key. */
export function EditResourceDialog({ resourceId, ...rest }: EditResourceDialogProps) {
  const { onClose, returnFocusTo } = rest;
  const { data, error, isFetching, refetch } = useQuery(api.knowledge.get.queryOptions({ input: { id: resourceId } }));
  // Fetched afresh, then fixed on screen, whatever happens to the resource.
  const first = useRef<ResourceDetail>(undefined);
  if (!isFetching && error === null) first.current ??= data;
  if (first.current !== undefined) return <EditResource resource={first.current} {...rest} />;
  return (
    <Dialog
      title="Edit Resource"
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {error === null || isFetching ? (
        <div role="status" aria-label="Loading..." className="flex animate-appear-late flex-col gap-4">
          <Skeleton className="h-8.5 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <DetailAbsent
          noun="Resource"
          error={error}
          isMissing={isMissing(error, "resource_not_found")}
          failureTitle="Failed to load resource"
          closeText="Back to resources"
          onRetry={() => void refetch()}
          onClose={onClose}
        >
          It may have been deleted, or is no longer open to you.
        </DetailAbsent>
      )}
    </Dialog>
  );
}

const draftOf = (resource: ResourceDetail): ResourceDraft => ({
  fields: fieldsOf(resource),
  key: "",
  knownUpdatedAt: resource.updatedAt,
});

type EditResourceProps = Omit<EditResourceDialogProps, "resourceId"> & { resource: ResourceDetail };

function EditResource({ resource, onClose, onOutOfSight, returnFocusTo }: EditResourceProps) {
  const cache = useQueryClient();
  const { user } = useSession();
  // The version against which changes are compared.
  const [before, setBefore] = useState(() => ({ resource, draft: draftOf(resource) }));
  const form = useResourceDraft(resource.id, before.draft);
  const { fields, knownUpdatedAt } = form.draft;
  const isSettled = useRef(false);
  const [isDropping, setDropping] = useState(false);

  const save = useMutation(
    api.knowledge.update.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        leave();
        const isSeen = user === null || accessLevelsOf(user.role).includes(saved.accessLevel);
        if (isSeen) announce(`${saved.title} saved`);
        else {
          onOutOfSight();
          showToast({
            id: "resource-saved",
            icon: <CircleCheck size={16} aria-hidden />,
            title: "Resource saved",
            message: `${saved.title}. Your role does not see it any more.`,
          });
        }
        const queryKey = api.knowledge.get.queryKey({ input: { id: saved.id } });
        if (isSeen) cache.setQueryData(queryKey, saved);
        else cache.removeQueries({ queryKey });
        void cache.invalidateQueries({ queryKey: api.knowledge.key() });
      },
    }),
  );
  const current = conflictIn(save.error);

  function leave() {
    isSettled.current = true;
    form.forget();
    onClose();
  }

  function saveOver(knownUpdatedAt: string) {
    const changes = changesOf(before.resource, fields);
    if (Object.keys(changes).length === 0) leave();
    else save.mutate({ id: resource.id, knownUpdatedAt, ...changes });
  }

  return (
    <LeaveGuard
      stays={(search) => isSettled.current || ("edit" in search && search.edit === resource.id)}
      onDiscard={form.forget}
    >
      <ResourceFormDialog
        title="Edit Resource"
        saveText="Save Changes"
        savingText="Saving..."
        failureTitle="Failed to update resource"
        form={form}
        edited={before.resource}
        save={save}
        isComplete
        onSave={() => saveOver(knownUpdatedAt)}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        conflict={
          current !== null && (
            <ResourceConflict
              before={before.resource}
              current={current}
              mine={fields}
              onTakeTheirs={() => setDropping(true)}
              onSaveMine={() => saveOver(current.updatedAt)}
            />
          )
        }
      />
      {isDropping && current !== null && (
        <DangerDialog
          title="Drop what you wrote?"
          confirmText="Drop mine, take theirs"
          busyText="Dropping..."
          isBusy={false}
          onConfirm={() => {
            setDropping(false);
            form.forget();
            setBefore({ resource: current, draft: draftOf(current) });
            save.reset();
          }}
          onClose={() => setDropping(false)}
        >
          <p>What you changed here is lost, and what they saved takes its place.</p>
        </DangerDialog>
      )}
    </LeaveGuard>
  );
}

function conflictIn(error: CallError | null): ResourceDetail | null {
  return isDefinedError(error) && error.code === "resource_changed_meanwhile" ? error.data.current : null;
}

interface ResourceConflictProps {
  /** The version when editing began. */
  before: ResourceDetail;
  /** The version somebody else saved meanwhile. */
  current: ResourceDetail;
  mine: ResourceFields;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

/** Shows what somebody else saved meanwhile, to read before deciding (docs/product.md#writing-resources). */
function ResourceConflict({ before, current, mine, onTakeTheirs, onSaveMine }: ResourceConflictProps) {
  const parts = changedParts(before, current);
  const own = changesOf(before, mine);
  return (
    <>
      <Banner
        kind="warning"
        title="This resource was changed meanwhile"
        action={
          <span className="flex flex-wrap gap-2">
            <BannerButton onClick={onTakeTheirs}>Take theirs</BannerButton>
            <BannerButton onClick={onSaveMine}>Save mine anyway</BannerButton>
          </span>
        }
      >
        {parts.length > 0 && `Changed: ${parts.map(({ word }) => word).join(", ")}. `}
        What you wrote is still here.
      </Banner>
      {parts.length > 0 && (
        <section aria-label="What they saved" className="rounded-control border border-line bg-panel px-3 py-2.5">
          <h3 className="mb-2 font-semibold text-sm">What they saved</h3>
          <dl className="flex max-h-96 flex-col gap-2 overflow-y-auto overscroll-contain">
            {parts.map(({ name, word, theirs }) => (
              <div key={name}>
                <dt className="text-faint text-xs">
                  {word.charAt(0).toUpperCase() + word.slice(1)}
                  {name in own && " (you changed it too)"}
                </dt>
                <dd>
                  <TheirText isLong={name === "content" || name === "description"} word={word} text={theirs} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function TheirText({ isLong, word, text }: { isLong: boolean; word: string; text: string }) {
  if (text === "") return <span className="text-faint">None</span>;
  if (!isLong) return <bdi className="break-anywhere">{text}</bdi>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls, and this is a text to read.
    <div
      role="group"
      aria-label={`Their ${word}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element.
      tabIndex={0}
      dir="auto"
      className="max-h-44 overflow-y-auto overscroll-contain whitespace-pre-wrap rounded-tag break-anywhere focus-visible:-outline-offset-2"
    >
      {text}
    </div>
  );
}

interface ChangedPart {
  /** The field's name in the request. */
  name: string;
  word: string;
  /** Its current value in words; "" for none. */
  theirs: string;
}

function changedParts(before: ResourceDetail, current: ResourceDetail): ChangedPart[] {
  const changes = changesOf(before, fieldsOf(current));
  const { title, description, category, fileType, tags, accessLevel, isPublic, content, fileName } = current;
  const parts: ChangedPart[] = [
    { name: "title", word: "title", theirs: title },
    { name: "description", word: "description", theirs: description ?? "" },
    { name: "category", word: "category", theirs: category },
    { name: "fileType", word: "type", theirs: typeLooks[fileType].label },
    { name: "tags", word: "tags", theirs: tags.join(", ") },
    { name: "accessLevel", word: "access level", theirs: accessWords[accessLevel] },
    { name: "isPublic", word: "visibility", theirs: isPublic ? "Public" : "Private" },
    { name: "content", word: "content", theirs: content ?? "" },
  ];
  const isOtherFile = before.fileUrl !== current.fileUrl || before.fileName !== current.fileName;
  const file = { name: "uploadId", word: "file", theirs: fileName ?? "" };
  return [...parts.filter(({ name }) => name in changes), ...(isOtherFile ? [file] : [])];
}
