import type { CountedList } from "@deskhand/contract/home/home-lists";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ListLinkProps {
  list: CountedList;
  className: string;
  title?: string;
  children: ReactNode;
}

/** A link that opens a list of tickets whose number is shown. */
export function ListLink({ list, ...rest }: ListLinkProps) {
  return <Link {...rest} to="/dashboard/tickets" search={addressOfList(list)} />;
}

const on = (value: true | undefined) => (value ? ("true" as const) : undefined);

/** A list as the tickets' address has it. */
function addressOfList({ view, needsReply, snoozed, atRisk, breached, overdue, everywhere, ...rest }: CountedList) {
  return {
    ...rest,
    view: view === "active" ? undefined : view,
    needsReply: on(needsReply),
    snoozed: on(snoozed),
    atRisk: on(atRisk),
    breached: on(breached),
    overdue: on(overdue),
    everywhere: on(everywhere),
  };
}
