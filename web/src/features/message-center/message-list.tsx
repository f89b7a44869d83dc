import type { LeavingMail, TriedMail } from "@deskhand/contract/desk/message-center";
import { limits } from "@deskhand/contract/limits";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { OvertakenDialog, type OvertakenMail } from "../../entities/ticket/overtaken-dialog.tsx";
import { useOpenTicket } from "../../entities/ticket/ticket-link.tsx";
import { oneOf } from "../../lib/address-values.ts";
import { api } from "../../lib/api.ts";
import { subscribeDrafts } from "../../lib/drafts.ts";
import { type CallError, failureSentence } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FilteredList } from "../../screens/filtered-list.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { FilterBar } from "../../screens/store-list.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Chip } from "../../ui/form/chip.tsx";
import { showToast } from "../../ui/overlay/show-toast.ts";
import { countDraftsHere, type DraftRow, listDrafts } from "./list-drafts.ts";
import { DraftItem, MailRow, RowSkeleton } from "./message-row.tsx";
import { folderLabel, folderWords, type MailFolder, mailFolders, recipientWords, triedWords } from "./message-words.ts";
import type { MessagesSearch } from "./messages-search.ts";

interface MessageFilter {
  /** Undefined for all mails. */
  folder: MailFolder | undefined;
  q: string | undefined;
}

interface MessageListProps {
  search: MessagesSearch;
  onFilter: (filter: MessageFilter) => void;
  /** Draws what can be done with a scheduled reply. */
  scheduledActions: (mail: LeavingMail, isTabStop: boolean) => ReactNode;
  /** Has the composer of a ticket that opens take the focus. */
  onWriteOn: (ticketId: string) => void;
}

/** The folders with mails that may be tried again. */
const triableFolders: readonly MailFolder[] = ["held", "failed", "bounced"];
const ROW_PX = 84;
const CARD_PX = 150;
const CARD_BELOW_PX = 672;

/** The mail that leaves and what became of it, over all tickets (docs/product.md#messages-that-leave). */
export function MessageList({ search: asked, onFilter, scheduledActions, onWriteOn }: MessageListProps) {
  const filter = { folder: oneOf(asked.folder, mailFolders), q: asked.q };
  const { folder, q = "" } = filter;
  const { user, can } = useSession();
  const userId = user?.id ?? "";
  const cache = useQueryClient();
  // Cut to the search's maximum, as a pasted text can be longer.
  const search = q.slice(0, limits.searchLength);
  const input = { ...(folder && folder !== "drafts" && { stage: folder }), ...(search && { search }) };
  const pages = usePages<{ items: (LeavingMail | DraftRow)[]; nextCursor: string | null }>({
    queryKey: [...api.messageCenter.list.key({ type: "infinite", input }), folder === "drafts" ? userId : ""],
    fetchPage: (page, signal) =>
      folder === "drafts"
        ? listDrafts(userId, search, signal)
        : api.messageCenter.list.call({ ...input, ...page }, { signal }),
  });
  const { openTicketId } = useOpenTicket();
  // A ticket that closes may leave a draft, or have sent one; other tabs report theirs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again after each ticket.
  useEffect(() => {
    if (folder !== "drafts") return;
    const look = () => void cache.invalidateQueries({ queryKey: api.messageCenter.list.key() });
    look();
    return subscribeDrafts(look);
  }, [cache, folder, openTicketId]);
  const again = useTryAgain();
  const hasTicks = can("messages:reply") && (folder === undefined || triableFolders.includes(folder));
  const triable = hasTicks
    ? (pages.items ?? []).flatMap((row) => (row.stage !== "draft" && row.mayTryAgain ? row.id : []))
    : [];
  const chosen = again.chosen.filter((id) => triable.includes(id));
  const addressOf = (id: string) =>
    pages.items?.flatMap((row) => (row.stage !== "draft" && row.id === id ? recipientWords(row) : []))[0] ?? "";

  return (
    <>
      <FilteredList
        header={{ title: "Messages", subtitle: "The mail that leaves and what became of it, over all tickets" }}
        queryKey={api.messageCenter.key()}
        signedOutText="Please sign in to view messages."
        filter={filter}
        result={q === "" || pages.items === undefined ? null : `${pages.items.length}${pages.hasMore ? "+" : ""} found`}
        renderFilters={(id) => <Filters id={id} filter={filter} onFilter={onFilter} userId={userId} />}
        renderSummary={(isLoading) => (
          <div className="flex min-h-4 flex-wrap items-center gap-x-4 gap-y-1 px-4 text-sm text-soft not-empty:py-2.5">
            {triable.length > 0 && (
              <>
                <Checkbox
                  label={chosen.length === 0 ? "Choose all shown" : `${chosen.length} chosen`}
                  checked={chosen.length === triable.length}
                  onChange={({ target }) => again.choose(target.checked ? triable : [])}
                />
                {chosen.length > 0 && (
                  <Button
                    size="sm"
                    busy={again.trying.length > 0}
                    busyText="Trying..."
                    onClick={() => again.tryAgain(chosen)}
                  >
                    {`Try again (${chosen.length})`}
                  </Button>
                )}
              </>
            )}
            {isLoading && <span className="animate-appear-late">Loading messages...</span>}
          </div>
        )}
        label="Messages"
        noun="messages"
        pages={pages}
        rowHeight={(width) => (width < CARD_BELOW_PX ? CARD_PX : ROW_PX)}
        renderRow={(row, isTabStop) =>
          row.stage === "draft" ? (
            <DraftItem draft={row} isTabStop={isTabStop} onWriteOn={onWriteOn} />
          ) : (
            <MailRow
              mail={row}
              hasTicks={hasTicks}
              isChosen={triable.includes(row.id) ? chosen.includes(row.id) : null}
              onChoose={again.toggle}
              isTrying={again.trying.includes(row.id)}
              onTryAgain={again.tryOne}
              actions={row.stage === "scheduled" && scheduledActions(row, isTabStop)}
              isTabStop={isTabStop}
            />
          )
        }
        Skeleton={RowSkeleton}
        empty={<ListEmpty filter={filter} onFilter={onFilter} />}
      />
      {again.overtaken.length > 0 && (
        <OvertakenDialog
          mails={again.overtaken.map((mail) => ({ ...mail, to: addressOf(mail.id) }))}
          onSend={again.sendOvertaken}
          onClose={again.leaveOvertaken}
        />
      )}
    </>
  );
}

