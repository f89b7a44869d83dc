import type { AdminSectionId } from "@deskhand/contract/admin/sections";
import type { Permission } from "@deskhand/contract/permissions";
import type { NamedKind, Reference, References } from "@deskhand/contract/targets/references";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { api } from "../lib/api.ts";
import { counted } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { FailureBanner } from "./failure-banner.tsx";

/** What each kind is called, and where it is changed; a macro is changed in the composer of any reply, and a view in the list: neither has an address. */
const kinds: Record<
  Reference["kind"],
  { label: string; place?: { view: AdminSectionId; needs: Permission } | undefined }
> = {
  rule: { label: "Rule", place: { view: "rules", needs: "rules:manage" } },
  policy: { label: "Target", place: { view: "targets", needs: "targets:manage" } },
  macro: { label: "Macro" },
  view: { label: "Saved view" },
};

/** Names the rules, policies, macros and saved views that use something, in the question before it is deleted (docs/product.md#what-uses-something). */
export function UsedBy({ kind, id }: { kind: NamedKind; id: string }) {
  const labelId = useId();
  // A colleague may have made a rule since the question was last open.
  const query = api.references.list.queryOptions({ input: { kind, id }, staleTime: 0, gcTime: 0 });
  const { data, error, refetch } = useQuery(query);
  if (error !== null) {
    return <FailureBanner error={error} title="What uses it could not be loaded" onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <p className="text-soft">Looking for what uses it…</p>;
  const { items, more, unseen, unseenViews } = data;
  if (items.length === 0 && unseen === 0 && unseenViews === 0) return null;
  const rest = [
    ...(more > 0 ? [`${more.toLocaleString("en-US")} more`] : []),
    ...(unseen > 0 ? [`${counted(unseen, "macro")} that you cannot see`] : []),
    ...(unseenViews > 0 ? [`${counted(unseenViews, "saved view")} of others`] : []),
  ];
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p id={labelId} className="font-medium">
        {headingOf(data)}
      </p>
      <ul aria-labelledby={labelId} className="max-h-60 list-disc overflow-y-auto pl-5 break-anywhere">
        {items.map((item) => (
          <li key={item.id}>
            <ReferenceLine item={item} />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="text-soft">{`${items.length > 0 ? "and " : ""}${rest.join(", ").replace(/, ([^,]*)$/, " and $1")}`}</li>
        )}
      </ul>
    </div>
  );
}

function headingOf({ items }: References): string {
  return items.some(({ isNeeded }) => isNeeded)
    ? "It is used, and targets need other working hours before it can be deleted:"
    : "It is used. What names it stays, and cannot do that part any more:";
}

function ReferenceLine({ item: { kind, id, name, isOn } }: { item: Reference }) {
  const { can } = useSession();
  const { label, place } = kinds[kind];
  return (
    <>
      {label}{" "}
      {place !== undefined && can(place.needs) ? (
        <Link
          to="/dashboard/admin"
          search={{ view: place.view, open: id }}
          className="rounded-tag text-accent underline underline-offset-3"
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {isOn === false && <span className="text-soft"> (off)</span>}
    </>
  );
}
