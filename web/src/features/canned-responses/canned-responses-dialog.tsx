import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { MessageSquareText, Plus, Search } from "lucide-react";
import { useState } from "react";
import { useTeams } from "../../entities/person/use-teams.ts";
import { ActionChips } from "../../entities/ticket/action-chips.tsx";
import { failureText } from "../../lib/failure.ts";
import { counted } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { UsedBy } from "../../screens/used-by.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { arrowFocus } from "../../ui/form/arrow-keys.ts";
import { Input } from "../../ui/form/input.tsx";
import { Select } from "../../ui/form/select.tsx";
import { DangerDialog, Dialog } from "../../ui/overlay/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { KeyChoice } from "./macro-keys.tsx";
import { ResponseEditor } from "./response-editor.tsx";
import {
  type ChoosingDraft,
  categoriesOf,
  findResponses,
  useCannedResponses,
  useChosenResponse,
  useDeleteResponse,
} from "./use-canned-responses.ts";

interface CannedResponsesDialogProps {
  draft: ChoosingDraft;
  onUse: (content: string, title: string) => void;
  onClose: () => void;
}

type Step = { kind: "edit"; response: CannedResponse | null } | { kind: "delete"; response: CannedResponse };

/** Finds, uses, creates, edits and deletes the store's canned responses (docs/product.md#canned-responses). */
export function CannedResponsesDialog({ draft, onUse, onClose }: CannedResponsesDialogProps) {
  const { can } = useSession();
  const { responses, error, isPending, refetch } = useCannedResponses();
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState("");
  const [step, setStep] = useState<Step | null>(null);
  const chosen = useChosenResponse(draft, (content, title) => {
    onUse(content, title);
    onClose();
  });
  const categories = categoriesOf(responses);
  const found = findResponses(responses, search, category);

  return (
    <Dialog
      size="xl"
      tall
      bare
      title="Canned Responses"
      onClose={onClose}
      actions={
        can("canned-responses:write") && (
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => setStep({ kind: "edit", response: null })}>
            New Response
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the search box and the cards. */}
      <div className="flex h-full flex-col" onKeyDown={(event) => arrowFocus(event, "input[type=search], [data-use]")}>
        <div className="flex shrink-0 flex-wrap gap-2 px-4 py-3 sm:px-5">
          <Input
            type="search"
            data-autofocus
            aria-label="Search responses"
            placeholder="Search responses..."
            icon={<Search size={15} aria-hidden />}
            className="min-w-50 flex-1"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              const [first] = found;
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              if (first !== undefined && search.trim() !== "") chosen.choose(first);
            }}
          />
          <Select
            aria-label="Category"
            options={[{ value: "", label: "All Categories" }, ...categories.map((value) => ({ value, label: value }))]}
            value={category}
            onChange={setCategory}
            className="w-full sm:w-60"
          />
        </div>
        <FailureBanner error={chosen.error} className="mx-4 mb-3 shrink-0 sm:mx-5" onDismiss={chosen.clearError} />
        {error !== null && chosen.error === null && (
          <Banner kind="error" className="mx-4 mb-3 shrink-0 sm:mx-5" onRetry={refetch}>
            Failed to load responses: {failureText(error)}
          </Banner>
        )}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 sm:px-5">
          {isPending ? (
            <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {[1, 2, 3, 4, 5, 6].map((each) => (
                <Skeleton key={each} className="h-44 rounded-panel" />
              ))}
            </div>
          ) : found.length === 0 && error === null ? (
            <EmptyState icon={<MessageSquareText size={20} aria-hidden />} title="No responses found">
              Try adjusting your search or create a new response.
            </EmptyState>
          ) : (
            <ul aria-label="Responses" className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {found.map((response) => (
                <li key={response.id}>
                  <ResponseCard
                    response={response}
                    isChoosing={chosen.isChoosing}
                    onUse={() => chosen.choose(response)}
                    onEdit={() => setStep({ kind: "edit", response })}
                    onDelete={() => setStep({ kind: "delete", response })}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {step?.kind === "edit" && (
        <ResponseEditor
          response={step.response}
          current={responses.find(({ id }) => id === step.response?.id)}
          categories={categories}
          onClose={() => setStep(null)}
        />
      )}
      {step?.kind === "delete" && <DeleteResponseDialog response={step.response} onClose={() => setStep(null)} />}
    </Dialog>
  );
}

/** Asks for confirmation before a response is deleted for everybody. */
function DeleteResponseDialog({ response, onClose }: { response: CannedResponse; onClose: () => void }) {
  const remove = useDeleteResponse(onClose);
  return (
    <DangerDialog
      title="Delete Response"
      confirmText="Delete"
      busyText="Deleting..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(response)}
      onClose={onClose}
    >
      <p className="break-anywhere">
        Delete “<bdi>{response.title}</bdi>” for everybody in your store? Replies that were written with it stay as they
        are.
      </p>
      <UsedBy kind="response" id={response.id} />
      <FailureBanner error={remove.error} />
    </DangerDialog>
  );
}

interface ResponseCardProps {
  response: CannedResponse;
  isChoosing: boolean;
  onUse: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A canned response with its actions. */
function ResponseCard({ response, isChoosing, onUse, onEdit, onDelete }: ResponseCardProps) {
  const { can } = useSession();
  const { title, category, content, tags, actions, isOwn, teamId, uses } = response;
  const { teamName } = useTeams(teamId !== null);
  return (
    <article
      aria-label={title}
      className="flex h-full flex-col gap-2 rounded-panel border border-line bg-panel px-3.5 py-3 focus-within:border-edge hover:border-edge"
    >
      <div className="flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 font-semibold break-anywhere">
          {title}
        </h3>
        {isOwn && <Badge tone="accent">Only you</Badge>}
        {teamId !== null && (
          <Badge tone="accent">
            <bdi>{teamName(teamId) ?? "…"}</bdi>
          </Badge>
        )}
        <Badge>{category}</Badge>
      </div>
      {content !== "" && (
        <p dir="auto" className="line-clamp-4 text-sm text-soft break-anywhere">
          {content}
        </p>
      )}
      {actions.length > 0 && (
        <ul aria-label="Actions" className="flex flex-wrap gap-1.5">
          <ActionChips actions={actions} />
        </ul>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full text-faint text-xs break-anywhere">
              #{tag}
            </li>
          ))}
        </ul>
      )}
      {uses !== null && (
        <p className="text-faint text-xs tabular">
          {uses.ever === 0
            ? "Not used yet"
            : `Used on ${counted(uses.thisMonth, "ticket")} this month, ${counted(uses.ever, "ticket")} in all`}
        </p>
      )}
      <div className="mt-auto flex items-center gap-1 pt-1">
        {can("canned-responses:write") && (
          <>
            <Button variant="ghost" size="sm" aria-label={`Edit ${title}`} onClick={onEdit}>
              Edit
            </Button>
            <Button variant="ghost" size="sm" aria-label={`Delete ${title}`} onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
        <KeyChoice response={response} />
        <Button
          size="sm"
          className="ml-auto"
          aria-label={`Use Response: ${title}`}
          data-use
          aria-disabled={isChoosing || undefined}
          onClick={onUse}
        >
          Use Response
        </Button>
      </div>
    </article>
  );
}
