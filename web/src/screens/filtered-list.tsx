import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from "react";
import { isSignedOut } from "../lib/failure.ts";
import { noteOwnChange } from "../lib/own-change.ts";
import { announce } from "../ui/announcer.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { ListHeader } from "./list-header.tsx";
import { ListScreen, type ListScreenProps } from "./list-screen.tsx";

interface FilteredListProps<Row extends { id: string }> extends Omit<ListScreenProps<Row>, "isBox" | "children"> {
  header: Omit<ComponentProps<typeof ListHeader>, "filters" | "isRefreshing" | "onRefresh">;
  /** The queries that "Refresh" fetches again. */
  queryKey: QueryKey;
  /** Replaces the list for people who are signed out. */
  signedOutText: string;
  /** The filters in use. */
  filter: object;
  /** The number of results, which is spoken; null without a search, so that nothing is spoken when rows come and go. */
  result: string | null;
  /** Shown between the header and the list. */
  figures?: ReactNode;
  /** Shown above the filters: what kind of list this is. */
  notice?: ReactNode;
  /** Renders the filter's controls, in an element with this id. */
  renderFilters: (id: string) => ReactNode;
  /** Renders how many rows are shown. */
  renderSummary: (isLoading: boolean) => ReactNode;
}

/** A section's list under its title, with a Refresh button, filters that can be hidden, and a spoken result. */
export function FilteredList<Row extends { id: string }>(props: FilteredListProps<Row>) {
  const { header, queryKey, signedOutText, filter, result, figures, notice, renderFilters, renderSummary, ...list } =
    props;
  const { pages } = list;
  const cache = useQueryClient();
  const filtersId = useId();
  const [isFilterShown, setFilterShown] = useState(true);
  const [isRefreshing, setRefreshing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is spoken once, not again when it grows.
  useEffect(() => {
    if (result !== null && !pages.isOutdated) announce(result);
  }, [JSON.stringify(filter), pages.isOutdated]);

  async function refresh() {
    setRefreshing(true);
    noteOwnChange();
    await cache.invalidateQueries({ queryKey });
    setRefreshing(false);
  }

  if (isSignedOut(pages.error)) return <SignedOut>{signedOutText}</SignedOut>;
  return (
    <>
      <ListHeader
        {...header}
        filters={{ panelId: filtersId, isShown: isFilterShown, onToggle: () => setFilterShown(!isFilterShown) }}
        isRefreshing={isRefreshing}
        onRefresh={() => void refresh()}
      />
      {figures}
      <ListScreen {...list}>
        {notice}
        {isFilterShown && renderFilters(filtersId)}
        {renderSummary(pages.isLoading || isRefreshing)}
      </ListScreen>
    </>
  );
}

/** Replaces a screen whose session has ended: says why to sign in, with a link. */
function SignedOut({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon={<LockKeyhole size={20} aria-hidden />}
      title="Authentication Required"
      action={<TextLink href="/login">Sign In</TextLink>}
      className="rounded-panel border border-line bg-panel"
    >
      {children}
    </EmptyState>
  );
}
