import type { Account } from "@deskhand/contract/account";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { LogOut, Menu, Search, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { NotificationBell } from "../features/notifications/notification-bell.tsx";
import { useSession } from "../lib/session.ts";
import { keyNames, shortcuts } from "../lib/shortcuts.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { controlClass } from "../ui/form/input.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { loadAfterFirst } from "../ui/load-later.tsx";
import type { Logout } from "./use-logout.ts";

const AwayMark = loadAfterFirst(() => import("../features/teams/away-mark.tsx").then(({ AwayMark }) => AwayMark));

interface HeaderProps {
  logout: Logout;
  onOpenMenu: () => void;
  /** Opens the search with the typed text. */
  onSearch: (text: string) => void;
  onShowNotifications: () => void;
  onOpenSettings: () => void;
  /** Overlays the header's lower edge. */
  notice: ReactNode;
}

/**
 * The bar above every section: menu on small screens, search, bell, settings, user, and Logout
 * (docs/product.md#the-frame).
 */
export function Header(props: HeaderProps) {
  const { logout, onOpenMenu, onSearch, onShowNotifications, onOpenSettings, notice } = props;
  const { user } = useSession();

  return (
    <header className="sticky top-0 z-10 border-line border-b bg-canvas/90 backdrop-blur-sm print:hidden">
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
          <NotificationBell onShowAll={onShowNotifications} />
          <IconButton
            label="Settings"
            outlined
            icon={<Settings size={17} aria-hidden />}
            data-settings-button
            onClick={onOpenSettings}
          />
          <AwayMark onOpen={onOpenSettings} />
          <UserBlock user={user} />
          <LogoutButtons logout={logout} className="max-sm:hidden" />
        </div>
      </div>
      {logout.failure !== null && (
        <Banner kind="error" title="You are still signed in" onDismiss={logout.clearFailure} className="mx-4 mb-2">
          {logout.failure}
        </Banner>
      )}
      {notice}
    </header>
  );
}

/** Sign out here or on all devices; on phones at the end of the menu, away from the settings. */
export function LogoutButtons({ logout: { isLeaving, leave }, className }: { logout: Logout; className: string }) {
  return (
    <div className={cx("flex items-center gap-1", className)}>
      <Button
        icon={<LogOut size={15} aria-hidden />}
        title="Ends your sessions on all devices"
        disabled={isLeaving}
        onClick={() => void leave()}
      >
        Logout
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title="Ends your session on this device only"
        aria-label="Sign out here only"
        disabled={isLeaving}
        onClick={() => void leave({ isHereOnly: true })}
      >
        here only
      </Button>
    </div>
  );
}

/** The user's picture, e-mail and role; in small windows only the picture, so that the search is readable. */
function UserBlock({ user }: { user: Account["user"] | null }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5" title={user?.name}>
      <Avatar name={user?.name ?? "User"} url={user?.avatar ?? null} />
      <div className="min-w-0 leading-4 max-md:sr-only">
        <p className="truncate">{shownAddress(user?.email ?? "User")}</p>
        <p className="text-faint text-xs first-letter:uppercase">{user?.role ?? "Loading..."}</p>
      </div>
    </div>
  );
}

/** The header's search field (docs/product.md#the-palette), on phones an icon. Typing continues in the palette. */
function HeaderSearch({ onSearch }: { onSearch: (text: string) => void }) {
  return (
    <>
      <div className="relative hidden min-w-0 max-w-100 flex-1 sm:block">
        <Search size={15} aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-soft" />
        <input
          readOnly
          aria-label="Search"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          placeholder="Search tickets, customers, orders..."
          className={cx(controlClass, "h-8.5 cursor-pointer truncate pr-16 pl-8.5")}
          onClick={() => onSearch("")}
          onKeyDown={(event) => {
            const { key, ctrlKey, metaKey, altKey } = event;
            const isLetter = key.length === 1 && !/[\s/]/.test(key) && !ctrlKey && !metaKey && !altKey;
            if (!isLetter && ![" ", "/", "Enter"].includes(key)) return;
            event.preventDefault();
            onSearch(isLetter ? key : "");
          }}
          onPaste={(event) => {
            event.preventDefault();
            onSearch(event.clipboardData.getData("text").replaceAll(/\s+/g, " ").trim());
          }}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2 flex items-center gap-1 max-md:hidden"
        >
          {keyNames(shortcuts.search).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </div>
      <IconButton
        label="Search"
        outlined
        className="sm:hidden"
        icon={<Search size={17} aria-hidden />}
        onClick={() => onSearch("")}
      />
    </>
  );
}
