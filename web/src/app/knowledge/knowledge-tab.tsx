import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { ResourceList } from "../../features/knowledge/list/resource-list.tsx";
import { filterOfSearch, searchOfFilter } from "../../features/knowledge/list/resource-list-filter.ts";
import { useRecordUse } from "../../features/knowledge/use-resources.ts";
import { useSession } from "../../lib/session.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { useDialogs } from "../address.ts";

const route = getRouteApi("/desk/dashboard/knowledge");

const ResourceDialog = loadLater(() =>
  import("../../features/knowledge/detail/resource-dialog.tsx").then(({ ResourceDialog }) => ResourceDialog),
);
const ResourceHistory = loadLater(() =>
  import("../../features/knowledge/detail/resource-history.tsx").then(({ ResourceHistory }) => ResourceHistory),
);
const AddResourceDialog = loadLater(() =>
  import("../../features/knowledge/form/add-resource-dialog.tsx").then(({ AddResourceDialog }) => AddResourceDialog),
);
const EditResourceDialog = loadLater(() =>
  import("../../features/knowledge/form/edit-resource-dialog.tsx").then(({ EditResourceDialog }) => EditResourceDialog),
);

type OpenDialogs = Partial<Pick<ReturnType<typeof route.useSearch>, "resourceId" | "history" | "edit">>;

/** The agent resources; the filter and the open dialogs are in the URL. */
export function KnowledgeTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const openDialog = useDialogs();
  const { can } = useSession();
  const canWrite = can("knowledge:write");
  const { resourceId, history, edit } = search;
  const filter = filterOfSearch(search);
  const open = (change: OpenDialogs) =>
    void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false });

  return (
    <>
      <ResourceList
        filter={filter}
        // While typing, the back button returns to before the search instead of undoing each letter.
        onFilter={(next) =>
          void navigate({
            search: searchOfFilter(next),
            replace: filter.search !== "" && next.search !== "" && filter.search !== next.search,
          })
        }
        onAdd={() => openDialog({ new: "resource" })}
        openResourceId={resourceId ?? null}
      />
      {resourceId !== undefined && (
        <>
          <CountedOpening key={`opened-${resourceId}`} resourceId={resourceId} />
          <ResourceDialog
            key={resourceId}
            resourceId={resourceId}
            onClose={() => open({ resourceId: undefined, history: undefined })}
            onEdit={canWrite ? () => open({ edit: resourceId }) : undefined}
            onShowHistory={() => open({ history: "open" })}
            returnFocusTo={() => rowLink(resourceId)}
          />
        </>
      )}
      {resourceId !== undefined && history !== undefined && (
        <ResourceHistory
          key={`history-${resourceId}`}
          resourceId={resourceId}
          canRestore={canWrite}
          onClose={() => open({ history: undefined })}
        />
      )}
      {edit !== undefined && canWrite && (
        <EditResourceDialog
          key={`edit-${edit}`}
          resourceId={edit}
          onClose={() => open({ edit: undefined })}
          onOutOfSight={() => open({ edit: undefined, resourceId: undefined, history: undefined })}
          returnFocusTo={() => document.querySelector<HTMLElement>("[data-edit-resource]") ?? rowLink(edit)}
        />
      )}
      {search.new === "resource" && canWrite && (
        <AddResourceDialog
          onClose={() => openDialog({ new: undefined })}
          onOpenResource={(resourceId) => open({ resourceId })}
          returnFocusTo={() => document.querySelector<HTMLElement>("[data-add-resource]")}
        />
      )}
    </>
  );
}

/** Counts a view each time a resource is opened. */
function CountedOpening({ resourceId }: { resourceId: string }) {
  const { mutate } = useRecordUse();
  // A failure to count matters to no reader; its dialog reports a deleted resource.
  useEffect(() => mutate({ id: resourceId, kind: "open" }), [mutate, resourceId]);
  return null;
}

/** Returns where the focus goes back to: the opened row, or the list's current row if it is gone. */
function rowLink(resourceId: string): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>(`[data-resource="${CSS.escape(resourceId)}"] a`) ??
    document.querySelector<HTMLElement>('[data-resource] a[tabindex="0"]')
  );
}
