import { ticketLabel } from "@deskhand/contract/vocabulary";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useOpenTicket } from "../entities/ticket/ticket-link.tsx";
import { useAlerts } from "../features/notifications/use-alerts.ts";
import { useNotifications, useReadOpenTicket } from "../features/notifications/use-notifications.ts";
import { useUnsavedToasts } from "../features/tickets/detail/use-unsaved-toasts.ts";
import { api } from "../lib/api.ts";
import { useSession } from "../lib/session.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { useOnline } from "../lib/use-online.ts";
import { usePageTitle, useShownPart } from "../screens/page-title.ts";
import { fetchSoon } from "../ui/fetch-soon.ts";
import { loadAfterFirst, loadLater } from "../ui/load-later.tsx";
import { UnderPanels } from "../ui/overlay/panel.tsx";
import { useDialogs } from "./address.ts";
import { Header } from "./header.tsx";
import { AddressedDialogs, Overlays } from "./overlays.tsx";
import { sectionIds, sections } from "./sections.ts";
import { Sidebar } from "./sidebar.tsx";
import { useLive } from "./use-live.ts";
import { useLogout } from "./use-logout.ts";

const PATIENCE_MS = 5_000;

const MenuDrawer = loadLater(() => import("./menu-drawer.tsx").then(({ MenuDrawer }) => MenuDrawer));

const AllNotifications = loadLater(() =>
  import("../features/notifications/all-notifications.tsx").then(({ AllNotifications }) => AllNotifications),
);

const FeedbackWidget = loadAfterFirst(() =>
  import("../features/feedback/feedback-widget.tsx").then(({ FeedbackWidget }) => FeedbackWidget),
);

const KeptReplies = loadAfterFirst(() =>
  import("../features/tickets/sending/kept-replies-toasts.tsx").then(({ KeptReplies }) => KeptReplies),
);

void fetchSoon(async () => (await import("../ui/overlay/watch-page.ts")).watchPage());

/**
 * The signed-in application (docs/product.md#the-frame): sidebar, header and footer around the current section, and the
 * dialogs above.
 */
export function Shell() {
  const open = useDialogs();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const showNotifications = () => setListOpen(true);
  const [searchText, setSearchText] = useState<string | null>(null);
  const logout = useLogout();
  const isLive = useLive(useAlerts(showNotifications));
  useUnsavedToasts();
  useTitle();
  useOneUser();

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)] print:block print:min-h-0">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-control focus:bg-raised focus:px-3 focus:py-1.5"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r bg-panel lg:block print:hidden">
        <Sidebar />
      </aside>
      {isDrawerOpen && <MenuDrawer logout={logout} onClose={() => setDrawerOpen(false)} />}
      <div className="flex min-h-dvh min-w-0 flex-col print:block print:min-h-0">
        <Header
          logout={logout}
          onOpenMenu={() => setDrawerOpen(true)}
          onSearch={setSearchText}
          onOpenSettings={() => open({ settings: "profile" })}
          onShowNotifications={showNotifications}
          notice={<ConnectionNotice isLive={isLive} />}
        />
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-w-content flex-1 px-4 py-4 outline-none md:px-6 md:py-5.5 print:p-0"
        >
          <UnderPanels>
            <Outlet />
          </UnderPanels>
          <AddressedDialogs />
          <Overlays searchText={searchText} onSearch={setSearchText} onLogout={() => void logout.leave()} />
        </main>
        <UnderPanels>
          <Footer />
        </UnderPanels>
      </div>
      <FeedbackWidget />
      <KeptReplies />
      {isListOpen && <AllNotifications onClose={() => setListOpen(false)} />}
    </div>
  );
}

/** Sets the page's title to the open ticket, the part of the section or the section, with the bell's count. */
function useTitle(): void {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, "") });
  const section = sectionIds.find((id) => sections[id].path === path) ?? "dashboard";
  const shownPart = useShownPart();
  const { openTicketId: id } = useOpenTicket();
  useReadOpenTicket(id);
  // The ticket's dialog fetches it.
  const { data: ticket } = useQuery({
    ...api.tickets.get.queryOptions({ input: id === null ? skipToken : { id } }),
    enabled: false,
  });
  const ticketName = id !== null && ticket !== undefined ? ticketLabel(ticket.ticketNumber) : null;
  usePageTitle(ticketName ?? shownPart ?? sections[section].label, useNotifications().count);
}

/** The copyright line and the two legal pages, which open in a new tab. */
function Footer() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pr-16 pl-4 pt-4 pb-18 text-faint text-xs md:pl-6 lg:pr-52 lg:pb-4 print:hidden">
      <p>© {new Date().getFullYear()} Deskhand</p>
      <p className="flex gap-4">
        <LegalLink href="/privacy.html">Privacy Policy</LegalLink>
        <LegalLink href="/terms.html">Terms of Service</LegalLink>
      </p>
    </footer>
  );
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="rounded-tag text-soft hover:text-ink hover:underline">
      {children}
    </a>
  );
}

/**
 * Says when the network or the live connection has been away for more than a moment. It overlays the empty lower edge
 * of the header, so that it is visible above an open ticket and nothing shifts.
 */
function ConnectionNotice({ isLive }: { isLive: boolean }) {
  const isOnline = useOnline();
  const isQuiet = useDebounced(isLive, PATIENCE_MS) || isLive;
  if (isOnline && isQuiet) return null;
  const text = isOnline
    ? "The live connection is interrupted. New tickets and replies may show late; reconnecting..."
    : "You are offline. What you write is kept in this browser; everything is up to date again once you are back.";
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 -bottom-2.5 flex justify-center px-4">
      <p
        title={text}
        className="on-raised pointer-events-auto truncate rounded-full border border-amber/45 bg-raised px-3 text-amber text-xs leading-4 shadow-float"
      >
        {text}
      </p>
    </div>
  );
}

/** The storage key by which tabs of one session learn whose it is. */
const KEPT_AT = "deskhand-user";

/**
 * Reloads the page when another user has signed in in this browser, or when the browser restores a cached page:
 * everything shown and cached belongs to the earlier user. Unsent texts are stored by user.
 */
function useOneUser(): void {
  const userId = useSession().user?.id;
  const owner = useRef<string>(undefined);

  useEffect(() => {
    if (userId === undefined) return;
    owner.current ??= userId;
    if (owner.current !== userId) return location.reload();
    try {
      localStorage.setItem(KEPT_AT, userId);
    } catch {
      // Storage is full or disabled: other tabs notice at their next session request.
    }
  }, [userId]);

  useEffect(() => {
    function onStorage({ key, newValue }: StorageEvent) {
      if (key !== KEPT_AT || newValue === null || owner.current === undefined) return;
      if (newValue !== owner.current) location.reload();
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("storage", onStorage);
    addEventListener("pageshow", onPageShow);
    return () => {
      removeEventListener("storage", onStorage);
      removeEventListener("pageshow", onPageShow);
    };
  }, []);
}
