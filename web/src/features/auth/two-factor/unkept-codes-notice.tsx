import type { ReactNode } from "react";
import { useSession } from "../../../lib/session.ts";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { setUnkept, useUnkept } from "./unkept-codes.ts";

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
