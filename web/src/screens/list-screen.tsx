import { TriangleAlert } from "lucide-react";
import { type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { BoxRows, type ListRowsProps, PageRows } from "./list-rows.tsx";
import { useStillPages } from "./use-still-pages.ts";

const WaitingLine = loadLater(() => import("./waiting-line.tsx").then(({ WaitingLine }) => WaitingLine));

export interface ListScreenProps<Row extends { id: string }> extends Omit<ListRowsProps<Row>, "rows"> {
  /** The listed things, as in "Failed to load tickets". */
  noun: string;
  /** Comes before the reason of a failure, instead of "Failed to load tickets". */
  failureTitle?: string;
  /** Draws `count` outlines of rows while they load. */
  Skeleton: ComponentType<{ count: number }>;
  /** Says why the list is empty, and what to do next. */
  empty: ReactNode;
  /** Shown between the failure and the rows: filters, how many are shown. */
  children?: ReactNode;
  /** Whether it scrolls by itself, as in a dialog, and not with the page. */
  isBox?: boolean;
  /** The word for a row, as in "3 new tickets", if rows stay in place while the pointer or the focus is among them. */
  standsStillBy?: string;
}

/**
 * A list from its skeleton to its last page: live, with keys to move through it, and with words for when it is empty or failed.
 * It loads more as its end comes near; a button does so after a failure.
 */
export function ListScreen<Row extends { id: string }>(props: ListScreenProps<Row>) {
  const {
    noun,
    failureTitle = `Failed to load ${noun}`,
    pages,
    Skeleton,
    empty,
    children,
    isBox = false,
    standsStillBy,
    ...rest
  } = props;
  const [dismissed, dismiss] = useState<unknown>(null);
  const keptFocus = useKeptFocus();
  const still = useStillPages(pages, keptFocus.ref, standsStillBy !== undefined);
  const { items, error, hasMore, isLoading, loadMore, retry } = still.pages;
  const Rows = isBox ? BoxRows : PageRows;

  return (
    <>
      <FailureBanner
        error={error === dismissed ? null : error}
        title={failureTitle}
        className={isBox ? "mx-4 mt-3 sm:mx-5" : "mt-3.5"}
        onDismiss={() => dismiss(error)}
        onRetry={retry}
      />
      {children}
      {standsStillBy !== undefined && still.added + still.changed > 0 && (
        <WaitingLine
          noun={standsStillBy}
          added={still.added}
          changed={still.changed}
          onShow={(isFocusLost) => {
            still.show();
            scrollTo({ top: 0 });
            if (isFocusLost) keptFocus.ref.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <div
        {...keptFocus}
        tabIndex={-1}
        data-scrolls={isBox || undefined}
        className={cx(
          "@container outline-none",
          isBox
            ? "min-h-0 flex-1 overflow-y-auto overscroll-contain"
            : "overflow-clip rounded-panel border border-line bg-panel",
        )}
      >
        {items === undefined && error === null && (
          <div role="status" aria-label={`Loading ${noun}`}>
            <Skeleton count={8} />
          </div>
        )}
        {items === undefined && error !== null && <NothingLoaded noun={noun} />}
        {items?.length === 0 && empty}
        {items !== undefined && items.length > 0 && <Rows {...rest} {...still} rows={items} />}
        {items !== undefined && hasMore && (
          <>
            {(error === null || isLoading) && <Skeleton count={3} />}
            <p className="flex justify-center border-line border-t p-3">
              {/* It stays enabled while it loads, as a disabled button would lose the focus. */}
              <Button size="sm" variant="ghost" aria-busy={isLoading} onClick={loadMore}>
                {isLoading ? "Loading..." : "Show more"}
              </Button>
            </p>
          </>
        )}
      </div>
    </>
  );
}

/** Takes the focus when the last row is removed with it, which fires no blur event. */
function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus() {
      hasFocus.current = true;
    },
    onBlur() {
      hasFocus.current = false;
    },
  };
}

function NothingLoaded({ noun }: { noun: string }) {
  const things = noun.charAt(0).toUpperCase() + noun.slice(1);
  return (
    <EmptyState icon={<TriangleAlert size={20} aria-hidden />} title={`${things} are not shown`}>
      They could not be loaded. Use Refresh to try again.
    </EmptyState>
  );
}
