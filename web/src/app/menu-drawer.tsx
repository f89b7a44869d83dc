import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { X } from "lucide-react";
import { useSession } from "../lib/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Drawer } from "../ui/overlay/dialog.tsx";
import { LogoutButtons } from "./header.tsx";
import { Sidebar } from "./sidebar.tsx";
import type { Logout } from "./use-logout.ts";

/** The sidebar in small windows, with what their header lacks: the user, and on phones "Logout". */
export function MenuDrawer({ logout, onClose }: { logout: Logout; onClose: () => void }) {
  return (
    <Drawer label="Menu" onClose={onClose}>
      <Sidebar
        onPick={onClose}
        closeButton={<IconButton label="Close menu" icon={<X size={18} aria-hidden />} onClick={onClose} />}
        foot={
          <div className="flex flex-col gap-3 px-2 md:hidden">
            <SignedIn />
            <LogoutButtons logout={logout} className="-ml-2 sm:hidden" />
          </div>
        }
      />
    </Drawer>
  );
}

/** The user in full, as the header of small windows has only the picture. */
function SignedIn() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={user.name} url={user.avatar} />
      <div className="min-w-0 leading-4">
        <p className="break-anywhere">{shownAddress(user.email)}</p>
        <p className="text-faint text-xs first-letter:uppercase">{user.role}</p>
      </div>
    </div>
  );
}
