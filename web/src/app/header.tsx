import { LogOut, Menu } from "lucide-react";
import { useState } from "react";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { signOut } from "../lib/auth.ts";
import { expectSignOut } from "../lib/leave-for-login.ts";
import { useSession } from "../lib/session.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";

interface HeaderProps {
  onOpenMenu: () => void;
  onOpenTicket: (ticketId: string) => void;
}

/** The bar above every tab: menu on small screens, bell, who is signed in, and Logout (spec part 1, section 2.4). */
export function Header({ onOpenMenu, onOpenTicket }: HeaderProps) {
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
      <div className="flex h-14 w-full max-w-content items-center gap-3 px-4 md:px-6">
        <IconButton
          label="Open menu"
          outlined
          className="lg:hidden"
          icon={<Menu size={18} aria-hidden />}
          onClick={onOpenMenu}
        />
        <div className="ml-auto flex min-w-0 items-center gap-3">
          <NotificationBell onOpenTicket={onOpenTicket} />
          <div className="min-w-0 text-right leading-4">
            <p className="truncate">{user?.email ?? "User"}</p>
            <p className="text-faint text-xs">{user?.role ?? "Loading..."}</p>
          </div>
          <Button icon={<LogOut size={15} aria-hidden />} disabled={isLeaving} onClick={() => void leave()}>
            Logout
          </Button>
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
