import { useQuery } from "@tanstack/react-query";
import { ExternalLink, LifeBuoy, Mail } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Whom to ask, and where to read on. */
export function ContactCards() {
  const { data, error, isFetching, refetch } = useQuery(api.help.contacts.queryOptions());
  return (
    <section aria-labelledby="more-help" className="mt-8">
      <h2 id="more-help" className="font-semibold text-lg">
        Still Have Questions?
      </h2>
      <FailureBanner
        error={data === undefined ? error : null}
        title="The contact details could not be loaded"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        className="mt-3"
      />
      {data === undefined && error === null && <Skeleton className="mt-3 h-20 w-full rounded-panel" />}
      {data !== undefined && (
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {data.operatorEmail === null ? (
            <div className={cardClass}>
              <Title icon={<LifeBuoy size={17} aria-hidden />}>Email Our Team</Title>
              <p className="mt-1 text-sm text-soft">
                Ask whoever set up Deskhand for you: this installation names no address to write to.
              </p>
            </div>
          ) : (
            <a href={`mailto:${data.operatorEmail}`} className={`${cardClass} ${linkClass}`}>
              <Title icon={<Mail size={17} aria-hidden />}>Email Our Team</Title>
              <span className="mt-1 block text-sm text-soft break-anywhere">{data.operatorEmail}</span>
            </a>
          )}
          <a href={data.docsUrl} target="_blank" rel="noreferrer" className={`${cardClass} ${linkClass}`}>
            <Title icon={<ExternalLink size={17} aria-hidden />}>Full Documentation</Title>
            <span className="mt-1 block text-sm text-soft">
              Every rule of the product, and how it is run
              <span className="sr-only"> (opens in a new tab)</span>
            </span>
          </a>
        </div>
      )}
    </section>
  );
}

const cardClass = "block min-w-0 rounded-panel border border-line bg-panel px-4 py-3.5";
const linkClass = "transition-colors duration-120 hover:border-edge hover:bg-hover";

function Title({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className="flex items-center gap-2.5 font-semibold">
      <span className="text-accent">{icon}</span>
      {children}
    </span>
  );
}