type Trial = { ids: readonly string[]; sendAnyway: boolean };
type Asked = Omit<OvertakenMail, "to">;

/**
 * Chooses mails and tries them again; a second press while it runs does nothing. Those that are old, or whose conversation went on since, are
 * `overtaken`, and go after a question.
 */
function useTryAgain() {
  const cache = useQueryClient();
  const [chosen, choose] = useState<readonly string[]>([]);
  const [overtaken, setOvertaken] = useState<readonly Asked[]>([]);
  const { mutate, isPending, variables } = useMutation<TriedMail[], CallError, Trial>({
    /** As many in one request as it takes. */
    async mutationFn({ ids, sendAnyway }) {
      const tried: TriedMail[] = [];
      for (let at = 0; at < ids.length; at += limits.mailsTriedAgain) {
        const some = ids.slice(at, at + limits.mailsTriedAgain);
        tried.push(...(await api.messageCenter.tryAgain.call({ ids: some, sendAnyway })).items);
      }
      return tried;
    },
    ...failsOffline,
    onSuccess(items) {
      const ended = items.filter((item) => item.overtaken === null);
      choose([]);
      setOvertaken(items.flatMap(({ id, overtaken: why }) => (why ? { id, overtaken: why } : [])));
      if (ended.length === 0) return;
      const isAllRefused = ended.every(({ error }) => error !== null);
      showToast({
        id: "tried-again",
        title: isAllRefused ? "Not sent again" : "Sent again",
        message: triedWords(ended),
      });
    },
    onError: (error) => showToast({ id: "tried-again", title: "Not sent again", message: failureSentence(error) }),
    onSettled: () => cache.invalidateQueries({ queryKey: api.messageCenter.key() }),
  });
  const tryAgain = (ids: readonly string[]) => !isPending && mutate({ ids, sendAnyway: false });
  return {
    chosen,
    choose,
    toggle: (id: string, isChosen: boolean) =>
      choose((before) => (isChosen ? [...before, id] : before.filter((each) => each !== id))),
    tryAgain,
    tryOne: (id: string) => tryAgain([id]),
    /** The mails of the request under way. */
    trying: isPending ? variables.ids : [],
    overtaken,
    leaveOvertaken: () => setOvertaken([]),
    sendOvertaken() {
      setOvertaken([]);
      mutate({ ids: overtaken.map(({ id }) => id), sendAnyway: true });
    },
  };
}

interface FiltersProps {
  id: string;
  filter: MessageFilter;
  onFilter: (filter: MessageFilter) => void;
  userId: string;
}

/** The search and a chip for each folder, with how many stand there. */
function Filters({ id, filter, onFilter, userId }: FiltersProps) {
  const { data: counts } = useQuery(api.messageCenter.counts.queryOptions());
  const drafts = useSyncExternalStore(subscribeDrafts, () => countDraftsHere(userId));
  const row = useRef<HTMLFieldSetElement>(null);
  // On phones the chips scroll sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chip is pressed.
  useEffect(() => {
    row.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [filter.folder]);
  const countOf = (folder: MailFolder) =>
    folder === "drafts" ? drafts : folder === "sent" ? undefined : counts?.[folder];
  return (
    <FilterBar id={id}>
      <SearchBox
        noun="messages"
        delayMs={limits.searchDebounceMs}
        search={filter.q ?? ""}
        onSearch={(q) => onFilter({ ...filter, q: q || undefined })}
      />
      <fieldset
        ref={row}
        className="flex min-w-0 items-center gap-1.5 max-sm:w-full max-sm:overflow-x-auto max-sm:p-0.5 sm:flex-wrap"
      >
        <legend className="sr-only">Show</legend>
        {mailFolders.map((folder) => (
          <Chip
            key={folder}
            pressed={filter.folder === folder}
            onClick={() => onFilter({ ...filter, folder: filter.folder === folder ? undefined : folder })}
          >
            {folderLabel(folder, countOf(folder))}
          </Chip>
        ))}
      </fieldset>
    </FilterBar>
  );
}

/** Says why there is no mail, and what the folder is for. */
function ListEmpty({ filter, onFilter }: Pick<FiltersProps, "filter" | "onFilter">) {
  const { folder, q } = filter;
  const icon = <Send size={20} aria-hidden />;
  if (q !== undefined) {
    const clear = <Button onClick={() => onFilter({ folder, q: undefined })}>Clear search</Button>;
    return (
      <EmptyState icon={icon} title="No messages found" action={clear}>
        No subject and no recipient has these words.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={folder === undefined ? "No messages yet" : `Nothing here`}>
      {folder === undefined
        ? "What you and your colleagues answer to customers stands here."
        : folderWords[folder].empty}
    </EmptyState>
  );
}
