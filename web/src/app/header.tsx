import { Menu } from "lucide-react";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { useSession } from "../lib/session.ts";
import { Banner } from "../ui/banner.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { SettingsButton } from "./settings-button.tsx";
import type { Logout } from "./use-logout.ts";
import { UserBlock } from "./user-block.tsx";

interface HeaderProps {
  logout: Logout;
  onOpenMenu: () => void;
  onSearch: (text: string) => void;
  onOpenTicket: (ticketId: string) => void;
  onShowNotifications: () => void;
}

/** The bar above every tab: menu on small screens, search, bell, settings, who is signed in, and Logout (spec part 1, section 2.4). */
export function Header({ logout, onOpenMenu, onSearch, onOpenTicket, onShowNotifications }: HeaderProps) {
  const { user } = useSession();

  return (
    <header className="sticky top-0 z-10 border-line border-b bg-canvas/90 backdrop-blur-sm">
      <div className="flex h-14 w-full max-w-content items-center gap-3 px-4 max-sm:gap-2 md:px-6">
        <IconButton
          label="Open menu"
          outlined
          className="lg:hidden"
          icon={<Menu size={18} aria-hidden />}
          onClick={onOpenMenu}
        />
        <HeaderSearch onSearch={onSearch} />
        <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:gap-2">
          <NotificationBell onOpenTicket={onOpenTicket} onShowAll={onShowNotifications} />
          <SettingsButton />
          <UserBlock user={user} />
          <LogoutButton disabled={logout.isLeaving} onClick={() => void logout.leave()} />
        </div>
      </div>
      {logout.failure !== null && (
        <Banner kind="error" title="You are still signed in" onDismiss={logout.clearFailure} className="mx-4 mb-2">
          {logout.failure}
        </Banner>
      )}
    </header>
  );
}
