import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../lib/api.ts";
import { Banner } from "../../ui/banner.tsx";
import { buttonClass } from "../../ui/button.tsx";

/** Says on a ticket that others write of the same. A ticket without an incident shows nothing, also if that cannot be found out. */
export function IncidentBanner({ ticketId }: { ticketId: string }) {
  const { data } = useQuery(api.incidents.ofTicket.queryOptions({ input: { ticketId } }));
  return data?.items.map(({ id, title, state }) => (
    <Banner
      key={id}
      kind={state === "answered" ? "info" : "warning"}
      title={`Part of an incident: ${title}`}
      action={
        <Link
          to="/dashboard/incidents"
          search={{ incident: id }}
          className={`${buttonClass("secondary", "sm")} self-center`}
        >
          Open Incident
        </Link>
      }
    />
  ));
}
