import type { Profile } from "@deskhand/contract/account";
import { Trash2 } from "lucide-react";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { PictureButton } from "../../../ui/form/picture-button.tsx";
import { CropPicture } from "./crop-picture.tsx";
import { useAvatar } from "./use-avatar.ts";

/** One's own picture: shown, replaced by a square out of another one, or removed. */
export function AvatarField({ user }: { user: Profile }) {
  const avatar = useAvatar();

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-4">
        <Avatar name={user.name} url={user.avatar} size="lg" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-2">
            <PictureButton
              label="Picture"
              accept="image/png,image/jpeg,image/webp,image/gif"
              disabled={avatar.isBusy}
              onPick={(picked) => void avatar.open(picked)}
            >
              {user.avatar === null ? "Upload picture" : "Change picture"}
            </PictureButton>
            {user.avatar !== null && (
              <Button
                variant="ghost"
                icon={<Trash2 size={15} aria-hidden />}
                disabled={avatar.isBusy}
                onClick={() => avatar.change(null)}
              >
                Remove
              </Button>
            )}
            {avatar.done !== null && <span className="text-green text-sm">{avatar.done}</span>}
          </div>
          <p className="text-soft text-xs">PNG, JPEG, WebP or GIF. You choose the part that is shown.</p>
        </div>
      </div>
      {avatar.error !== null && (
        <Banner kind="error" onDismiss={avatar.clearError}>
          {avatar.error}
        </Banner>
      )}
      {avatar.picture !== null && (
        <CropPicture picture={avatar.picture} isBusy={avatar.isBusy} onUse={avatar.change} onCancel={avatar.close} />
      )}
    </div>
  );
}
