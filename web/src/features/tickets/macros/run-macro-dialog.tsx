import { actionWords } from "@deskhand/contract/admin/rule-parts";
import { limits } from "@deskhand/contract/limits";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { ActionChips } from "../../../entities/ticket/action-chips.tsx";
import type { DraftMacro } from "../../../entities/ticket/reply-draft.ts";
import { useRunMacro } from "../../../entities/ticket/run-macro.tsx";
import { useActionNames } from "../../../entities/ticket/use-action-names.ts";
import { api } from "../../../lib/api.ts";
import { counted } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { arrowFocus } from "../../../ui/form/arrow-keys.ts";
import { Input } from "../../../ui/form/input.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { startRun } from "../bulk/run-change.ts";

interface RunMacroDialogProps {
  ticketIds: readonly string[];
  onRun: (macro: DraftMacro) => void;
  onClose: () => void;
}

/** Runs a macro on the open ticket. */
export function RunOnTicketDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const { run } = useRunMacro(ticketId);
  return (
    <RunMacroDialog
      ticketIds={[ticketId]}
      onRun={(macro) => {
        run({ macro, title: macro.title });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Runs a macro on the selected tickets, some at a time. */
export function RunOnManyDialog({
  ticketIds,
  onStarted,
  onClose,
}: Omit<RunMacroDialogProps, "onRun"> & { onStarted: () => void }) {
  return (
    <RunMacroDialog
      ticketIds={ticketIds}
      onRun={({ id, actions }) => {
        startRun(
          ticketIds.map((ticketId) => ({ id: ticketId, change: {} })),
          { id, actions },
        );
        onStarted();
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Chooses a macro and shows what it would do before it runs (docs/product.md#macros). */
function RunMacroDialog({ ticketIds, onRun, onClose }: RunMacroDialogProps) {
  const [macro, setMacro] = useState<DraftMacro | null>(null);
  const [isDone, setDone] = useState(false);
  const canRun = macro !== null && macro.actions.length > 0 && !isDone;
  return (
    <Dialog
      title={macro === null ? "Run a Macro" : macro.title}
      onClose={onClose}
      footer={
        macro !== null && (
          <>
            <Button className="mr-auto" onClick={() => setMacro(null)}>
              Choose another
            </Button>
            <Button
              variant="primary"
              disabled={!canRun}
              onClick={(event) => {
                if (isRepeatedClick(event)) return;
                setDone(true);
                onRun(macro);
              }}
            >
              {ticketIds.length === 1 ? "Run" : `Run on ${counted(ticketIds.length, "ticket")}`}
            </Button>
          </>
        )
      }
    >
      {macro === null ? (
        <MacroPicker onChoose={setMacro} />
      ) : (
        <div className="flex flex-col gap-4">
          <ul aria-label="Actions" className="flex flex-wrap gap-1.5">
            <ActionChips
              actions={macro.actions}
              onRemove={(index) => setMacro({ ...macro, actions: macro.actions.toSpliced(index, 1) })}
            />
          </ul>
          {macro.actions.length === 0 ? (
            <p className="text-soft">Every action was taken off.</p>
          ) : (
            <Preview ticketIds={ticketIds} macro={macro} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function MacroPicker({ onChoose }: { onChoose: (macro: DraftMacro) => void }) {
  const { data, error, isPending } = useQuery(
    api.cannedResponses.list.queryOptions({ refetchOnMount: "always", ...failsOffline }),
  );
  const nameOf = useActionNames();
  const [search, setSearch] = useState("");
  const isFound = isFoundBy(search);
  const found: DraftMacro[] = (data?.items ?? [])
    .filter(
      ({ actions, title, category, tags }) => actions.length > 0 && isFound([title, category, ...tags].join("\n")),
    )
    .map(({ id, title, actions }) => ({ id, title, actions }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the search box and the macros.
    <div onKeyDown={(event) => arrowFocus(event, "input[type=search], [data-macro]")}>
      <Input
        type="search"
        data-autofocus
        aria-label="Search macros"
        placeholder="Search macros..."
        icon={<Search size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (first !== undefined) onChoose(first);
        }}
      />
      <FailureLine error={error} className="pt-2" />
      {found.length === 0 && error === null && (
        <p className="pt-3 text-soft">
          {isPending
            ? "Loading..."
            : search.trim() === ""
              ? "No canned response has actions yet. Add them under “Canned Responses” at a reply."
              : "No macros found"}
        </p>
      )}
      <ul aria-label="Macros" className="mt-2 max-h-[50dvh] overflow-y-auto empty:hidden">
        {found.map((macro) => (
          <li key={macro.id}>
            <button
              type="button"
              data-macro
              onClick={() => onChoose(macro)}
              className="flex w-full min-w-0 flex-col gap-0.5 rounded-control px-2.5 py-1.5 text-left hover:bg-hover"
            >
              <span dir="auto" className="max-w-full truncate font-medium">
                {macro.title}
              </span>
              <span className="text-sm text-soft break-anywhere">
                {macro.actions.map((action) => actionWords(action, nameOf)).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** So many tickets that do not change are listed. */
const mostListed = 20;

/** What a macro would do now, to the first tickets where there are very many. */
function Preview({ ticketIds, macro: { actions } }: { ticketIds: readonly string[]; macro: DraftMacro }) {
  const looked = ticketIds.slice(0, limits.ticketsInChange);
  const { data, error } = useQuery(
    api.cannedResponses.preview.queryOptions({
      input: { ticketIds: [...looked], actions },
      staleTime: 0,
      ...failsOffline,
    }),
  );
  if (error !== null) return <FailureBanner error={error} title="It is not known what this would change" />;
  if (data === undefined) return <p className="text-soft">Looking what this would change...</p>;
  const of = (outcome: (typeof data.items)[number]["outcome"]) => data.items.filter((one) => one.outcome === outcome);
  const [changed, unchanged, refused] = [of("changed"), of("unchanged"), of("refused")];
  const partly = changed.filter(({ leftOut }) => leftOut !== null);
  const [only] = data.items;
  return (
    <section aria-label="Preview" aria-live="polite" className="flex flex-col gap-2">
      <p className="font-semibold">
        {looked.length < ticketIds.length && `Of the first ${looked.length}: `}
        {[
          `${counted(changed.length, "ticket")} will change`,
          ...(unchanged.length > 0 ? [`${unchanged.length} ${unchanged.length === 1 ? "is" : "are"} so already`] : []),
          ...(refused.length > 0 ? [`${refused.length} will not change`] : []),
        ].join("; ")}
      </p>
      {data.items.length === 1 && only !== undefined && only.effects.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {only.effects.map((effect) => (
            <li key={effect} className="break-anywhere">
              {effect}
            </li>
          ))}
        </ul>
      )}
      {refused.length + partly.length > 0 && (
        <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto text-soft text-sm">
          {[...refused, ...partly].slice(0, mostListed).map(({ id, ticketNumber, error: reason, leftOut }) => (
            <li key={id} className="break-anywhere">
              {ticketNumber === null ? "A ticket" : ticketLabel(ticketNumber)}:{" "}
              {reason?.message ?? `left out: ${leftOut}`}
            </li>
          ))}
          {refused.length + partly.length > mostListed && (
            <li>and {(refused.length + partly.length - mostListed).toLocaleString("en-US")} more</li>
          )}
        </ul>
      )}
    </section>
  );
}
