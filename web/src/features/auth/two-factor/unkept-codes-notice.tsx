import type { ReactNode } from "react";
import { useSession } from "../../../lib/session.ts";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { sharedValue } from "../../../ui/shared-value.ts";

/** Asks who left their new recovery codes by a reload whether they have them; `action` leads to where new ones are made. */
export function UnkeptCodesNotice({ action, className }: { action?: ReactNode; className?: string }) {
  const { user } = useSession();
  const isUnkept = useUnkept(user?.email);
  if (!isUnkept || user === null) return null;
  return (
    <Banner
      kind="warning"
      title="Did you keep your recovery codes?"
      action={
        <span className="flex flex-wrap gap-2">
          {action}
          <BannerButton onClick={() => setUnkept(user.email, false)}>I have them</BannerButton>
        </span>
      }
      className={className ?? ""}
    >
      You were shown new ones and left without saying so. They cannot be shown again; new ones can be made under
      Security in your settings.
    </Banner>
  );
}

const keyOf = (email: string) => `deskhand:unkept-recovery-codes:${email.toLowerCase()}`;
/** Counts the changes, so that what looks is drawn anew. */
const changes = sharedValue(0);

/** Keeps in this browser that somebody is shown new recovery codes, and not which, until they say that they have kept them. */
export function setUnkept(email: string, isUnkept: boolean): void {
  try {
    if (isUnkept) localStorage.setItem(keyOf(email), "1");
    else localStorage.removeItem(keyOf(email));
  } catch {
    // The browser keeps nothing for this page: whoever loses the codes makes new ones without having been told to.
  }
  changes.set(changes.get() + 1);
}

/** Whether somebody was shown recovery codes in this browser and has not said that they kept them. */
function useUnkept(email: string | undefined): boolean {
  changes.use();
  if (email === undefined) return false;
  try {
    return localStorage.getItem(keyOf(email)) !== null;
  } catch {
    // As above.
    return false;
  }
}
