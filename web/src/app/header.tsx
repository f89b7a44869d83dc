import { Menu } from "lucide-react";
import { useState } from "react";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { signOut } from "../lib/auth.ts";
import { expectSignOut } from "../lib/leave-for-login.ts";
import { useSession } from "../lib/session.ts";
import { Banner } from "../ui/banner.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { SettingsButton } from "./settings-button.tsx";
import { UserBlock } from "./user-block.tsx";

interface HeaderProps {
  onOpenMenu: () => void;
  onOpenTicket: (ticketId: string) => void;
  onShowNotifications: () => void;
}

/** The bar above every tab: menu on small screens, bell, settings, who is signed in, and Logout (spec part 1, section 2.4). */
export function Header({ onOpenMenu, onOpenTicket, onShowNotifications }: HeaderProps) {
  const { user } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function leave() {
    setLeaving(true);
    expectSignOut(true);
    setFailure(null);
    const result = await signOut();
    if (result.ok) return location.assign("/login");
    expectSignOut(false);
    setFailure(result.message);
    setLeaving(false);
  }

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
        <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:gap-2">
          <NotificationBell onOpenTicket={onOpenTicket} onShowAll={onShowNotifications} />
          <SettingsButton />
          <UserBlock user={user} />
          <LogoutButton disabled={isLeaving} onClick={() => void leave()} />
        </div>
      </div>
      {failure !== null && (
        <Banner kind="error" title="You are still signed in" onDismiss={() => setFailure(null)} className="mx-4 mb-2">
          {failure}
        </Banner>
      )}
    </header>
  );
}
