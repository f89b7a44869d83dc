import { getRouteApi } from "@tanstack/react-router";
import { MailLogScreen } from "../../features/intake/mail-log-screen.tsx";

const route = getRouteApi("/desk/dashboard/admin");

/** The mail log, with its filters and the open mail in the URL. */
export function MailLogTab() {
  const { direction, state, q, from, to, mail } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = { direction, state, q, from, to };
  return (
    <MailLogScreen
      filter={filter}
      onFilter={(changed) => void navigate({ search: { view: "mail-log", ...changed }, replace: true })}
      openId={mail ?? null}
      onOpen={(id) => void navigate({ search: { view: "mail-log", ...filter, mail: id ?? undefined } })}
      onOpenTicket={(ticket) =>
        void navigate({ to: ".", search: { view: "mail-log", ...filter, ticket }, resetScroll: false })
      }
    />
  );
}
