import type { ReactNode } from "react";
import { useSession } from "../../../lib/session.ts";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { sharedValue } from "../../../ui/shared-value.ts";

/** After a reload, asks whether the new recovery codes were kept; `action` leads to making new ones. */
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
/** Counts changes, so that readers rerender. */
const changes = sharedValue(0);

/**
 * Remembers in this browser that a user was shown new recovery codes (not the codes) until they confirm that they kept
 * them.
 */
export function setUnkept(email: string, isUnkept: boolean): void {
  try {
    if (isUnkept) localStorage.setItem(keyOf(email), "1");
    else localStorage.removeItem(keyOf(email));
  } catch {
    // Storage is disabled: no notice will show.
  }
  changes.set(changes.get() + 1);
}

/** Whether a user was shown recovery codes in this browser and has not confirmed that they kept them. */
function useUnkept(email: string | undefined): boolean {
  changes.use();
  if (email === undefined) return false;
  try {
    return localStorage.getItem(keyOf(email)) !== null;
  } catch {
    // Storage is disabled.
    return false;
  }
}
