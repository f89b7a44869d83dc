import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAlerts } from "../features/notifications/use-alerts.ts";
import { useTellUnsaved } from "../features/tickets/detail/use-tell-unsaved.ts";
import { Drawer } from "../ui/drawer.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Header } from "./header.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useLive } from "./use-live.ts";
import type { Logout } from "./use-logout.ts";

const AllNotifications = loadLater(() =>
  import("../features/notifications/all-notifications.tsx").then(({ AllNotifications }) => AllNotifications),
);

interface ShellProps {
  /** The ticket whose dialog is open; null for none. */
  openTicketId: string | null;
  logout: Logout;
  onSearch: (text: string) => void;
  onOpenTicket: (ticketId: string) => void;
  onOpenSettings: () => void;
  children: ReactNode;
}

/** The frame of every section: sidebar, header, content and footer (spec part 1, sections 2.3 and 2.4). */
export function Shell(props: ShellProps) {
  const { openTicketId, logout, onSearch, onOpenTicket, onOpenSettings, children } = props;
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = () => setDrawerOpen(false);
  const [isListOpen, setListOpen] = useState(false);
  const showNotifications = () => setListOpen(true);
  const isLive = useLive(useAlerts({ openTicketId, onOpenTicket, onShowAll: showNotifications }));
  useTellUnsaved({ openTicketId, onOpenTicket });

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-control focus:bg-raised focus:px-3 focus:py-1.5"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-line border-r bg-panel lg:block">
        <Sidebar />
      </aside>
      {isDrawerOpen && (
        <Drawer label="Menu" onClose={closeDrawer}>
          <Sidebar
            onPick={closeDrawer}
            closeButton={<IconButton label="Close menu" icon={<X size={18} aria-hidden />} onClick={closeDrawer} />}
          />
        </Drawer>
      )}
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Header
          logout={logout}
          onOpenMenu={() => setDrawerOpen(true)}
          onSearch={onSearch}
          onOpenTicket={onOpenTicket}
          onOpenSettings={onOpenSettings}
          onShowNotifications={showNotifications}
        />
        <ConnectionNotice isLive={isLive} />
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-w-content flex-1 px-4 py-4 outline-none md:px-6 md:py-5.5"
        >
          {children}
        </main>
        <Footer />
      </div>
      {isListOpen && <AllNotifications onClose={() => setListOpen(false)} onOpenTicket={onOpenTicket} />}
    </div>
  );
}

/** The copyright line and the two legal pages, which open in a new tab. */
function Footer() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-faint text-xs md:px-6">
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
