import { SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type CallError, failureText } from "../lib/failure.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

interface DetailAbsentProps {
  /** The missing thing, as in "Order not found or access denied". */
  noun: string;
  error: CallError;
  /** Whether it does not exist. */
  isMissing: boolean;
  /** Comes before the reason of a failure, as in "Failed to load order". */
  failureTitle: string;
  /** The label of the button that closes it. */
  closeText: string;
  onRetry: () => void;
  onClose: () => void;
  /** Why it may not exist. */
  children: ReactNode;
}

/** Replaces a thing that a link asked for: says why it is not shown, and what to do next. */
export function DetailAbsent(props: DetailAbsentProps) {
  const { noun, error, isMissing, failureTitle, closeText, onRetry, onClose, children } = props;
  if (isMissing) {
    return (
      <EmptyState
        icon={<SearchX size={20} aria-hidden />}
        title={`${noun} not found or access denied`}
        action={<Button onClick={onClose}>{closeText}</Button>}
      >
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`${failureTitle}: ${failureText(error)}`}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

/** A dialog's facts, as cards, beside its lists; with less room above them in two columns, and in one on phones. */
export function DetailColumns({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div
      data-page-shortcuts
      className="flex h-full flex-col max-split:overflow-y-auto max-split:overscroll-contain split:grid split:grid-cols-[360px_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-3 p-4 max-split:pb-0 sm:p-5 sm:max-split:grid sm:max-split:grid-cols-2 sm:max-split:grid-rows-[auto_1fr] sm:max-split:items-start sm:max-split:pb-0 sm:max-split:*:only:col-span-full split:overflow-y-auto split:overscroll-contain split:border-line split:border-r">
        {facts}
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-4 sm:p-5 split:overflow-y-auto split:overscroll-contain">
        {children}
      </div>
    </div>
  );
}

/** The dialog's outline while its data loads. */
export function DetailSkeleton({ noun }: { noun: string }) {
  return (
    <div className="grid h-full animate-appear-late gap-3 p-5 split:grid-cols-[340px_minmax(0,1fr)]">
      <p role="status" className="sr-only">
        Loading {noun}...
      </p>
      <Skeleton className="h-64 rounded-panel" />
      <Skeleton className="h-80 rounded-panel" />
    </div>
  );
}
